#include "catalog/expected_content.hpp"

#include <array>

namespace sonde {

namespace {

// In the order of the enumeration.
constexpr auto facts = std::to_array<ContentFacts>({
    {"–", "–"},                                                                        // nothing
    {"no rank leaves before all have entered", "all ⇄ all"},                           // entered_by_all
    {"the peer's message", "0 ⇄ 1"},                                                   // from_peer
    {"the left neighbour's message", "0 → 1 → 2 → 3 → 0"},                             // from_left
    {"the left neighbour's message in place of the own one", "0 → 1 → 2 → 3 → 0"},     // from_left_in_place
    {"the message drawn last for this rank", "drawn at random"},                       // from_drawn_sender
    {"the message drawn last for this rank", "drawn at random"},                       // from_drawn_partner
    {"the message of the rank before it", "drawn at random"},                          // from_drawn_ring
    {"the message sent to this rank", ""},                                             // from_flow
    {"on all others, the message of rank 0", "0 → 1, 2, 3"},                           // from_first
    {"at rank 0, every other rank's block", "1, 2, 3 → 0"},                            // from_all_others
    {"a block of each neighbour, by direction", "each ⇄ its neighbours on the grid"},  // from_grid_blocks
    {"each neighbour's message", "each ⇄ its neighbours on the grid"},                 // from_grid_ranks
    {"each neighbour's message, by direction", "each ⇄ its neighbours on the grid"},   // from_grid_neighbours
    {"both neighbours' messages", "0 ⇄ 1 ⇄ 2 ⇄ 3 ⇄ 0"},                                // from_neighbours
    {"the root's message", "root → all"},                                              // from_root
    {"this rank's block of the root's buffer", "root → all"},                          // scattered
    {"at the root, every rank's block", "all → root"},                                 // gathered_at_root
    {"every rank's block", "all ⇄ all"},                                               // gathered
    {"this rank's block of every rank's buffer", "all ⇄ all"},                         // transposed
    {"at the root, the sum", "all → root"},                                            // reduced_at_root
    {"the sum", "all ⇄ all"},                                                          // reduced
    {"the sum over the ranks up to this one", "0 → 1, 2, 3; 1 → 2, 3; 2 → 3"},         // summed_up_to
    {"on all but rank 0, the sum over the ranks before it", "0 → 1, 2, 3; 1 → 2, 3; 2 → 3"},  // summed_before
    {"this rank's share of the sum", "all ⇄ all"},                           // reduced_scattered
    {"this rank's block of the sum", "all ⇄ all"},                           // reduced_block
    {"the sum of both buffers", "–"},                                        // reduced_locally
    {"every message of the partner", "0 ⇄ 1"},                               // window_from_partner
    {"on the second half, every message of the partner", "0 → 1"},           // window_at_answering
    {"at rank 0, every message of every other rank", "1, 2, 3 → 0"},         // windows_from_others
    {"on all others, every message of rank 0", "0 → 1, 2, 3"},               // window_from_first
    {"the window: what the peer put", "0 ⇄ 1", "0 → 1"},                     // put_by_peer
    {"what the peer's window held", "0 ⇄ 1", "0 ← 1"},                       // got_from_peer
    {"rank 0's window: its old content plus all contributions", "all → 0"},  // accumulated
    {"every other window: what rank 0 put", "0 → 1, 2, 3"},                  // put_by_first
    {"the window: in each rank's section what it put", "all ⇄ all"},         // put_by_all
    {"what every other window held", "all ⇄ all", "0 ← 1, 2, 3"},            // got_from_all
    {"the window: what both neighbours put", "0 ⇄ 1 ⇄ 2 ⇄ 3 ⇄ 0"},           // put_by_neighbours
    {"what both neighbours' windows held", "0 ⇄ 1 ⇄ 2 ⇄ 3 ⇄ 0"},             // got_from_neighbours
    {"rank 1's window: its old content plus each contribution", "0 → 1"},    // added_by_first
    {"that, and the old content of each repetition", "0 ⇄ 1"},               // fetched_and_added
    {"the counter, and its old value of each repetition", "0 ⇄ 1"},          // counted
    {"rank 0's window: every addition of every rank", "all → 0"},            // counted_by_all
    {"the last value, and the value before each swap", "0 ⇄ 1"},             // swapped
    {"the file: what the ranks wrote", "all → file", "0 → file"},            // file_written
    {"what the file held", "file → all", "file → 0"},                        // file_read
    {"what a function of the plug-in says", "all ⇄ all"},                    // plugin_says
});
static_assert(facts.size() == static_cast<std::size_t>(ExpectedContent::plugin_says) + 1);

}  // namespace

const ContentFacts& facts_of(ExpectedContent content) {
  return facts[static_cast<std::size_t>(content)];
}

}  // namespace sonde
