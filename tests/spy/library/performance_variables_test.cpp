// The performance variables of a library to order: which are read around loops, and what groups make of them.
#include "library/performance_variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>

namespace {

/// A variable as MPI_T shows it.
struct Variable {
  std::string name;
  int klass = MPI_T_PVAR_CLASS_COUNTER;
  MPI_Datatype type = MPI_UNSIGNED_LONG;
  int bind = MPI_T_BIND_NO_OBJECT;
  bool continuous = false, readonly = false;
  bool known = true;       ///< its component is loaded
  bool has_handle = true;  ///< one can be allocated
  bool readable = true;
  std::vector<double> values{0};  ///< one for each element
};

struct Library {
  std::deque<Variable> variables;
  bool answers = true;              ///< where the number of variables is asked for
  std::vector<std::string> events;  ///< "start NAME", ...
  int initialised = 0, sessions = 0, handles = 0;
  MPI_Comm bound_to = MPI_COMM_NULL;
  std::deque<std::vector<std::byte>> told;  ///< what the first rank has broadcast
  bool listens = false;                     ///< this rank is another one
};
Library simulated;

template <class Handle>
Variable& of(Handle handle) {
  return simulated.variables[reinterpret_cast<std::uintptr_t>(handle) - 1];
}

template <class Number>
void put(const std::vector<double>& values, void* into) {
  for (std::size_t i = 0; i < values.size(); ++i)
    static_cast<Number*>(into)[i] = static_cast<Number>(values[i]);
}

std::size_t bytes_of(int count, MPI_Datatype type) {
  const std::size_t each = type == MPI_BYTE ? 1 : type == MPI_INT ? 4 : 8;
  return static_cast<std::size_t>(count) * each;
}

void note(const char* what, const Variable& variable) {
  simulated.events.push_back(std::string(what) + ' ' + variable.name);
}

}  // namespace

