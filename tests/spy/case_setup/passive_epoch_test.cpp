// Which locks a rank holds on windows while loops run, and around what it stores in its own.
#include "case_setup/passive_epoch.hpp"

#include <gmock/gmock.h>

#include "spy/passive_stand_ins.hpp"

extern "C" {
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 1;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 2;
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Epochs : testing::Test {
  Epochs() { spy::calls.clear(); }
  static PassiveEpoch of(const WindowUse& use, Role role = Role::first_half) {
    return {spy::handle<MPI_Win>(64), MPI_COMM_WORLD, use, role};
  }
  static spy::Calls calls() { return std::exchange(spy::calls, {}); }
  static void transfer() { spy::calls.emplace_back("transfer"); }
  static void stores() { spy::calls.emplace_back("stores"); }

  static constexpr WindowUse fence{}, lock{.epoch = Epoch::lock}, lock_all{.epoch = Epoch::lock_all},
      each{.epoch = Epoch::each}, local{.epoch = Epoch::lock_all, .local = true};
};

TEST_F(Epochs, under_fences_hold_no_lock) {
  auto epoch = of(fence);
  epoch.open();
  EXPECT_THAT(calls(), ElementsAre("fence"));
  epoch.store(stores);
  EXPECT_THAT(calls(), ElementsAre("fence", "stores", "fence"));
  epoch.make_transfers_visible();
  epoch.close();
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Epochs, of_pairs_hold_a_shared_lock_on_the_peer) {
  auto epoch = of(lock);
  epoch.open();
  EXPECT_THAT(calls(), ElementsAre("lock 0 shared"));
  epoch.close();
  EXPECT_THAT(calls(), ElementsAre("unlock 0"));
  epoch.close();
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Epochs, of_all_ranks_hold_a_lock_on_all) {
  auto epoch = of(lock_all, Role::all);
  epoch.open();
  epoch.close();
  EXPECT_THAT(calls(), ElementsAre("lock all", "unlock all"));
}

TEST_F(Epochs, that_are_open_in_the_end_are_closed) {
  of(lock).open();
  EXPECT_THAT(calls(), ElementsAre("lock 0 shared", "unlock 0"));
  of(lock_all).open();
  EXPECT_THAT(calls(), ElementsAre("lock all", "unlock all"));
  static_cast<void>(of(lock));
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Epochs, of_ranks_that_issue_nothing_hold_no_lock) {
  auto epoch = of(lock, Role::idle);
  epoch.open();
  epoch.close();
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Epochs, make_room_for_stores_to_the_own_window) {
  auto epoch = of(lock_all);
  epoch.open();
  calls();
  epoch.store(stores);
  EXPECT_THAT(calls(), ElementsAre("unlock all", "barrier", "lock 1 exclusive", "stores", "unlock 1",
                                   "barrier", "lock all"));
}

TEST_F(Epochs, show_what_has_arrived_under_a_lock_of_this_rank) {
  auto all = of(lock_all);
  all.open();
  calls();
  all.make_transfers_visible();
  EXPECT_THAT(calls(), ElementsAre("barrier", "sync"));

  auto pair = of(lock);
  pair.open();
  calls();
  pair.make_transfers_visible();
  EXPECT_THAT(calls(), ElementsAre("barrier", "lock 1 shared", "sync", "unlock 1"));

  auto idle = of(lock_all, Role::idle);
  idle.make_transfers_visible();
  EXPECT_THAT(calls(), ElementsAre("barrier", "lock 1 shared", "sync", "unlock 1"));
}

TEST_F(Epochs, complete_first_what_is_complete_at_its_origin_only) {
  auto epoch = of(local);
  epoch.make_transfers_visible();
  EXPECT_THAT(calls(), ElementsAre("barrier", "lock 1 shared", "sync", "unlock 1"));
  epoch.open();
  calls();
  epoch.make_transfers_visible();
  EXPECT_THAT(calls(), ElementsAre("flush all", "barrier", "sync"));
}

TEST_F(Epochs, of_each_repetition_are_not_opened_around_them) {
  auto epoch = of(each);
  epoch.open();
  EXPECT_THAT(calls(), IsEmpty());
  epoch.store(stores);
  EXPECT_THAT(calls(), ElementsAre("barrier", "lock 1 exclusive", "stores", "unlock 1", "barrier"));
  epoch.make_transfers_visible();
  EXPECT_THAT(calls(), ElementsAre("barrier", "lock 1 shared", "sync", "unlock 1"));
  epoch.close();
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Epochs, complete_an_access_beside_the_loops) {
  const auto of_access = [](const WindowUse& use, Role role = Role::first_half) {
    auto epoch = of(use, role);
    epoch.open();
    calls();
    epoch.access(transfer);
    return calls();
  };
  EXPECT_THAT(of_access(fence), ElementsAre("transfer", "fence"));
  EXPECT_THAT(of_access(lock), ElementsAre("transfer", "flush all"));
  EXPECT_THAT(of_access(lock_all), ElementsAre("transfer", "flush all"));
  EXPECT_THAT(of_access(each), ElementsAre("lock 0 shared", "transfer", "unlock 0"));
  EXPECT_THAT(of_access(fence, Role::idle), ElementsAre("fence"));
  EXPECT_THAT(of_access(lock, Role::idle), IsEmpty());
  EXPECT_THAT(of_access(each, Role::idle), IsEmpty());
}

}  // namespace
}  // namespace sonde::case_setup
