#include "cases/check_window.hpp"

#include <algorithm>

#include "check/verify.hpp"
#include "engine/line_up.hpp"

namespace sonde::cases {

namespace {

constexpr std::int64_t most_sections = 4;

/// One epoch of a few transfers, each in a section of its own where the case has several.
class Epoch {
 public:
  Epoch(const Section& section, const Case& c, const Loop& loop, const host::Memory& window)
      : benchmark_(*section.benchmark),
        mode_(benchmark_.modes[static_cast<std::size_t>(section.mode)]),
        case_(c),
        loop_(loop),
        window_(window.data()),
        origin_(benchmark_.message.send == Extent::none ? c.steps.in : c.steps.out) {
    const auto ring = origin_.stride == 0 ? 1 : (origin_.end - origin_.begin) / origin_.stride;
    sections_ = std::min<std::int64_t>(ring, most_sections);
    facts_ = {.type = TransferType::float_type, .ranks = c.size, .rank = c.rank, .bytes = c.bytes};
    facts_.generation = 1;
    facts_.times = adds() && sections_ == 1 ? 2 : 1;
    const auto transfers = sections_ * facts_.times;
    loop_.line_up = engine::no_barrier;
    loop_.batches = {1, transfers, transfers};
  }

  check::Defect run() {
    prepare();
    Sample sample;
    mode_.measure(case_, loop_, sample);
    check::Defect all;
    for (facts_.section = 0; looks() && facts_.section < sections_; ++facts_.section) {
      const auto one = check::verify(benchmark_.expect, facts_, received());
      if (one.found() && !all.found())
        all = one;
      else
        all.wrong += one.wrong;
    }
    return all;
  }

 private:
  [[nodiscard]] bool adds() const { return benchmark_.expect == Expect::accumulated; }
  [[nodiscard]] bool gets() const { return benchmark_.expect == Expect::got_from_peer; }

  /// Whether something arrives at this rank.
  [[nodiscard]] bool looks() const {
    if (adds()) return case_.rank == 0;
    return loop_.role == Role::all || loop_.role == (gets() ? Role::first_half : Role::second_half);
  }
  [[nodiscard]] std::span<std::byte> section_of(std::byte* memory) const {
    return {memory + facts_.section * origin_.stride, static_cast<std::size_t>(case_.bytes)};
  }
  [[nodiscard]] std::span<std::byte> received() const { return section_of(gets() ? origin_.begin : window_); }

  /// Contents are local stores: fences on both sides keep them apart from the epochs of transfers.
  void prepare() {
    mpi::ok(MPI_Win_fence(0, case_.window), "MPI_Win_fence");
    for (facts_.section = 0; facts_.section < sections_; ++facts_.section) {
      check::fill_window(benchmark_.expect, facts_, section_of(window_));
      if (gets())
        check::spoil(benchmark_.expect, facts_, section_of(origin_.begin));
      else
        check::fill_send(benchmark_.expect, facts_, section_of(origin_.begin));
    }
    mpi::ok(MPI_Win_fence(0, case_.window), "MPI_Win_fence");
  }

  const Benchmark& benchmark_;
  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  std::byte* window_;
  engine::Ring origin_;
  std::int64_t sections_ = 1;
  check::Facts facts_;
};

}  // namespace

CheckResult check_window(const Section& section, const Team& team, const Case& c, const Loop& loop,
                         const host::Memory& window) {
  CheckResult result;
  std::optional<Failure> found;
  result.failure = agree(team.active.get(), attempt([&] {
                           const auto defect = Epoch(section, c, loop, window).run();
                           result.defects = static_cast<double>(defect.wrong);
                           if (defect.found()) found = Failure{record::Reason::none, defect.text};
                         }));
  if (result.failure) return result;
  if (const auto first = agree(team.active.get(), found)) result.text = first->text;
  return result;
}

}  // namespace sonde::cases
