#include "case_setup/check_order.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "case_setup/check_pace.hpp"
#include "mpi/error.hpp"
#include "mpi/simulated.hpp"

namespace sonde::case_setup {

namespace {

using mpi::ok;

constexpr std::int64_t least_checked = 3;  ///< repetitions that are checked at any rate

/// Returns when all ranks have called it. Not a barrier: that may be what is broken.
void meet(MPI_Comm comm) {
  int here = 1;
  ok(MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_INT, MPI_SUM, comm), "MPI_Allreduce");
}

/// A number in the memory of the first rank of a group.
class Counter {
 public:
  explicit Counter(MPI_Comm comm) : window_(make(comm)) {
    ok(MPI_Win_set_errhandler(window_.get(), MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    ok(MPI_Win_lock_all(0, window_.get()), "MPI_Win_lock_all");
    if (mpi::rank_in(comm) == 0) fetch(0, MPI_REPLACE);
    meet(comm);
  }
  void add() { fetch(1, MPI_SUM); }
  [[nodiscard]] std::int64_t value() { return fetch(0, MPI_NO_OP); }
  /// Collective.
  void close() {
    ok(MPI_Win_unlock_all(window_.get()), "MPI_Win_unlock_all");
    window_.close("MPI_Win_free");
  }

 private:
  static mpi::Window make(MPI_Comm comm) {
    MPI_Win made = MPI_WIN_NULL;
    std::int64_t* memory = nullptr;
    ok(MPI_Win_allocate(mpi::rank_in(comm) == 0 ? sizeof(std::int64_t) : 0, 1, MPI_INFO_NULL, comm, &memory,
                        &made),
       "MPI_Win_allocate");
    return mpi::Window(made);
  }

  std::int64_t fetch(std::int64_t operand, MPI_Op op) {
    std::int64_t before = 0;
    ok(MPI_Fetch_and_op(&operand, &before, MPI_INT64_T, 0, 0, op, window_.get()), "MPI_Fetch_and_op");
    ok(MPI_Win_flush(0, window_.get()), "MPI_Win_flush");
    return before;
  }

  mpi::Window window_;
};

/// How late one rank is: where ranks share cores the others may not run for some milliseconds after they have
/// left a barrier too early, so the first are very late; the many that follow are cheap.
std::chrono::milliseconds lateness(std::int64_t repetition) {
  return std::chrono::milliseconds(repetition < least_checked ? 20 : 1);
}

/// What a rank does right before it enters.
struct Entrance {
  Counter* counter = nullptr;
  std::chrono::milliseconds late{0};
  int turn = 0;  ///< of the times that ranks line up, which one is before the barrier: only this one counts

  void operator()(const Case&, const Loop&) {
    if (turn-- != 0) return;
    if (late.count() > 0 && !mpi::simulated) std::this_thread::sleep_for(late);
    counter->add();
  }
};

/// A mode crosses the barrier once in each part of its loop: alone and beside computation, with each start of
/// a request, on each side of a guideline. The ranks look after each part.
class OrderCheck {
 public:
  OrderCheck(const PlannedCase& planned, const CheckFacts& measured)
      : mode_(planned.mode()),
        case_(measured.c),
        loop_(measured.loop),
        first_turn_(is_persistent(planned.benchmark().needs.library) ? 1
                                                                     : 0),  // they make the requests before
        next_turn_(planned.benchmark().overlapped ? 1 : 0) {                // and compute alone
    loop_.line_up = engine::LineUp::with(entrance_);
    loop_.batches = {1, 1, 1};
    loop_.computation.units = 1;
    loop_.computation.as_transfer = false;
  }

  check::Defect round(std::int64_t done, std::int64_t repetitions) {
    Counter counter(case_.comm);
    entered_before_ = 0;
    check::Defect all;
    for (std::int64_t i = done; i < done + repetitions; ++i) {
      const bool late = i % case_.size == case_.rank;
      entrance_ = {&counter, late ? lateness(i) : std::chrono::milliseconds(0), first_turn_};
      loop_.between = [&] {
        add(all, look(i));
        entrance_.turn = next_turn_;
      };
      LoopSample sample;
      mode_.measure(case_, loop_, sample);
      add(all, look(i));
    }
    counter.close();
    return all;
  }

 private:
  [[nodiscard]] check::Defect look(std::int64_t repetition) {
    const auto entered = entrance_.counter->value() - entered_before_;
    entered_before_ += case_.size;
    meet(case_.comm);  // no rank enters the next one before all have looked
    check::Defect defect;
    if (entered >= case_.size) return defect;
    defect.wrong = 1;
    defect.text = fmt::format("rank {} left repetition {} when {} of {} ranks had entered it", case_.rank,
                              repetition + 1, entered, case_.size);
    return defect;
  }

  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  Entrance entrance_;
  int first_turn_, next_turn_;       ///< of the entrance, in the first part of a loop and in those after it
  std::int64_t entered_before_ = 0;  ///< what the counter held before this part, all ranks together
};

}  // namespace

CheckResult check_order(const ResourceFacts& facts, const CheckFacts& measured) {
  OrderCheck order(facts.planned, measured);
  return check_in_rounds(
      facts, measured, least_checked,
      [&order](std::int64_t done, std::int64_t repetitions) { return order.round(done, repetitions); });
}

}  // namespace sonde::case_setup
