#include "app/documents/who_to_whom.hpp"

#include <fmt/format.h>

#include "catalog/expected_content.hpp"

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

/// Of two processes, or of all in pairs half of the processes apart, as neighbours in chains of threads are.
std::string in_pairs(const Benchmark& row, std::string picture) {
  if (!picture.starts_with("0 ")) return picture;
  const bool pair = picture.ends_with(" 1");
  if (!pair && row.threaded()) return "0 ⇄ 2, 1 ⇄ 3";
  if (pair && row.needs.processes.exactly != 2) {
    const std::string arrow = picture.substr(2, picture.size() - 4);
    return fmt::format("0 {} 2, 1 {} 3", arrow, arrow);
  }
  return picture;
}

/// Whether one process, or one of each pair, begins all transfers.
bool of_one_side(const Benchmark& row) {
  const Roles roles = row.needs.processes.roles;
  return roles == Roles::first || roles == Roles::first_of_pairs || roles == Roles::halves ||
         row.needs.file.owner == FileOwner::self;
}

}  // namespace

std::string who_to_whom(const Benchmark& row) {
  if (row.klass == TransferClass::links) return "each pair by itself, in rounds";
  if (row.flows != Flows::none) return flows_of(row.flows);
  const ContentFacts& facts = facts_of(row.expect);
  const bool one = !facts.of_one.empty() && of_one_side(row);
  return in_pairs(row, std::string(one ? facts.of_one : facts.picture));
}

}  // namespace sonde::app
