#include <algorithm>

#include "record/fields.hpp"

namespace sonde::record {

namespace {

bool within(int value, int least, std::size_t below) {
  return value >= least && value < static_cast<int>(below);
}

/// Whether every number of a player or of a block is one.
bool fits(const links::Survey& survey) {
  const std::size_t players = survey.ranks.size(), blocks = survey.blocks.names.size();
  if (survey.blocks.of.size() != players) return false;
  if (!std::ranges::all_of(survey.blocks.of, [&](int block) { return within(block, 0, blocks); }))
    return false;
  return std::ranges::all_of(survey.findings, [&](const links::Finding& finding) {
    const auto& suspect = finding.suspect;
    const bool link = suspect.kind == links::Kind::link;
    return within(suspect.first, 0, suspect.kind == links::Kind::block ? blocks : players) &&
           within(suspect.second, link ? 0 : -1, players);
  });
}

}  // namespace

std::string settle(links::Survey& survey) {
  const std::size_t players = survey.ranks.size();
  for (links::Matrix* matrix : {&survey.map.latency, &survey.map.message}) {
    if (!matrix->empty() && matrix->seconds.size() != players * players)
      return "the matrices of 'links' must be the square of as many numbers as there are ranks";
    matrix->players = survey.players();
  }
  return fits(survey) ? "" : "'links' must be players and blocks that its lists have";
}

}  // namespace sonde::record
