// The rows of IMB-IO (guide 4.1, table 1): a transfer, its non-blocking twin, and what the prefix S_, P_ or
// C_ makes of them.
#pragma once
#include <array>
#include <string_view>

#include "patterns/io_transfers.hpp"

namespace sonde::patterns {

/// What a prefix or the postfix priv stands for.
struct Style {
  TransferClass klass = TransferClass::parallel_transfer;
  FileOwner owner = FileOwner::group;
};
inline constexpr Style single{TransferClass::single_transfer, FileOwner::self};
inline constexpr Style parallel{TransferClass::parallel_transfer, FileOwner::group};
inline constexpr Style privately{TransferClass::parallel_transfer, FileOwner::rank};
inline constexpr Style collective{TransferClass::collective, FileOwner::group};

/// What blocking and non-blocking rows have in common.
template <class P>
constexpr Benchmark file_row(std::string_view name, std::string_view summary, Style style) {
  constexpr bool writes = P::Action::writes;
  return {.name = name,
          .summary = summary,
          .suite = Suite::io,
          .klass = style.klass,
          .message = {.send = writes ? Extent::share : Extent::none,
                      .receive = writes ? Extent::none : Extent::share},
          .needs = {.processes = {.exactly = style.owner == FileOwner::self ? 1 : 0},
                    .resource = Resource::file,
                    .file = {.owner = style.owner, .pointer = P::pointer, .writes = writes}},
          .expect = writes ? ExpectedContent::file_written : ExpectedContent::file_read,
          .metric = {.messages = 1}};
}

template <class P>
constexpr Benchmark blocking_row(std::string_view name, std::string_view summary, Style style) {
  Benchmark row = file_row<P>(name, summary, style);
  if constexpr (P::Action::writes) {
    row.modes[0] = {"AGGREGATE", Counting::per_sample, engine::measure_file_aggregate<P>, Batching::whole};
    row.modes[1] = {"NON-AGGREGATE", Counting::nonaggregate, engine::measure_file_each<P>};
  } else {
    row.modes[0] = {"AGGREGATE", Counting::per_sample, engine::measure_file_each<P>};
  }
  return row;
}

template <class P>
constexpr Benchmark overlapped_row(std::string_view name, std::string_view summary, Style style) {
  Benchmark row = file_row<P>(name, summary, style);
  row.overlapped = true;
  row.modes[0] = {"AGGREGATE", Counting::per_sample, engine::measure_overlapped<P>, Batching::whole};
  return row;
}

/// A transfer and its non-blocking twin.
template <class P>
constexpr std::array<Benchmark, 2> twins(std::string_view name, std::string_view summary,
                                         std::string_view twin_name, std::string_view twin_summary,
                                         Style style) {
  return {blocking_row<P>(name, summary, style), overlapped_row<P>(twin_name, twin_summary, style)};
}

}  // namespace sonde::patterns
