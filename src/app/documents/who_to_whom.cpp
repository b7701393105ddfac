#include "app/documents/who_to_whom.hpp"

#include <fmt/format.h>

namespace sonde::app {

namespace {

constexpr int processes = 4;

/// Of messages that go where the row says: "0 → 3, 1 → 2, ...".
std::string flows_of(Flows kind) {
  const FlowMap map{.kind = kind, .ranks = processes};
  if (map.drawn()) return kind == Flows::paired ? "pairs drawn at random" : "drawn at random";
  std::string text;
  for (int rank = 0; rank < processes; ++rank) {
    const Ends ends = map.ends_of(rank, 0);
    if (ends.to < 0 || (ends.to == ends.from && ends.to < rank)) continue;
    text +=
        fmt::format("{}{} {} {}", text.empty() ? "" : ", ", rank, ends.to == ends.from ? "⇄" : "→", ends.to);
  }
  return text;
}

/// Of two processes, or of all in pairs half of the processes apart.
std::string pairs_of(const Benchmark& row, std::string_view arrow) {
  return row.needs.processes.exactly == 2 ? fmt::format("0 {} 1", arrow)
                                          : fmt::format("0 {} 2, 1 {} 3", arrow, arrow);
}

std::string_view origin(const Benchmark& row, std::string_view one, std::string_view both) {
  const Roles roles = row.needs.processes.roles;
  const bool of_one = roles == Roles::first || roles == Roles::first_of_pairs || roles == Roles::halves;
  return of_one ? one : both;
}

}  // namespace

std::string who_to_whom(const Benchmark& row) {
  switch (row.expect) {
    case ExpectedContent::nothing:
      return row.klass == TransferClass::links ? "each pair by itself, in rounds" : "–";
    case ExpectedContent::reduced_locally:
      return "–";
    case ExpectedContent::from_peer:
    case ExpectedContent::window_from_partner:
      return pairs_of(row, "⇄");
    case ExpectedContent::window_at_answering:
      return pairs_of(row, "→");
    case ExpectedContent::from_left:
    case ExpectedContent::from_left_in_place:
      return "0 → 1 → 2 → 3 → 0";
    case ExpectedContent::from_neighbours:
    case ExpectedContent::put_by_neighbours:
    case ExpectedContent::got_from_neighbours:
      return "0 ⇄ 1 ⇄ 2 ⇄ 3 ⇄ 0";
    case ExpectedContent::from_drawn_sender:
    case ExpectedContent::from_drawn_partner:
    case ExpectedContent::from_drawn_ring:
      return row.flows == Flows::none ? "drawn at random" : flows_of(row.flows);
    case ExpectedContent::from_flow:
      return flows_of(row.flows);
    case ExpectedContent::from_grid_blocks:
    case ExpectedContent::from_grid_ranks:
    case ExpectedContent::from_grid_neighbours:
      return "each ⇄ its neighbours on the grid";
    case ExpectedContent::from_first:
    case ExpectedContent::window_from_first:
    case ExpectedContent::put_by_first:
      return "0 → 1, 2, 3";
    case ExpectedContent::from_all_others:
    case ExpectedContent::windows_from_others:
      return "1, 2, 3 → 0";
    case ExpectedContent::from_root:
    case ExpectedContent::scattered:
      return "root → all";
    case ExpectedContent::gathered_at_root:
    case ExpectedContent::reduced_at_root:
      return "all → root";
    case ExpectedContent::entered_by_all:
    case ExpectedContent::gathered:
    case ExpectedContent::transposed:
    case ExpectedContent::reduced:
    case ExpectedContent::reduced_scattered:
    case ExpectedContent::reduced_block:
    case ExpectedContent::put_by_all:
      return "all ⇄ all";
    case ExpectedContent::got_from_all:
      return std::string(origin(row, "0 ← 1, 2, 3", "all ⇄ all"));
    case ExpectedContent::summed_up_to:
    case ExpectedContent::summed_before:
      return "0 → 1, 2, 3; 1 → 2, 3; 2 → 3";
    case ExpectedContent::put_by_peer:
      return pairs_of(row, origin(row, "→", "⇄"));
    case ExpectedContent::got_from_peer:
      return pairs_of(row, origin(row, "←", "⇄"));
    case ExpectedContent::accumulated:
    case ExpectedContent::counted_by_all:
      return "all → 0";
    case ExpectedContent::added_by_first:
      return pairs_of(row, "→");
    case ExpectedContent::fetched_and_added:
    case ExpectedContent::counted:
    case ExpectedContent::swapped:
      return pairs_of(row, "⇄");
    case ExpectedContent::file_written:
      return row.needs.file.owner == FileOwner::self ? "0 → file" : "all → file";
    case ExpectedContent::file_read:
      return row.needs.file.owner == FileOwner::self ? "file → 0" : "file → all";
  }
  return "–";
}

}  // namespace sonde::app
