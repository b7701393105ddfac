#include "cases/window_resource.hpp"

#include <algorithm>

#include "cases/check_pace.hpp"
#include "cases/window_contents.hpp"
#include "check/elements.hpp"
#include "engine/epoch_loops.hpp"
#include "engine/line_up.hpp"
#include "mpi/error.hpp"

namespace sonde::cases {

namespace {

/// Epochs of transfers, each in a section of its own where the case has several.
class EpochCheck {
 public:
  EpochCheck(const ResourceFacts& facts, const CheckFacts& measured, PassiveEpoch& epoch)
      : benchmark_(*facts.section.benchmark),
        mode_(benchmark_.modes[static_cast<std::size_t>(facts.section.mode)]),
        case_(measured.c),
        loop_(measured.loop),
        epoch_(epoch),
        contents_(facts.settings, benchmark_, case_),
        facts_(contents_.facts()) {
    const auto slots = contents_.slots();
    const auto most = std::min(measured.repetitions, facts.settings.check_repetitions.value_or(slots));
    slots_ = std::clamp<std::int64_t>(most, 1, slots);
    // A second transfer goes to the same place only where there is one.
    facts_.times = adds_to_windows(benchmark_.expect) && slots == 1 ? 2 : 1;
    facts_.repetitions = transfers();
    loop_.line_up = engine::no_barrier;
    loop_.batches = {1, transfers(), transfers()};
  }

  /// Of one epoch.
  [[nodiscard]] std::int64_t transfers() const { return slots_ * facts_.times; }

  check::Defect round(std::int64_t repetitions) {
    check::Defect all;
    for (std::int64_t left = repetitions; left > 0; left -= transfers()) add(all, one());
    return all;
  }

 private:
  check::Defect one() {
    check::Defect found;
    begin();
    // What has come while the target waited is not taken for what should come while it computes.
    loop_.between = [&] {
      found = end();
      begin();
    };
    Sample sample;
    mode_.measure(case_, loop_, sample);
    add(found, end());
    return found;
  }

  void begin() {
    ++facts_.generation;
    epoch_.store([this] { contents_.write(facts_, slots_); });
  }

  check::Defect end() {
    check::Defect found;
    if (benchmark_.expect == Expect::swapped && loop_.role != Role::idle) found = swap_in_vain();
    epoch_.see_transfers();
    add(found, contents_.compare(facts_, slots_));
    return found;
  }

  /// A swap that does not find the value it expects must return what is there, and leave it there.
  check::Defect swap_in_vain() const {
    const auto there = check::swapped_value(facts_.generation, facts_.repetitions, facts_.slots);
    std::int32_t other = there + 1;  // some libraries want to be able to write to it
    std::int32_t found = ~there;
    const auto [window, peer, count, type, op] = engine::WindowContext::of(case_);
    mpi::ok(MPI_Compare_and_swap(&other, &other, &found, type, peer, 0, window), "MPI_Compare_and_swap");
    mpi::ok(MPI_Win_flush(peer, window), "MPI_Win_flush");
    return check::verify([=](std::int64_t, std::span<std::byte> out) { check::put(out, 0, there); }, facts_,
                         std::as_bytes(std::span(&found, 1)));
  }

  const Benchmark& benchmark_;
  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  PassiveEpoch& epoch_;
  WindowContents contents_;
  check::EpochFacts facts_;
  std::int64_t slots_ = 1;
};

mpi::Window make_window(const ResourceFacts& facts, const Case& c) {
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_create(facts.window.data(), static_cast<MPI_Aint>(facts.buffers.window_bytes), 1, c.info,
                         c.comm, &made),
          "MPI_Win_create");
  mpi::Window window(made);
  mpi::ok(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  return window;
}

}  // namespace

WindowResource::WindowResource(const ResourceFacts& facts, Case& c, const Loop& loop)
    : window_(make_window(facts, c)),
      epoch_(window_.get(), c.comm, facts.section.benchmark->needs.window, loop.role) {
  const Benchmark& benchmark = *facts.section.benchmark;
  c.window = window_.get();
  const WindowContents contents(facts.settings, benchmark, c);
  if (writes_buffers(benchmark))
    epoch_.store([&] { contents.write(contents.facts(), contents.slots()); });
  else
    epoch_.open();
}

CheckResult WindowResource::check(const ResourceFacts& facts, const CheckFacts& measured) {
  EpochCheck epochs(facts, measured, epoch_);
  return check_in_rounds(
      facts, measured, epochs.transfers(),
      [&epochs](std::int64_t, std::int64_t repetitions) { return epochs.round(repetitions); });
}

std::optional<Failure> WindowResource::close() {
  return attempt([this] {
    epoch_.close();
    window_.close("MPI_Win_free");
  });
}

}  // namespace sonde::cases
