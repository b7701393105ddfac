#include "cases/check_case.hpp"

#include <fmt/format.h>

#include <set>

#include "check/verify.hpp"
#include "engine/line_up.hpp"
#include "plan/buffers.hpp"
#include "plan/lengths.hpp"

namespace sonde::cases {

namespace {

std::int64_t bytes_of(const Settings& settings, const Case& c, const Benchmark& benchmark, Extent extent) {
  return extent_bytes(settings, benchmark, extent, c.bytes, c.size, c.rank).value_or(0);
}

bool receives(const Benchmark& benchmark, const Case& c, int root) {
  const bool only_root =
      benchmark.expect == Expect::gathered_at_root || benchmark.expect == Expect::reduced_at_root;
  return !only_root || c.rank == root;
}

/// The roots that are checked: all of a small group, first, second and last of a large one.
std::set<int> roots_of(const Case& c) {
  if (c.steps.roots.stride == 0) return {c.steps.roots.at};
  std::set<int> roots{0, std::min(1, c.size - 1), c.size - 1};
  for (int root = 0; root < std::min(c.size, 4); ++root) roots.insert(root);
  return roots;
}

/// One checked repetition after another on the same case.
class Checker {
 public:
  Checker(const Settings& settings, const Section& section, const Case& c, const Loop& loop,
          host::Memory& received)
      : benchmark_(*section.benchmark),
        mode_(benchmark_.modes[static_cast<std::size_t>(section.mode)]),
        case_(c),
        loop_(loop) {
    const bool both = benchmark_.expect == Expect::from_neighbours;
    receive_bytes_ = both ? 2 * c.bytes : bytes_of(settings, c, benchmark_, benchmark_.message.receive);
    send_bytes_ = bytes_of(settings, c, benchmark_, benchmark_.message.send);
    facts_ = {.type = transfer_type(settings, benchmark_.message.element),
              .ranks = c.size,
              .rank = c.rank,
              .bytes = c.bytes};
    there_ = received.provide(receive_bytes_);
    case_.steps.in = {received.data(), nullptr, 0, received.data()};
    if (both) case_.second_in = static_cast<std::ptrdiff_t>(c.bytes);
    loop_.line_up = engine::no_barrier;
    loop_.batches = {1, 1, 1};
  }

  [[nodiscard]] bool ready() const { return there_; }

  check::Defect once(int root) {
    facts_.root = root;
    ++facts_.generation;
    Case rooted = case_;
    rooted.steps.roots = {case_.size, root, 0};
    const auto send = span(case_.steps.out.at, send_bytes_);
    const auto receive = span(case_.steps.in.at, receive_bytes_);
    if (benchmark_.expect == Expect::from_root) {
      check::fill_send(benchmark_.expect, facts_, receive);
    } else {
      check::fill_send(benchmark_.expect, facts_, send);
      check::spoil(benchmark_.expect, facts_, receive);
    }
    Sample sample;
    mode_.measure(rooted, loop_, sample);
    if (!receives(benchmark_, case_, root)) return {};
    return check::verify(benchmark_.expect, facts_, receive);
  }

 private:
  static std::span<std::byte> span(std::byte* begin, std::int64_t bytes) {
    return {begin, static_cast<std::size_t>(bytes)};
  }

  const Benchmark& benchmark_;
  const Mode& mode_;
  Case case_;  ///< receives into memory of its own
  Loop loop_;
  check::Facts facts_;
  std::int64_t send_bytes_ = 0, receive_bytes_ = 0;
  bool there_ = false;
};

}  // namespace

CheckResult check_case(const Settings& settings, const Section& section, const Team& team, const Case& c,
                       const Loop& loop, host::Memory& received) {
  CheckResult result;
  const Expect expect = section.benchmark->expect;
  if (expect == Expect::nothing) return result;
  Checker checker(settings, section, c, loop, received);
  std::optional<Failure> mine;
  if (!checker.ready())
    mine = Failure{record::Reason::out_of_memory, "not enough memory for the buffers of -check"};
  result.failure = agree(team.active.get(), mine);
  if (result.failure) return result;
  std::optional<Failure> found;
  const auto broken = attempt([&] {
    for (const int root : roots_of(c)) {
      const auto defect = checker.once(root);
      result.defects += static_cast<double>(defect.wrong);
      if (defect.found() && !found) found = Failure{record::Reason::none, defect.text};
    }
  });
  result.failure = agree(team.active.get(), broken);
  if (const auto first = agree(team.active.get(), found)) result.text = first->text;
  return result;
}

}  // namespace sonde::cases
