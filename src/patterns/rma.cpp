#include "catalog/well_formed.hpp"
#include "engine/passive_progress.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/passive_target.hpp"

namespace sonde::patterns {

namespace {

using namespace rma;

/// Completed one by one first, then together (the other way round than IMB-EXT).
template <class P>
constexpr std::array<Mode, 2> both_modes{
    {{"NON-AGGREGATE", Counting::nonaggregate, engine::measure_each_completed<P>},
     {"AGGREGATE", Counting::per_sample, engine::measure_aggregate<P>, Batching::whole}}};

constexpr WindowUse of_peer{.epoch = Epoch::lock};
constexpr WindowUse locally{.epoch = Epoch::lock, .local = true};
constexpr WindowUse of_all{.epoch = Epoch::lock_all};
constexpr WindowUse of_all_locally{.epoch = Epoch::lock_all, .local = true};

constexpr Needs pair_of(Roles roles, WindowUse window) {
  return {.processes = {2, 2, roles}, .resource = Resource::window, .window = window};
}
constexpr Needs group_of(Roles roles, WindowUse window) {
  return {.processes = {.least = 2, .roles = roles}, .resource = Resource::window, .window = window};
}

constexpr Message sent{.receive = Extent::none};
constexpr Message received{.send = Extent::none};
constexpr Message received_from_all{.send = Extent::none, .receive = Extent::message_per_rank};

template <class P>
constexpr Benchmark pair_row(std::string_view name, std::string_view summary, Message message, Needs needs,
                             ExpectedContent expect, bool optional = false) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::rma,
          .klass = TransferClass::single_transfer,
          .optional = optional,
          .message = message,
          .needs = needs,
          .expect = expect,
          .metric = {.messages = 1},
          .modes = both_modes<P>};
}

/// The first rank with all others: as many messages as there are others.
template <class P>
constexpr Benchmark one_to_all_row(std::string_view name, std::string_view summary, Message message,
                                   WindowUse window, ExpectedContent expect, bool optional = false) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::rma,
          .klass = TransferClass::one_to_all,
          .optional = optional,
          .message = message,
          .one_table = true,
          .needs = group_of(Roles::first, window),
          .expect = expect,
          .metric = {.messages = 1, .counted = Counted::others},
          .modes = both_modes<P>};
}

template <class P>
constexpr Benchmark all_to_all_row(std::string_view name, std::string_view summary, Message message,
                                   Extent window, ExpectedContent expect) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::rma,
          .klass = TransferClass::parallel_transfer,
          .message = message,
          .one_table = true,
          .needs = group_of(Roles::alike, {.epoch = Epoch::lock_all, .extent = window}),
          .expect = expect,
          .modes = both_modes<P>};
}

template <class P>
constexpr Benchmark exchange_row(std::string_view name, std::string_view summary, Message message,
                                 ExpectedContent expect) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::rma,
          .klass = TransferClass::parallel_transfer,
          .message = message,
          .needs = group_of(Roles::alike, {.epoch = Epoch::lock_all, .extent = Extent::two_messages}),
          .expect = expect,
          .modes = {{{"", Counting::per_sample, engine::measure_each_completed<P>}}}};
}

constexpr Message added{.receive = Extent::none, .element = Element::real32};
constexpr Message added_and_fetched{.element = Element::real32};
constexpr Message one_real{.receive = Extent::element, .element = Element::real32};
constexpr Message two_wholes{
    .send = Extent::two_messages, .receive = Extent::element, .element = Element::whole32};
constexpr Needs one_peer = pair_of(Roles::first, of_peer);

constexpr std::array<Benchmark, 6> transfers_of_pairs{{
    pair_row<Put<Flush>>("Unidir_put", "MPI_Put by rank 0 to the window of rank 1, flushed", sent, one_peer,
                         ExpectedContent::put_by_peer),
    pair_row<Put<Flush>>("Bidir_put", "two ranks MPI_Put to each other's window at the same time, flushed",
                         sent, pair_of(Roles::alike, of_peer), ExpectedContent::put_by_peer),
    pair_row<Get<Flush>>("Unidir_get", "MPI_Get by rank 0 from the window of rank 1, flushed", received,
                         one_peer, ExpectedContent::got_from_peer),
    pair_row<Get<Flush>>("Bidir_get", "two ranks MPI_Get from each other's window at the same time, flushed",
                         received, pair_of(Roles::alike, of_peer), ExpectedContent::got_from_peer),
    pair_row<Put<FlushLocal>>("Put_local", "Unidir_put, completed at its origin only (MPI_Win_flush_local)",
                              sent, pair_of(Roles::first, locally), ExpectedContent::put_by_peer),
    pair_row<Get<FlushLocal>>("Get_local", "Unidir_get with MPI_Win_flush_local", received,
                              pair_of(Roles::first, locally), ExpectedContent::got_from_peer, true),
}};

