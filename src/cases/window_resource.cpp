#include "cases/window_resource.hpp"

#include <algorithm>

#include "cases/check_pace.hpp"
#include "check/verify.hpp"
#include "engine/line_up.hpp"

namespace sonde::cases {

namespace {

/// Epochs of transfers, each in a section of its own where the case has several.
class EpochCheck {
 public:
  EpochCheck(const ResourceFacts& facts, const CheckFacts& measured)
      : benchmark_(*facts.section.benchmark),
        mode_(benchmark_.modes[static_cast<std::size_t>(facts.section.mode)]),
        case_(measured.c),
        loop_(measured.loop),
        window_(facts.window.data()),
        origin_(benchmark_.message.send == Extent::none ? measured.c.steps.in : measured.c.steps.out) {
    const auto ring = origin_.stride == 0 ? 1 : (origin_.end - origin_.begin) / origin_.stride;
    const auto most = std::min(measured.repetitions, facts.settings.check_repetitions.value_or(ring));
    sections_ = std::clamp<std::int64_t>(most, 1, ring);
    facts_ = {
        .type = TransferType::float_type, .ranks = case_.size, .rank = case_.rank, .bytes = case_.bytes};
    facts_.times = adds() && ring == 1 ? 2 : 1;  // a second transfer would go to the next section
    loop_.line_up = engine::no_barrier;
    loop_.batches = {1, transfers(), transfers()};
  }

  /// Of one epoch.
  [[nodiscard]] std::int64_t transfers() const { return sections_ * facts_.times; }

  check::Defect round(std::int64_t repetitions) {
    check::Defect all;
    for (std::int64_t left = repetitions; left > 0; left -= transfers()) add(all, epoch());
    return all;
  }

 private:
  check::Defect epoch() {
    ++facts_.generation;
    prepare();
    Sample sample;
    mode_.measure(case_, loop_, sample);
    check::Defect all;
    for (facts_.section = 0; looks() && facts_.section < sections_; ++facts_.section)
      add(all, check::verify(benchmark_.expect, facts_, received()));
    return all;
  }

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

WindowResource::WindowResource(const ResourceFacts& facts, Case& c) {
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_create(facts.window.data(), static_cast<MPI_Aint>(facts.buffers.window_bytes), 1, c.info,
                         c.comm, &made),
          "MPI_Win_create");
  window_ = mpi::Window(made);
  mpi::ok(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  mpi::ok(MPI_Win_fence(0, made), "MPI_Win_fence");
  c.window = made;
}

CheckResult WindowResource::check(const ResourceFacts& facts, const CheckFacts& measured) {
  EpochCheck epochs(facts, measured);
  return check_in_rounds(
      facts, measured, epochs.transfers(),
      [&epochs](std::int64_t, std::int64_t repetitions) { return epochs.round(repetitions); });
}

}  // namespace sonde::cases
