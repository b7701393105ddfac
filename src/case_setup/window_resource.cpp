#include "case_setup/window_resource.hpp"

#include <algorithm>
#include <vector>

#include "case_setup/check_pace.hpp"
#include "case_setup/window_contents.hpp"
#include "check/whole_numbers.hpp"
#include "engine/epoch_loops.hpp"
#include "engine/line_up.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"

namespace sonde::case_setup {

namespace {

/// Epochs of transfers, each in a section of its own where the case has several.
class EpochCheck {
 public:
  EpochCheck(const ResourceFacts& facts, const CheckFacts& measured, PassiveEpoch& epoch)
      : benchmark_(facts.benchmark()),
        mode_(facts.planned.mode()),
        case_(measured.c),
        loop_(measured.loop),
        epoch_(epoch),
        contents_(facts.settings, benchmark_, case_, facts.window.space()),
        facts_(contents_.facts()) {
    const auto slots = contents_.slots();
    const auto most = std::min(measured.repetitions, facts.settings.check_repetitions.value_or(slots));
    slots_ = std::clamp<std::int64_t>(std::min(most, check::exact_repetitions(benchmark_.expect, case_.size)),
                                      1, slots);
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
    LoopSample sample;
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
    if (benchmark_.expect == ExpectedContent::swapped) found = swap_in_vain();
    epoch_.make_transfers_visible();
    add(found, contents_.compare(facts_, slots_));
    if (benchmark_.expect == ExpectedContent::counted_by_all) add(found, what_came_back());
    return found;
  }

  /// To all ranks together, seen by the first.
  [[nodiscard]] check::Defect what_came_back() const {
    const auto mine = contents_.received(slots_);
    std::vector<std::byte> all(case_.rank == 0 ? mine.size() * static_cast<std::size_t>(case_.size) : 0);
    const int bytes = static_cast<int>(mine.size());
    mpi::ok(MPI_Gather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, 0, case_.comm),
            "MPI_Gather");
    return case_.rank == 0 ? check::verify_counted(facts_, all) : check::Defect{};
  }

  /// A swap that does not find the expected value must return the current one and leave it.
  check::Defect swap_in_vain() const {
    const auto there = check::swapped_value(facts_.generation, facts_.repetitions, facts_.slots);
    std::int32_t other = there + 1;  // some libraries want to be able to write to it
    std::int32_t found = ~there;
    epoch_.access([&, at = engine::WindowContext::of(case_)] {
      mpi::ok(MPI_Compare_and_swap(&other, &other, &found, at.type, at.peer, case_.window_base, at.window),
              "MPI_Compare_and_swap");
    });
    if (loop_.role == Role::idle) return {};
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

/// Epochs as the row has them, or as -rma_sync does.
WindowUse use_of(const ResourceFacts& facts) {
  WindowUse use = facts.benchmark().needs.window;
  if (!use.as_asked) return use;
  const RmaSync sync = facts.settings.rma_sync;
  switch (sync) {
    case RmaSync::fence:
      use.epoch = Epoch::fence;
      break;
    case RmaSync::pscw:
    case RmaSync::lock:
    case RmaSync::lock_all:
      use.epoch = Epoch::each;
      break;
    case RmaSync::flush_all:
      use.epoch = Epoch::lock_all;
      break;
    case RmaSync::flush:
    case RmaSync::flush_local:
    case RmaSync::request:
      use.epoch = Epoch::lock;
      break;
  }
  use.local = sync == RmaSync::flush_local || sync == RmaSync::request;
  return use;
}

/// The partner of this rank alone, for epochs between groups.
mpi::Group partner_group(const ResourceFacts& facts, const Case& c) {
  const bool wanted = facts.benchmark().needs.window.as_asked && facts.settings.rma_sync == RmaSync::pscw;
  const int partner = engine::pair_partner(c);
  if (!wanted || partner == MPI_PROC_NULL) return {};
  MPI_Group all = MPI_GROUP_NULL, one = MPI_GROUP_NULL;
  mpi::ok(MPI_Comm_group(c.comm, &all), "MPI_Comm_group");
  const mpi::Group held(all);
  mpi::ok(MPI_Group_incl(all, 1, &partner, &one), "MPI_Group_incl");
  return mpi::Group(one);
}

}  // namespace

std::optional<Failure> refused_window(const ResourceFacts& facts, const Case& c) {
  const bool shared = kind_of_window(facts.settings, facts.benchmark()) == RmaWindow::shared;
  if (!shared || mpi::shares_node(c.comm)) return std::nullopt;
  return Failure{record::Reason::unsupported,
                 "-rma_window shared needs all processes of a group on one node; give -rma_window allocate"};
}

WindowResource::WindowResource(const ResourceFacts& facts, Case& c, const Loop& loop)
    : memory_(facts, c),
      partner_(partner_group(facts, c)),
      epoch_(memory_.window(), c.comm, use_of(facts), loop.role) {
  const Benchmark& benchmark = facts.benchmark();
  c.window = memory_.window();
  c.sync = facts.settings.rma_sync;
  c.partner_group = partner_.get();
  const WindowContents contents(facts.settings, benchmark, c, facts.window.space());
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

void WindowResource::abandon() {
  epoch_.abandon();
  memory_.abandon();
}

std::optional<Failure> WindowResource::close() {
  return attempt([this] {
    epoch_.close();
    memory_.close();
  });
}

}  // namespace sonde::case_setup
