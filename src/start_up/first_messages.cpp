#include "start_up/first_messages.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/own_start.hpp"
#include "mpi/error.hpp"
#include "mpi/world.hpp"

namespace sonde::start_up {

namespace {

constexpr int first_tag = 1;

bool contains_word(const std::string& text, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

bool name_any(std::span<const std::string> arguments, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(arguments, [words](const std::string& argument) {
    return std::ranges::any_of(words, [&](std::string_view word) { return contains_word(argument, word); });
  });
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

struct Exchanged {
  double seconds = 0;  ///< the mean over partners of one exchange with each
  double least = 0;    ///< of the words of all ranks: each hands on the least that it has heard
};

/// None where a partner does not answer.
std::optional<Exchanged> exchange_with_partners(int rank, int size, double word, double end) {
  // A partner that answers too late still writes here: a request that was freed may complete.
  static double out = 0, in = 0;
  out = word;
  double seconds = 0;
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
    out = std::min(out, in);
  }
  if (partners == 0) return std::nullopt;
  return Exchanged{seconds / partners, out};
}

/// Seconds of one call with buffers that are there before it.
double seconds_of_alltoall(const std::vector<double>& out, std::vector<double>& in) {
  const double start = MPI_Wtime();
  mpi::ok(MPI_Alltoall(out.data(), 1, MPI_DOUBLE, in.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD), "MPI_Alltoall");
  return MPI_Wtime() - start;
}

}  // namespace

bool names_first_messages(std::span<const std::string> arguments) {
  return name_any(arguments, {"first_message", "second_message"}) || names_first_alltoall(arguments);
}

bool names_first_alltoall(std::span<const std::string> arguments) {
  return name_any(arguments, {"first_alltoall", "second_alltoall"});
}

void send_first_messages(bool alltoall, double most_seconds) {
  const mpi::World world = mpi::make_world();
  const double end = MPI_Wtime() + most_seconds;
  auto& start = engine::own_start();
  const double word = alltoall ? 1 : 0;
  const auto first = exchange_with_partners(world.rank, world.size, word, end);
  if (!first) return;
  start.first_message = first->seconds;
  const auto second = exchange_with_partners(world.rank, world.size, word, end);
  if (!second) return;
  start.second_message = second->seconds;
  if (!(second->least > 0)) return;
  const std::vector<double> out(static_cast<std::size_t>(world.size), 1);
  std::vector<double> in(out.size());
  start.first_alltoall = seconds_of_alltoall(out, in);
  start.second_alltoall = seconds_of_alltoall(out, in);
}

bool everybody_answers(double most_seconds) {
  const mpi::World world = mpi::make_world();
  return world.size == 1 ||
         exchange_with_partners(world.rank, world.size, 0, MPI_Wtime() + most_seconds).has_value();
}

}  // namespace sonde::start_up
