// What the loops written by hand are made of, and which loop of Sonde each is compared with.
#pragma once
#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "engine/case.hpp"

namespace cost {

/// A case and the loop over it.
struct Case : sonde::Case {
  sonde::Loop loop;
};

inline void must(int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    std::abort();
}

/// Bytes of a message, and of each transfer of a file.
inline constexpr int moved_bytes = 4;
inline int status_bytes = moved_bytes;  ///< what statuses name

/// Repetitions of the longest loop.
inline constexpr std::int64_t many = 2048;
inline std::array<MPI_Status, many> statuses{};

// What a person would write: pointers into both rings, the root, the file offset, a status. Every loop steps
// only what it uses.
struct Places {
  std::byte *out, *out_begin, *out_end, *in, *in_begin, *in_end;
  std::ptrdiff_t out_stride, in_stride;
  MPI_Aint window_at, window_end, window_stride;
  int root, roots;
  MPI_Offset position;
  MPI_Status* status;

  explicit Places(const Case& c)
      : out(c.steps.out.at),
        out_begin(c.steps.out.begin),
        out_end(c.steps.out.end),
        in(c.steps.in.at),
        in_begin(c.steps.in.begin),
        in_end(c.steps.in.end),
        out_stride(c.steps.out.stride),
        in_stride(c.steps.in.stride),
        window_at(0),
        window_end(c.sections.end - c.sections.begin),
        window_stride(c.sections.stride),
        root(c.steps.roots.at),
        roots(c.steps.roots.size),
        position(c.steps.positions.at),
        status(statuses.data()) {}
  void next_out() {
    out += out_stride;
    if (out == out_end) out = out_begin;
  }
  void next_in() {
    in += in_stride;
    if (in == in_end) in = in_begin;
  }
  void next_window() {
    window_at += window_stride;
    if (window_at == window_end) window_at = 0;
  }
  void next_root(int stride) {
    root += stride;
    if (root == roots) root = 0;
  }
};

/// A set of requests for each of the 64 places, which are gone through in a ring.
template <std::size_t Each>
struct Sets {
  std::array<std::array<MPI_Request, Each>, 64> all{};
  MPI_Request* at = all.front().data();
  MPI_Request* next() {
    MPI_Request* const one = at;
    at += Each;
    if (at == all.back().data() + Each) at = all.front().data();
    return one;
  }
};

/// n calls between two readings of the clock, and what completes them together.
template <class Call, class Complete>
void hand_loop(const Case& c, Call call, Complete complete) {
  Places p(c);
  static_cast<void>(MPI_Wtime());
  for (std::int64_t left = c.loop.batches.each; left > 0; --left) call(p);
  complete();
  static_cast<void>(MPI_Wtime());
}
template <class Call>
void hand_loop(const Case& c, Call call) {
  hand_loop(c, call, [] {});
}

/// A loop of Sonde and the same by hand.
struct Twin {
  std::string_view benchmark;
  int rank;
  int mode;
  void (*hand)(const Case&);
  sonde::RmaSync sync = sonde::RmaSync::flush;  ///< of rows that have it as it is asked for
  int places = 8;                               ///< of the eight messages of a window
};

/// A handle that is not null.
inline const MPI_File* some_file() {
  static char place;
  static const auto file = reinterpret_cast<MPI_File>(&place);
  return &file;
}

[[nodiscard]] std::span<const Twin> mpi1_twins();
[[nodiscard]] std::span<const Twin> ext_twins();
[[nodiscard]] std::span<const Twin> io_twins();
[[nodiscard]] std::span<const Twin> nbc_twins();
[[nodiscard]] std::span<const Twin> rma_twins();
[[nodiscard]] std::span<const Twin> mpi4_twins();
[[nodiscard]] std::span<const Twin> p2p_twins();
[[nodiscard]] std::span<const Twin> mt_twins();
[[nodiscard]] std::span<const Twin> sonde_twins();
[[nodiscard]] std::span<const Twin> synchronised_twins();
[[nodiscard]] std::span<const Twin> partitioned_twins();  ///< none before MPI 4.0

}  // namespace cost
