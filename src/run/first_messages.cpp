#include "run/first_messages.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "engine/own_start.hpp"
#include "mpi/error.hpp"

namespace sonde::run {

namespace {

constexpr int first_tag = 1;

bool contains(const std::string& text, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// Whether both are done before the time is over.
bool wait_until(std::array<MPI_Request, 2>& requests, double end) {
  for (;;) {
    int done = 0;
    mpi::ok(MPI_Testall(2, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (done != 0) return true;
    if (MPI_Wtime() > end) return false;
  }
}

/// The mean over partners of one exchange with each; none where one does not answer.
std::optional<double> exchange_with_partners(int rank, int size, double end) {
  double out = 0, in = 0, seconds = 0;
  int partners = 0;
  for (int distance = 1; distance < size; distance *= 2, ++partners) {
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    const double start = MPI_Wtime();
    mpi::ok(MPI_Irecv(&in, 1, MPI_DOUBLE, (rank + size - distance) % size, first_tag, MPI_COMM_WORLD,
                      requests.data()),
            "MPI_Irecv");
    mpi::ok(MPI_Isend(&out, 1, MPI_DOUBLE, (rank + distance) % size, first_tag, MPI_COMM_WORLD, &requests[1]),
            "MPI_Isend");
    if (!wait_until(requests, end)) {
      for (MPI_Request& request : requests)
        if (request != MPI_REQUEST_NULL) {
          static_cast<void>(MPI_Cancel(&request));
          static_cast<void>(MPI_Request_free(&request));
        }
      return std::nullopt;
    }
    seconds += MPI_Wtime() - start;
  }
  if (partners == 0) return std::nullopt;
  return seconds / partners;
}

}  // namespace

bool names_first_messages(std::span<const std::string> arguments) {
  return std::ranges::any_of(arguments, [](const std::string& argument) {
    return contains(argument, "first_message") || contains(argument, "second_message");
  });
}

void send_first_messages(double most_seconds) {
  int rank = 0, size = 1;
  mpi::ok(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  mpi::ok(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  const double end = MPI_Wtime() + most_seconds;
  auto& start = engine::own_start();
  start.first_message = exchange_with_partners(rank, size, end);
  if (start.first_message) start.second_message = exchange_with_partners(rank, size, end);
}

bool everybody_answers(double most_seconds) {
  int rank = 0, size = 1;
  mpi::ok(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  mpi::ok(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return size == 1 || exchange_with_partners(rank, size, MPI_Wtime() + most_seconds).has_value();
}

}  // namespace sonde::run
