#include "case_setup/window_contents.hpp"

#include <algorithm>

#include "case_setup/check_pace.hpp"
#include "plan/lengths.hpp"

namespace sonde::case_setup {

WindowContents::WindowContents(const Settings& settings, const Benchmark& benchmark, const Case& c,
                               host::Space& space)
    : settings_(settings), benchmark_(benchmark), case_(c), space_(space) {}

check::EpochFacts WindowContents::facts() const {
  check::EpochFacts facts;
  facts.type = transfer_type(settings_, benchmark_.message.element);
  facts.ranks = case_.size;
  facts.rank = case_.rank;
  facts.bytes = case_.bytes;
  const Roles roles = benchmark_.needs.processes.roles;
  facts.first_only = roles != Roles::alike && roles != Roles::pairs;
  facts.in_flight = case_.in_flight;
  facts.slots = slots();
  return facts;
}

std::int64_t WindowContents::slots() const {
  std::int64_t least = case_.sections.slots();
  if (benchmark_.message.send != Extent::none) least = std::min(least, case_.steps.out.slots());
  if (benchmark_.message.receive != Extent::none) least = std::min(least, case_.steps.in.slots());
  return least;
}

std::byte* WindowContents::place_of(const check::Place& place, std::int64_t slot) const {
  const engine::Steps& steps = case_.steps;
  const engine::Ring& ring = place.area == check::Area::send      ? steps.out
                             : place.area == check::Area::receive ? steps.in
                                                                  : case_.sections;
  return ring.begin + slot * ring.stride + place.index * case_.bytes;
}

void WindowContents::write(check::EpochFacts facts, std::int64_t slots) const {
  for (facts.section = 0; facts.section < slots; ++facts.section)
    for (const check::Place& place : check::places(benchmark_.expect, facts))
      space_.write(place_of(place, facts.section), case_.bytes, place.before);
}

std::vector<std::byte> WindowContents::received(std::int64_t slots) const {
  std::vector<std::byte> all;
  for (std::int64_t slot = 0; slot < slots; ++slot) {
    space_.read(
        place_of({check::Area::receive, 0, {}, {}}, slot), case_.bytes,
        [&](std::int64_t, std::span<const std::byte> one) { all.insert(all.end(), one.begin(), one.end()); });
  }
  return all;
}

check::Defect WindowContents::compare(check::EpochFacts facts, std::int64_t slots) const {
  check::Defect all;
  for (facts.section = 0; facts.section < slots; ++facts.section)
    for (const check::Place& place : check::places(benchmark_.expect, facts)) {
      if (!place.after) continue;
      check::ContentComparison comparison(place.after, facts, case_.bytes);
      space_.read(place_of(place, facts.section), case_.bytes,
                  [&](std::int64_t at, std::span<const std::byte> piece) { comparison.look(at, piece); });
      add(all, comparison.result());
    }
  return all;
}

}  // namespace sonde::case_setup