constexpr std::array<Benchmark, 8> transfers_of_groups{{
    one_to_all_row<OnePutAll<FlushLocalAll>>(
        "Put_all_local", "One_put_all, completed at its origin only (MPI_Win_flush_local_all)", sent,
        of_all_locally, ExpectedContent::put_by_first),
    one_to_all_row<GetAll<FlushLocalAll>>("Get_all_local", "One_get_all with MPI_Win_flush_local_all",
                                          received_from_all, of_all_locally, ExpectedContent::got_from_all,
                                          true),
    one_to_all_row<OnePutAll<FlushAll>>("One_put_all",
                                        "rank 0 MPI_Put to the window of each other rank, flushed", sent,
                                        of_all, ExpectedContent::put_by_first),
    all_to_all_row<AllPutAll>("All_put_all",
                              "every rank MPI_Put to its section of each other window, flushed", sent,
                              Extent::message_per_rank, ExpectedContent::put_by_all),
    one_to_all_row<GetAll<FlushAll>>("One_get_all",
                                     "rank 0 MPI_Get from the window of each other rank, flushed",
                                     received_from_all, of_all, ExpectedContent::got_from_all),
    all_to_all_row<GetAll<FlushAll>>("All_get_all", "every rank MPI_Get from each other window, flushed",
                                     received_from_all, Extent::message, ExpectedContent::got_from_all),
    exchange_row<ExchangePut>("Exchange_put", "periodic chain: MPI_Put to the left and to the right, flushed",
                              {.send = Extent::two_messages, .receive = Extent::none},
                              ExpectedContent::put_by_neighbours),
    exchange_row<ExchangeGet>(
        "Exchange_get", "periodic chain: MPI_Get from the right and from the left, flushed",
        {.send = Extent::none, .receive = Extent::two_messages}, ExpectedContent::got_from_neighbours),
}};

constexpr std::array<Benchmark, 4> atomic_rows{{
    pair_row<Accumulate>("Accumulate",
                         "MPI_Accumulate of floats with MPI_SUM by rank 0 to the window of rank 1", added,
                         one_peer, ExpectedContent::added_by_first),
    pair_row<GetAccumulate>("Get_accumulate", "MPI_Get_accumulate of floats with MPI_SUM by rank 0",
                            added_and_fetched, one_peer, ExpectedContent::fetched_and_added),
    pair_row<FetchAndOp>("Fetch_and_op", "MPI_Fetch_and_op with MPI_SUM by rank 0 on one float of rank 1",
                         one_real, one_peer, ExpectedContent::counted),
    pair_row<CompareAndSwap>("Compare_and_swap",
                             "MPI_Compare_and_swap by rank 0 on one int of rank 1, which changes", two_wholes,
                             one_peer, ExpectedContent::swapped),
}};

constexpr std::array<Benchmark, 1> progress_rows{{
    {.name = "Truly_passive_put",
     .summary = "Unidir_put while rank 1 waits in the library (t_pure) and while it computes (t_ovrl)",
     .suite = Suite::rma,
     .klass = TransferClass::passive_progress,
     .overlapped = true,
     .message = sent,
     .needs = one_peer,
     .expect = ExpectedContent::put_by_peer,
     .modes = {{{"", Counting::per_sample, engine::measure_passive_progress<Put<Flush>>, Batching::whole}}}},
}};

constexpr auto rma_rows = concatenate(transfers_of_pairs, transfers_of_groups, atomic_rows, progress_rows);
static_assert(rma_rows.size() == 19 && well_formed<first_fault(rma_rows)>);

}  // namespace

Catalog rma_catalog() {
  return rma_rows;
}

}  // namespace sonde::patterns