extern "C" {
int MPI_Query_thread(int* level) {
  *level = MPI_THREAD_FUNNELED;
  return MPI_SUCCESS;
}
int MPI_T_init_thread(int asked, int* provided) {
  *provided = asked;
  return ++simulated.initialised, MPI_SUCCESS;
}
int MPI_T_finalize() {
  return --simulated.initialised, MPI_SUCCESS;
}
int MPI_T_pvar_session_create(MPI_T_pvar_session* session) {
  *session = reinterpret_cast<MPI_T_pvar_session>(std::uintptr_t{1});
  return ++simulated.sessions, MPI_SUCCESS;
}
int MPI_T_pvar_session_free(MPI_T_pvar_session* session) {
  *session = MPI_T_PVAR_SESSION_NULL;
  return --simulated.sessions, MPI_SUCCESS;
}
int MPI_T_pvar_get_num(int* count) {
  *count = static_cast<int>(simulated.variables.size());
  return simulated.answers ? MPI_SUCCESS : MPI_T_ERR_NOT_INITIALIZED;
}
int MPI_T_pvar_get_info(int index, char* name, int* length, int*, int* klass, MPI_Datatype* type, MPI_T_enum*,
                        char*, int*, int* bind, int* readonly, int* continuous, int*) {
  const Variable& variable = simulated.variables[static_cast<std::size_t>(index)];
  if (!variable.known) return MPI_T_ERR_INVALID_INDEX;
  std::strncpy(name, variable.name.c_str(), static_cast<std::size_t>(*length) - 1);
  *klass = variable.klass;
  *type = variable.type;
  *bind = variable.bind;
  *readonly = variable.readonly ? 1 : 0;
  *continuous = variable.continuous ? 1 : 0;
  return MPI_SUCCESS;
}
int MPI_T_pvar_handle_alloc(MPI_T_pvar_session, int index, void* object, MPI_T_pvar_handle* handle,
                            int* count) {
  const Variable& variable = simulated.variables[static_cast<std::size_t>(index)];
  if (!variable.has_handle) return MPI_T_ERR_OUT_OF_HANDLES;
  EXPECT_EQ(object != nullptr, variable.bind == MPI_T_BIND_MPI_COMM) << variable.name;
  if (object != nullptr) simulated.bound_to = *static_cast<MPI_Comm*>(object);
  *handle = reinterpret_cast<MPI_T_pvar_handle>(static_cast<std::uintptr_t>(index) + 1);
  *count = static_cast<int>(variable.values.size());
  return ++simulated.handles, MPI_SUCCESS;
}
int MPI_T_pvar_handle_free(MPI_T_pvar_session, MPI_T_pvar_handle* handle) {
  EXPECT_NE(*handle, MPI_T_PVAR_HANDLE_NULL);
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return --simulated.handles, MPI_SUCCESS;
}
int MPI_T_pvar_start(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  return note("start", of(handle)), MPI_SUCCESS;
}
int MPI_T_pvar_stop(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  return note("stop", of(handle)), MPI_SUCCESS;
}
int MPI_T_pvar_reset(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  return note("reset", of(handle)), MPI_SUCCESS;
}
int MPI_T_pvar_read(MPI_T_pvar_session, MPI_T_pvar_handle handle, void* into) {
  const Variable& variable = of(handle);
  if (variable.type == MPI_INT) put<int>(variable.values, into);
  if (variable.type == MPI_UNSIGNED) put<unsigned>(variable.values, into);
  if (variable.type == MPI_UNSIGNED_LONG) put<unsigned long>(variable.values, into);
  if (variable.type == MPI_UNSIGNED_LONG_LONG) put<unsigned long long>(variable.values, into);
  if (variable.type == MPI_COUNT) put<MPI_Count>(variable.values, into);
  if (variable.type == MPI_DOUBLE) put<double>(variable.values, into);
  return variable.readable ? MPI_SUCCESS : MPI_T_ERR_PVAR_NO_ATOMIC;
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int, MPI_Comm) {
  const auto bytes = bytes_of(count, type);
  if (!simulated.listens) {
    const auto* begin = static_cast<const std::byte*>(data);
    simulated.told.emplace_back(begin, begin + bytes);
    return MPI_SUCCESS;
  }
  EXPECT_EQ(simulated.told.front().size(), bytes);
  if (bytes > 0) std::memcpy(data, simulated.told.front().data(), bytes);
  return simulated.told.pop_front(), MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
/// Two ranks that have read the same.
int MPI_Reduce(const void* mine, void* all, int count, MPI_Datatype type, MPI_Op op, int, MPI_Comm) {
  std::memcpy(all, mine, bytes_of(count, type));
  if (op == MPI_SUM)
    for (int i = 0; i < count; ++i) static_cast<double*>(all)[i] *= 2;
  return MPI_SUCCESS;
}
/// Two groups whose leaders have found the same.
int MPI_Gather(const void* mine, int count, MPI_Datatype type, void* all, int, MPI_Datatype, int, MPI_Comm) {
  if (simulated.listens) return MPI_SUCCESS;
  const auto bytes = bytes_of(count, type);
  std::memcpy(all, mine, bytes);
  std::memcpy(static_cast<std::byte*>(all) + bytes, mine, bytes);
  return MPI_SUCCESS;
}
}

namespace sonde::library {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Variables : public testing::Test {
 protected:
  Variables() { simulated = {}; }
  ~Variables() override {
    EXPECT_EQ(simulated.handles, 0);
    EXPECT_EQ(simulated.sessions, 0);
    EXPECT_EQ(simulated.initialised, 0);
  }
  static Variable& add(Variable variable) { return simulated.variables.emplace_back(std::move(variable)); }
  static Result<PerformanceVariables> opened(int rank = 0, const std::string& pattern = ".") {
    Settings settings;
    settings.performance_variables = pattern;
    simulated.listens = rank > 0;
    return PerformanceVariables::open({.rank = rank, .size = 2}, settings);
  }
};

std::vector<std::string> names(const PerformanceVariables& variables) {
  std::vector<std::string> out;
  for (const auto& variable : variables.variables()) out.push_back(variable.name);
  return out;
}

/// What is known after the loops; -1 stands for what is not.
std::vector<double> known(const VariableWatch& watch) {
  std::vector<double> out;
  for (const auto& [is_known, value] : watch.values()) out.push_back(is_known ? value : -1);
  return out;
}

TEST_F(Variables, are_left_alone_where_nobody_asks_for_them) {
  add({"sent"});
  EXPECT_TRUE(opened(0, "")->empty());
  EXPECT_THAT(simulated.told, IsEmpty());
}

TEST_F(Variables, of_loaded_components_with_numbers_are_taken) {
  add({"sent"});
  add({.name = "text", .type = MPI_CHAR});
  add({.name = "gone", .known = false});
  add({.name = "of_window", .bind = MPI_T_BIND_MPI_WIN});
  add({.name = "queue", .klass = MPI_T_PVAR_CLASS_LEVEL, .type = MPI_INT, .bind = MPI_T_BIND_MPI_COMM});
  const auto variables = opened();
  ASSERT_TRUE(variables);
  EXPECT_THAT(names(*variables), ElementsAre("sent", "queue"));
  EXPECT_THAT(variables->description(), HasSubstr("queue (level)"));
}

TEST_F(Variables, that_cannot_be_asked_for_are_an_error) {
  simulated.answers = false;
  EXPECT_THAT(opened().error().message, HasSubstr("cannot be asked for"));
  simulated.answers = true;
  add({"sent"});
  EXPECT_THAT(opened(0, "received").error().message, HasSubstr("sent"));
}

TEST_F(Variables, are_those_of_the_first_rank_in_its_order) {
  add({"sent"});
  add({"only on the first"});
  add({.name = "sent", .klass = MPI_T_PVAR_CLASS_LEVEL});
  ASSERT_TRUE(opened());
  simulated.variables = {simulated.variables[2], simulated.variables[0]};
  const auto variables = opened(1);
  ASSERT_TRUE(variables);
  EXPECT_THAT(names(*variables), ElementsAre("sent", "only on the first", "sent"));
  EXPECT_EQ(variables->variables()[0].index, 1);
  EXPECT_EQ(variables->variables()[1].index, -1);
  EXPECT_EQ(variables->variables()[2].index, 0);
  EXPECT_EQ(variables->description(), "");
  VariableWatch watch = variables->watch(MPI_COMM_WORLD);
  watch.begin();
  watch.end();
  watch.keep();
  EXPECT_THAT(known(watch), ElementsAre(0, -1, 0));
}

TEST_F(Variables, that_the_first_rank_refuses_are_refused_everywhere) {
  add({"sent"});
  ASSERT_FALSE(opened(0, "received"));
  const auto elsewhere = opened(1, "received");
  ASSERT_FALSE(elsewhere);
  EXPECT_EQ(elsewhere.error().message, "");
}

TEST_F(Variables, of_every_type_are_read_before_and_after) {
  for (const auto type :
       {MPI_INT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_COUNT, MPI_DOUBLE})
    add({.name = "v", .type = type, .values = {10, 100}});
  const auto variables = opened();
  VariableWatch watch = variables->watch(MPI_COMM_WORLD);
  watch.begin();
  for (auto& variable : simulated.variables) variable.values = {17, 130};
  watch.end();
  EXPECT_THAT(known(watch), ElementsAre(-1, -1, -1, -1, -1, -1)) << "no loop has been kept";
  watch.keep();
  EXPECT_THAT(known(watch), ElementsAre(37, 37, 37, 37, 37, 37));
}

TEST_F(Variables, of_each_class_are_what_their_class_means) {
  const std::vector<std::pair<int, const char*>> classes{{MPI_T_PVAR_CLASS_STATE, "state"},
                                                         {MPI_T_PVAR_CLASS_LEVEL, "level"},
                                                         {MPI_T_PVAR_CLASS_SIZE, "size"},
                                                         {MPI_T_PVAR_CLASS_PERCENTAGE, "percentage"},
                                                         {MPI_T_PVAR_CLASS_COUNTER, "counter"},
                                                         {MPI_T_PVAR_CLASS_AGGREGATE, "aggregate"},
                                                         {MPI_T_PVAR_CLASS_TIMER, "timer"},
                                                         {MPI_T_PVAR_CLASS_HIGHWATERMARK, "highwatermark"},
                                                         {MPI_T_PVAR_CLASS_LOWWATERMARK, "lowwatermark"},
                                                         {MPI_T_PVAR_CLASS_GENERIC, "generic"}};
  for (const auto& [klass, name] : classes) add({.name = name, .klass = klass, .values = {10}});
  const auto variables = opened();
  for (const auto& variable : variables->variables()) EXPECT_EQ(to_word(variable.klass), variable.name);
  VariableWatch watch = variables->watch(MPI_COMM_WORLD);
  watch.begin();
  for (auto& variable : simulated.variables) variable.values = {17};
  watch.end();
  watch.keep();
  EXPECT_THAT(known(watch), ElementsAre(17, 17, 17, 17, 7, 7, 7, 17, 17, 17));
}

TEST_F(Variables, are_started_stopped_and_set_back_where_they_may_be) {
  add({"own"});
  add({.name = "always", .continuous = true});
  add({.name = "high", .klass = MPI_T_PVAR_CLASS_HIGHWATERMARK});
  add({.name = "low", .klass = MPI_T_PVAR_CLASS_LOWWATERMARK, .continuous = true});
  add({.name = "high and fixed", .klass = MPI_T_PVAR_CLASS_HIGHWATERMARK, .readonly = true});
  const auto variables = opened();
  VariableWatch watch = variables->watch(MPI_COMM_WORLD);
  watch.begin();
  EXPECT_THAT(simulated.events,
              ElementsAre("start own", "start high", "reset high", "reset low", "start high and fixed"));
  simulated.events.clear();
  watch.end();
  EXPECT_THAT(simulated.events, ElementsAre("stop own", "stop high", "stop high and fixed"));
}

TEST_F(Variables, are_bound_to_the_communicator_of_the_case) {
  add({.name = "queue", .klass = MPI_T_PVAR_CLASS_LEVEL, .bind = MPI_T_BIND_MPI_COMM, .values = {5}});
  const auto variables = opened();
  const VariableWatch watch = variables->watch(MPI_COMM_SELF);
  EXPECT_EQ(simulated.bound_to, MPI_COMM_SELF);
}

TEST_F(Variables, that_cannot_be_read_are_not_known) {
  add({.name = "no handle", .has_handle = false});
  add({.name = "unloaded"});
  add({.name = "no elements", .values = {}});
  add({.name = "fails"});
  add({.name = "fails later"});
  add({.name = "good", .values = {3}});
  const auto variables = opened();
  simulated.variables[1].known = false;
  simulated.variables[3].readable = false;
  VariableWatch watch = variables->watch(MPI_COMM_WORLD);
  watch.begin();
  simulated.variables[3].readable = true;
  simulated.variables[4].readable = false;
  simulated.variables[5].values = {8};
  watch.end();
  watch.keep();
  EXPECT_THAT(known(watch), ElementsAre(-1, -1, -1, -1, -1, 5));
}

TEST_F(Variables, add_up_over_the_loops_that_are_kept) {
  add({"sent"});
  add({.name = "once unknown"});
  const auto variables = opened();
  VariableWatch watch = variables->watch(MPI_COMM_WORLD);
  for (const bool kept : {true, false, true}) {
    watch.begin();
    simulated.variables[0].values[0] += 5;
    simulated.variables[1].readable = kept && known(watch)[0] < 0;
    watch.end();
    if (kept) watch.keep();
  }
  EXPECT_THAT(known(watch), ElementsAre(10, -1));
}

struct Groups : Variables {
  Groups() {
    team.group = mpi::Communicator(MPI_COMM_SELF);
    team.leaders = mpi::Communicator(MPI_COMM_SELF);
    team.groups = 2;
    team.group_index = team.group_rank = 0;
  }
  case_setup::Team team;
};

TEST_F(Groups, have_the_sum_and_the_ends_of_what_their_ranks_know) {
  add({"sent"});
  add({"unknown"});
  add({.name = "queue", .klass = MPI_T_PVAR_CLASS_LEVEL});
  const auto variables = opened();
  const auto groups = gather_variables(team, variables->variables(), {{true, 7}, {false, 9}, {true, 2}});
  ASSERT_EQ(groups.size(), 2U);
  ASSERT_EQ(groups[1].size(), 2U);
  EXPECT_EQ(groups[1][0].name, "sent");
  EXPECT_EQ(groups[1][0].klass, "counter");
  EXPECT_EQ(groups[1][0].sum, 14);
  EXPECT_EQ(groups[1][0].min, 7);
  EXPECT_EQ(groups[1][0].max, 7);
  EXPECT_EQ(groups[1][0].ranks, 2);
  EXPECT_EQ(groups[1][1].name, "queue");
  EXPECT_EQ(groups[1][1].sum, 4);
  EXPECT_THAT(gather_variables(team, {}, {}), IsEmpty());
}

TEST_F(Groups, are_told_by_the_first_of_their_first_ranks) {
  add({"sent"});
  const auto variables = opened();
  team.group_index = 1;
  simulated.listens = true;
  EXPECT_THAT(gather_variables(team, variables->variables(), {{true, 7}}), IsEmpty());
  team.group_index = 0;
  team.group_rank = 1;
  EXPECT_THAT(gather_variables(team, variables->variables(), {{true, 7}}), IsEmpty());
}

TEST_F(Groups, together_are_as_one) {
  const record::PerformanceVariable sent{"sent", "counter", 10, 2, 5, 3};
  const record::PerformanceVariable more{"sent", "counter", 7, 1, 6, 2};
  const record::PerformanceVariable level{"sent", "level", 1, 1, 1, 1};
  const auto all = sum_of({{sent}, {level, more}});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].sum, 17);
  EXPECT_EQ(all[0].min, 1);
  EXPECT_EQ(all[0].max, 6);
  EXPECT_EQ(all[0].ranks, 5);
  EXPECT_EQ(all[1].klass, "level");
}

}  // namespace
}  // namespace sonde::library
