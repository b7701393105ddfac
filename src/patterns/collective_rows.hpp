// Rows of collectives, blocking ones and those that are started and waited for: what they move, and what is
// to have arrived then.
#pragma once

#include "engine/loops.hpp"
#include "mpi/error.hpp"
#include "patterns/concatenate.hpp"

namespace sonde::patterns {

using engine::CollectiveContext;
using engine::Slot;
using engine::VectorContext;
using mpi::ok;

/// A message, and what the receive buffers are to hold behind it.
struct Movement {
  Message message;
  ExpectedContent expect;
};
inline constexpr Movement nothing_moved{no_message, ExpectedContent::entered_by_all};
inline constexpr Movement from_the_root{{.send = Extent::none, .root = Root::rotates},
                                        ExpectedContent::from_root};
inline constexpr Movement to_everybody{{.receive = Extent::message_per_rank}, ExpectedContent::gathered};
inline constexpr Movement to_the_root{{.receive = Extent::message_per_rank, .root = Root::rotates},
                                      ExpectedContent::gathered_at_root};
inline constexpr Movement spread_by_the_root{{.send = Extent::message_per_rank, .root = Root::rotates},
                                             ExpectedContent::scattered};
inline constexpr Movement from_all_to_all{
    {.send = Extent::message_per_rank, .receive = Extent::message_per_rank}, ExpectedContent::transposed};
inline constexpr Movement summed{{.element = Element::reduction}, ExpectedContent::reduced};
inline constexpr Movement summed_up_to_each{summed.message, ExpectedContent::summed_up_to};
inline constexpr Movement summed_before_each{summed.message, ExpectedContent::summed_before};
inline constexpr Movement summed_at_the_root{{.element = Element::reduction, .root = Root::rotates},
                                             ExpectedContent::reduced_at_root};
inline constexpr Movement summed_blocks{{.send = Extent::message_per_rank, .element = Element::reduction},
                                        ExpectedContent::reduced_block};
inline constexpr Movement summed_shares{{.receive = Extent::share, .element = Element::reduction},
                                        ExpectedContent::reduced_scattered};
inline constexpr Movement to_all_neighbours{{.receive = Extent::per_neighbour},
                                            ExpectedContent::from_grid_ranks};
inline constexpr Movement to_each_neighbour{{.send = Extent::per_neighbour, .receive = Extent::per_neighbour},
                                            ExpectedContent::from_grid_blocks};

constexpr Benchmark collective_row(std::string_view name, std::string_view summary, const Movement& moved,
                                   Measure measure) {
  return {.name = name,
          .summary = summary,
          .message = moved.message,
          .expect = moved.expect,
          .modes = {{{"", Counting::per_sample, measure}}}};
}

/// A blocking collective of IMB-MPI1.
template <class P>
constexpr Benchmark collective(std::string_view name, std::string_view summary, const Movement& moved) {
  return collective_row(name, summary, moved, engine::measure<P>);
}

constexpr Pair by_name(const Pair& rows) {
  return {by_name(rows[0]), by_name(rows[1])};
}

/// `beside` and the same alone.
constexpr Pair with_pure(const Benchmark& beside, std::string_view name, std::string_view summary,
                         Measure measure) {
  Benchmark pure = beside;
  pure.name = name;
  pure.summary = summary;
  pure.optional = true;
  pure.overlapped = false;
  pure.modes[0].measure = measure;
  return {beside, pure};
}

/// Two rows, and those that stand for them under the other meaning of -reduce_scatter.
constexpr Pair or_the_others(Pair rows, const Pair& others) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].other_share = &others[i];
  return rows;
}

}  // namespace sonde::patterns
