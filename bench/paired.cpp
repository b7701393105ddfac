// Loops of the suites beside loops written by hand, in one job and on the same buffers, so that what
// differs from launch to launch (placement, pages) differs for neither. Usage: paired [ROUNDS [DIRECTORY for
// a file]]. Prints per benchmark and size the median of the ratios Sonde / bare of all rounds and its 95 %
// interval by order statistics; each round runs both, in changing order.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bare.hpp"
#include "catalog/find_benchmark.hpp"
#include "engine/line_up.hpp"
#include "patterns/catalog.hpp"

namespace {

/// A case and the loop over it.
struct Prepared : sonde::Case {
  sonde::Loop loop;
};
using ByHand = std::function<double(const Prepared&)>;  ///< seconds of this rank, between two clock reads

const sonde::Benchmark& row_of(std::string_view name) {
  using namespace sonde::patterns;
  for (const auto catalog : {mpi1_catalog(), io_catalog(), nbc_catalog(), rma_catalog(), p2p_catalog()})
    if (const auto* row = sonde::find_benchmark(catalog, name)) return *row;
  std::abort();
}

/// Fifty batches, as IMB-MPI1 cuts a loop of a thousand.
sonde::engine::BatchShape batches_of(long n) {
  const int count = static_cast<int>(std::min(50L, n));
  return {count, n / count, n - n / count * (count - 1)};
}

double sonde_loop(const sonde::Benchmark& row, Prepared c) {
  sonde::LoopSample sample;
  c.loop.role = sonde::role_of(row.needs.processes.roles, c.rank, c.size);
  row.modes.front().measure(c, c.loop, sample);
  return std::accumulate(sample.batch_seconds.begin(), sample.batch_seconds.end(), 0.0);
}

template <class Repetition>
ByHand by_hand(Repetition repetition) {
  return [=](const Prepared& c) mutable {
    sonde::engine::barriers(c, c.loop);
    const long n = c.loop.batches.repetitions();
    const double start = MPI_Wtime();
    for (long i = 0; i < n; ++i) repetition(c);
    return MPI_Wtime() - start;
  };
}

double slowest(double mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return mine;
}

void compare(std::string_view name, int rounds, const Prepared& c, const ByHand& bare) {
  const sonde::Benchmark& row = row_of(name);
  std::vector<double> ratios, hand;
  for (int i = -1; i < rounds; ++i) {  // the first is warm-up
    const bool bare_first = i % 2 == 0;
    double by_sonde = bare_first ? 0 : slowest(sonde_loop(row, c));
    const double by_bare = slowest(bare(c));
    if (bare_first) by_sonde = slowest(sonde_loop(row, c));
    if (i < 0) continue;
    ratios.push_back(by_sonde / by_bare);
    hand.push_back(by_bare);
  }
  std::sort(ratios.begin(), ratios.end());
  std::sort(hand.begin(), hand.end());
  const auto at = [&](double share) { return ratios[static_cast<std::size_t>(share * (rounds - 1))]; };
  const double half = 0.98 / std::sqrt(rounds);  // of the ranks of the median's interval
  if (c.rank == 0)
    fmt::print("{:>16} {:>8} {:>6} {:>11.3f} {:>7.3f}  {:.3f} .. {:.3f}   {:.3f} .. {:.3f}\n", name, c.bytes,
               rounds, hand[hand.size() / 2] / static_cast<double>(c.loop.batches.repetitions()) * 1e6,
               at(0.5), at(std::max(0.0, 0.5 - half)), at(std::min(1.0, 0.5 + half)), at(0.25), at(0.75));
}

/// Windows of messages, each in a place of its own.
void compare_windows(int rounds, Prepared c) {
  std::byte *const from = c.steps.out.begin, *const into = c.steps.in.begin;
  std::vector<MPI_Request> requests(2 * 64);
  auto* const all = requests.data();
  const int peer = 1 - c.rank;
  c.type = MPI_BYTE;
  for (const int bytes : {8, 1 << 10, 1 << 14}) {
    c.bytes = c.count = bytes;
    c.in_flight = 64;
    c.loop.batches = batches_of(std::min(200L, (40L << 20) / bytes / c.in_flight));
    const auto answer = [=](const Prepared& x) {
      char byte = 'a';
      if (x.rank == 0) MPI_Recv(&byte, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (x.rank == 1) MPI_Send(&byte, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    };
    const auto send = [=](const Prepared& x, MPI_Request* request) {
      for (int i = 0; i < x.in_flight; ++i)
        MPI_Isend(from + i * x.bytes, x.count, MPI_BYTE, peer, 1, MPI_COMM_WORLD, request + i);
    };
    const auto receive = [=](const Prepared& x) {
      for (int i = 0; i < x.in_flight; ++i)
        MPI_Irecv(into + i * x.bytes, x.count, MPI_BYTE, peer, 1, MPI_COMM_WORLD, all + i);
    };
    compare("Uniband", rounds, c, by_hand([=](const Prepared& x) {
              x.rank == 0 ? send(x, all) : receive(x);
              MPI_Waitall(x.in_flight, all, MPI_STATUSES_IGNORE);
              answer(x);
            }));
    compare("Biband", rounds, c, by_hand([=](const Prepared& x) {
              receive(x);
              send(x, all + x.in_flight);
              MPI_Waitall(2 * x.in_flight, all, MPI_STATUSES_IGNORE);
              answer(x);
            }));
  }
}

/// One message from each rank to the other: in one buffer, one byte in 64 of it written before and read after
/// (IMB-P2P).
void compare_replaced(int rounds, Prepared c) {
  std::byte* const message = c.steps.in.begin;
  const int peer = 1 - c.rank;
  c.type = MPI_BYTE;
  c.touched_before = c.touched_after = true;
  for (const int bytes : {8, 1 << 10, 1 << 16}) {
    c.bytes = c.count = bytes;
    c.loop.batches = batches_of(std::min(1000L, (40L << 20) / bytes));
    compare("SendRecv_Replace", rounds, c, by_hand([=](const Prepared& x) {
              for (volatile std::byte* at = message; at < message + x.bytes; at += 64) *at = *at;
              MPI_Sendrecv_replace(message, x.count, MPI_BYTE, peer, 1, peer, 1, MPI_COMM_WORLD,
                                   MPI_STATUS_IGNORE);
              for (volatile std::byte* at = message; at < message + x.bytes; at += 64) static_cast<void>(*at);
            }));
  }
}

/// Puts by both ranks into one section of the other's window, each of them flushed (IMB-RMA).
void compare_puts(int rounds, Prepared c) {
  const int peer = 1 - c.rank;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(c.steps.in.begin, 1 << 20, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, window);
  c.window = window;
  c.sections = c.steps.in;
  c.type = MPI_BYTE;
  for (const int bytes : {8, 1 << 10, 1 << 16}) {
    c.bytes = c.count = bytes;
    c.loop.batches = batches_of(std::min(1000L, (40L << 20) / bytes));
    compare("Bidir_put", rounds, c, by_hand([=](const Prepared& x) {
              MPI_Put(x.steps.out.begin, x.count, MPI_BYTE, peer, 0, x.count, MPI_BYTE, window);
              MPI_Win_flush(peer, window);
            }));
  }
  MPI_Win_unlock(peer, window);
  MPI_Win_free(&window);
}

/// Reads of one file by all ranks, each its part of every block: P_Read_Expl. The file is made in `directory`
/// and removed.
void compare_files(const std::string& directory, int rounds, Prepared c) {
  MPI_File file = MPI_FILE_NULL;
  c.file = &file;
  c.file_comm = MPI_COMM_WORLD;
  c.file_name = "paired";
  c.type = MPI_BYTE;
  for (const int bytes : {1 << 10, 1 << 16, 1 << 20}) {
    MPI_File_open(MPI_COMM_WORLD, (directory + "/paired").c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    const long n = std::min(50L, (16L << 20) / bytes);
    MPI_Status status;
    if (c.rank == 0)
      for (long i = 0; i < n; ++i)
        MPI_File_write_at(file, i * bytes, c.steps.out.begin, bytes, MPI_BYTE, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    c.bytes = bytes;
    c.share_bytes = c.share_count = bytes / c.size;
    c.steps.positions = {c.rank * c.share_bytes, bytes};
    c.loop.batches = {1, n, n};
    compare("P_Read_Expl", rounds, c, by_hand([at = MPI_Offset{-1}](const Prepared& x) mutable {
              MPI_Status read;
              const auto first = x.steps.positions.at;
              at = at < 0 || at + x.bytes >= x.bytes * x.loop.batches.repetitions() ? first : at + x.bytes;
              MPI_File_read_at(*x.file, at, x.steps.in.begin, x.share_count, MPI_BYTE, &read);
            }));
    MPI_File_close(&file);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bare::World world(argc, argv);
  const int rounds = argc > 1 ? std::max(8, std::atoi(argv[1])) : 200;
  const auto out = bare::pages(1 << 20), in = bare::pages(1 << 20);
  auto* const from = reinterpret_cast<std::byte*>(out.get());
  auto* const into = reinterpret_cast<std::byte*>(in.get());
  std::fill_n(reinterpret_cast<float*>(from), (1 << 20) / sizeof(float), 1.0F);

  Prepared c;
  c.comm = c.active = MPI_COMM_WORLD;
  c.rank = world.rank;
  c.size = world.size;
  c.op = MPI_SUM;
  c.steps.out = {from, from + (1 << 20), 0, from};
  c.steps.in = {into, into + (1 << 20), 0, into};
  c.loop.line_up = sonde::engine::barriers;
  const int peer = 1 - c.rank;

  if (c.rank == 0)
    fmt::print("{:>16} {:>8} {:>6} {:>11} {:>7}  {:>14}   {:>14}\n", "benchmark", "bytes", "rounds",
               "bare[usec]", "ratio", "95 % of ratio", "its quartiles");
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) {
    c.bytes = c.count = bytes;
    c.loop.batches = batches_of(std::min(1000L, (40L << 20) / bytes));
    c.type = MPI_BYTE;
    compare("PingPong", rounds, c, by_hand([=](const Prepared& x) {
              if (x.rank == 0) MPI_Send(from, x.count, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
              MPI_Recv(into, x.count, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
              if (x.rank == 1) MPI_Send(from, x.count, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
            }));
    compare("Sendrecv", rounds, c, by_hand([=](const Prepared& x) {
              MPI_Sendrecv(from, x.count, MPI_BYTE, peer, 1, into, x.count, MPI_BYTE, peer, 1, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
            }));
    c.count = bytes / 4;
    c.type = MPI_FLOAT;
    compare("Allreduce", rounds, c, by_hand([=](const Prepared& x) {
              MPI_Allreduce(from, into, x.count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
            }));
    c.count = bytes / 4;
    compare("Iallreduce_pure", rounds, c, by_hand([=](const Prepared& x) {
              MPI_Request request;
              MPI_Iallreduce(from, into, x.count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);
              MPI_Wait(&request, MPI_STATUS_IGNORE);
            }));
  }
  compare_windows(rounds, c);
  compare_replaced(rounds, c);
  compare_puts(rounds, c);
  if (argc > 2) compare_files(argv[2], rounds, c);
}
