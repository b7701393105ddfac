// Which control variables a header keeps, when the library is asked for them at all, and what one to order
// tells.
#include "library/library_variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>

#include "host/child.hpp"

namespace {

/// A variable as MPI_T shows it.
struct Variable {
  std::string name;
  MPI_Datatype type = MPI_INT;
  int bind = MPI_T_BIND_NO_OBJECT;
  int count = 1;
  bool known = true, has_handle = true, readable = true;
};

struct Library {
  std::deque<Variable> variables;
  int handles = 0, broadcasts = 0;
  int first_value = 7;
};
Library simulated;

template <class Number>
void put(int count, void* into) {
  for (int i = 0; i < count; ++i)
    static_cast<Number*>(into)[i] = static_cast<Number>(simulated.first_value + i);
}

}  // namespace

extern "C" {
int MPI_T_init_thread(int asked, int* provided) {
  return *provided = asked, MPI_SUCCESS;
}
int MPI_T_cvar_get_num(int* count) {
  return *count = static_cast<int>(simulated.variables.size()), MPI_SUCCESS;
}
int MPI_T_cvar_get_info(int index, char* name, int* length, int*, MPI_Datatype* type, MPI_T_enum*, char*,
                        int*, int* bind, int*) {
  const Variable& variable = simulated.variables[static_cast<std::size_t>(index)];
  if (!variable.known) return MPI_T_ERR_INVALID_INDEX;
  std::strncpy(name, variable.name.c_str(), static_cast<std::size_t>(*length) - 1);
  *type = variable.type;
  *bind = variable.bind;
  return MPI_SUCCESS;
}
int MPI_T_cvar_handle_alloc(int index, void*, MPI_T_cvar_handle* handle, int* count) {
  const Variable& variable = simulated.variables[static_cast<std::size_t>(index)];
  if (!variable.has_handle) return MPI_T_ERR_OUT_OF_HANDLES;
  *handle = reinterpret_cast<MPI_T_cvar_handle>(static_cast<std::uintptr_t>(index) + 1);
  *count = variable.count;
  return ++simulated.handles, MPI_SUCCESS;
}
int MPI_T_cvar_handle_free(MPI_T_cvar_handle*) {
  return --simulated.handles, MPI_SUCCESS;
}
int MPI_T_cvar_read(MPI_T_cvar_handle handle, void* into) {
  const Variable& variable = simulated.variables[reinterpret_cast<std::uintptr_t>(handle) - 1];
  if (!variable.readable) return MPI_T_ERR_CVAR_SET_NEVER;
  if (variable.type == MPI_CHAR) std::strcpy(static_cast<char*>(into), "tcp,self");
  if (variable.type == MPI_INT) put<int>(variable.count, into);
  if (variable.type == MPI_UNSIGNED) put<unsigned>(variable.count, into);
  if (variable.type == MPI_UNSIGNED_LONG) put<unsigned long>(variable.count, into);
  if (variable.type == MPI_UNSIGNED_LONG_LONG) put<unsigned long long>(variable.count, into);
  if (variable.type == MPI_COUNT) put<MPI_Count>(variable.count, into);
  if (variable.type == MPI_DOUBLE) put<double>(variable.count, into);
  return MPI_SUCCESS;
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  return ++simulated.broadcasts, MPI_SUCCESS;
}
}

namespace sonde::library {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

auto Value(const std::string& name, const std::string& value) {
  return Pair(name, ::testing::Field(&LibraryVariable::value, value));
}

LibraryVariables variables(const std::map<std::string, std::string>& values) {
  LibraryVariables out;
  for (const auto& [name, value] : values) out[name] = {value, ""};
  return out;
}

const LibraryState state{variables({{"btl", ""},
                                    {"btl_tcp_eager_limit", "4711"},
                                    {"coll_tuned_use_dynamic_rules", "1"},
                                    {"coll_sync_priority", "50"},
                                    {"orte_ess_jobid", "815"},
                                    {"opal_file", "/tmp/somebody/x"},
                                    {"new_one", "3"}}),
                         variables({{"btl", ""},
                                    {"btl_tcp_eager_limit", "65536"},
                                    {"coll_tuned_use_dynamic_rules", "0"},
                                    {"coll_sync_priority", "50"},
                                    {"orte_ess_jobid", ""},
                                    {"opal_file", ""}})};

record::Header described(const LibraryState& library, KeptVariables kept = KeptVariables::changed) {
  record::Header header;
  Settings settings;
  settings.kept_variables = kept;
  describe_library_variables(header, library, settings);
  return header;
}

TEST(LibraryVariables, are_read_as_they_were_written) {
  using namespace std::string_literals;
  const auto text =
      "btl\0tcp,self\0\0empty\0\0\0last\0x\0"
      "0=no,1=x\0"s;
  const auto all = parse_library_variables(text);
  EXPECT_THAT(all, ElementsAre(Value("btl", "tcp,self"), Value("empty", ""), Value("last", "x")));
  EXPECT_EQ(all.at("last").words, "0=no,1=x");
  EXPECT_EQ(to_text(all), text);
  EXPECT_THAT(parse_library_variables("btl\0tcp\0\0cut"s),
              ElementsAre(Value("btl", "tcp"), Value("cut", "")));
  EXPECT_THAT(parse_library_variables(""), IsEmpty());
}

TEST(LibraryVariables, in_a_header_have_no_secrets) {
  LibraryState secret = state;
  secret.in_force["db_password"] = {"hush", ""};
  secret.defaults["db_password"] = {"old", ""};
  const auto header = described(secret);
  EXPECT_EQ(header.library_variables.at("db_password"), "(withheld)");
  EXPECT_EQ(header.library_defaults.at("db_password"), "(withheld)");
}

TEST(LibraryVariables, in_a_header_differ_from_their_defaults_or_choose_protocols) {
  const auto header = described(state);
  EXPECT_THAT(header.library_variables, ElementsAre(Pair("btl", ""), Pair("btl_tcp_eager_limit", "4711"),
                                                    Pair("coll_tuned_use_dynamic_rules", "1")));
  EXPECT_THAT(header.library_defaults,
              ElementsAre(Pair("btl_tcp_eager_limit", "65536"), Pair("coll_tuned_use_dynamic_rules", "0")));
  EXPECT_EQ(header.library_variables_count, 7);
  EXPECT_THAT(described(state, KeptVariables::all).library_variables, ::testing::SizeIs(5));
}

TEST(LibraryVariables, have_a_digest_that_is_equal_from_launch_to_launch_until_one_changes) {
  LibraryState other = state;
  other.in_force["orte_ess_jobid"].value = "816";
  EXPECT_EQ(described(other).library_variables_digest, described(state).library_variables_digest);
  other.in_force["coll_sync_priority"].value = "51";
  EXPECT_NE(described(other).library_variables_digest, described(state).library_variables_digest);
}

TEST(LibraryVariables, that_are_not_known_leave_no_trace) {
  const auto header = described({});
  EXPECT_THAT(header.library_variables, IsEmpty());
  EXPECT_EQ(header.library_variables_count, 0);
  EXPECT_EQ(header.library_variables_digest, "");
}

TEST(LibraryVariables, are_asked_for_by_one_word_alone) {
  std::array<std::string, 3> words{"IMB-MPI1", "--write-library-variables", "PingPong"};
  std::array<char*, 3> arguments{words[0].data(), words[1].data(), words[2].data()};
  EXPECT_TRUE(asked_for_library_variables(2, arguments.data()));
  EXPECT_FALSE(asked_for_library_variables(3, arguments.data()));
  EXPECT_FALSE(asked_for_library_variables(1, arguments.data()));
}

TEST(LibraryVariables, are_set_where_libraries_look_for_them) {
  Settings settings;
  settings.library_variables = {{"btl_x_limit", "7"}, {"MPIR_CVAR_X", "a b"}};
  set_library_variables(settings);
  EXPECT_STREQ(std::getenv("OMPI_MCA_btl_x_limit"), "7");
  EXPECT_STREQ(std::getenv("MPIR_CVAR_X"), "a b");
}

/// What the program that is started for it would write to its parent.
LibraryVariables written() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const int kept = ::dup(host::answer_descriptor);
  ::dup2(ends[1], host::answer_descriptor);
  const int status = write_library_variables();
  if (kept >= 0) {
    ::dup2(kept, host::answer_descriptor);
    ::close(kept);
  }
  if (ends[1] != host::answer_descriptor) ::close(ends[1]);
  EXPECT_EQ(status, 0);
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = ::read(ends[0], piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(got));
  if (ends[0] != host::answer_descriptor) ::close(ends[0]);
  return parse_library_variables(text);
}

TEST(LibraryVariables, of_every_type_are_written) {
  simulated = {};
  simulated.variables = {{"text", MPI_CHAR},
                         {"int", MPI_INT, MPI_T_BIND_NO_OBJECT, 2},
                         {"unsigned", MPI_UNSIGNED},
                         {"long", MPI_UNSIGNED_LONG},
                         {"longer", MPI_UNSIGNED_LONG_LONG},
                         {"count", MPI_COUNT},
                         {"double", MPI_DOUBLE, MPI_T_BIND_NO_OBJECT, 3}};
  EXPECT_THAT(written(), ElementsAre(Value("count", "7"), Value("double", "7,8,9"), Value("int", "7,8"),
                                     Value("long", "7"), Value("longer", "7"), Value("text", "tcp,self"),
                                     Value("unsigned", "7")));
  EXPECT_EQ(simulated.handles, 0);
}

TEST(LibraryVariables, that_cannot_be_read_or_belong_to_an_object_are_left_out) {
  simulated = {};
  simulated.variables = {{.name = "unknown", .known = false},
                         {.name = "no handle", .has_handle = false},
                         {.name = "no value", .readable = false},
                         {.name = "nothing", .count = 0},
                         {.name = "of another type", .type = MPI_FLOAT},
                         {.name = "of a window", .bind = MPI_T_BIND_MPI_WIN},
                         {.name = "good"}};
  EXPECT_THAT(written(), ElementsAre(Value("good", "7")));
  EXPECT_EQ(simulated.handles, 0);
}

/// This program is started anew for each answer: whoever asks gets two variables, or an error, and no test
/// runs.
const int answered = [] {
  std::ifstream words("/proc/self/cmdline");
  const std::string all((std::istreambuf_iterator<char>(words)), {});
  std::array<std::string, 2> parts{all.substr(0, all.find('\0')), all.substr(all.find('\0') + 1)};
  if (!parts[1].empty()) parts[1].pop_back();
  std::array<char*, 2> arguments{parts[0].data(), parts[1].data()};
  if (!asked_for_library_variables(2, arguments.data())) return 0;
  simulated.variables = {{"limit"}, {"many", MPI_UNSIGNED_LONG, MPI_T_BIND_NO_OBJECT, 2}};
  if (std::getenv("OMPI_MCA_limit") != nullptr || std::getenv("LIMIT") != nullptr) simulated.first_value = 9;
  if (const char* value = std::getenv("FIRST_VALUE")) simulated.first_value = std::atoi(value);
  ::_exit(std::getenv("ANSWERS_NOTHING") != nullptr ? 1 : write_library_variables());
}();

class AskedFor : public testing::Test {
 protected:
  AskedFor() {
    simulated = {};
    std::string folder = testing::TempDir() + "sonde-cache-XXXXXX";
    cache = ::mkdtemp(folder.data());
    ::setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  }
  ~AskedFor() override {
    ::unsetenv("ANSWERS_NOTHING");
    ::unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(cache);
  }
  [[nodiscard]] Result<LibraryState> state() const {
    return read_library_variables({.rank = 0, .size = 1}, settings);
  }
  [[nodiscard]] std::string refusal() const {
    const auto read = state();
    return read ? "" : read.error().message;
  }
  Settings settings;
  std::string cache;
};

TEST_F(AskedFor, they_are_as_the_library_has_them) {
  settings.library_variables = {{"limit", "7"}, {"many", "7,8"}};
  const auto read = state();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->in_force, ElementsAre(Value("limit", "7"), Value("many", "7,8")));
  EXPECT_EQ(read->defaults, read->in_force);
}

TEST_F(AskedFor, defaults_are_those_without_what_the_environment_sets) {
  settings.json_path = "a.json";
  ::setenv("OMPI_MCA_limit", "9", 1);
  auto read = state();
  ::unsetenv("OMPI_MCA_limit");
  EXPECT_THAT(read->in_force, ElementsAre(Value("limit", "9"), Value("many", "9,10")));
  EXPECT_THAT(read->defaults, ElementsAre(Value("limit", "7"), Value("many", "7,8")));
  ::setenv("LIMIT", "9", 1);
  read = state();
  EXPECT_EQ(read->defaults, read->in_force) << "LIMIT is no variable of a library";
  settings.library_variables = {{"LIMIT", "9"}};
  EXPECT_THAT(refusal(), ::testing::HasSubstr("has no control variable 'LIMIT'"));
  ::unsetenv("LIMIT");
}

TEST_F(AskedFor, one_that_is_set_is_there_and_keeps_its_value) {
  settings.library_variables = {{"limt", "7"}};
  EXPECT_EQ(refusal(), "-cvar: this MPI library has no control variable 'limt'; did you mean limit?");
  settings.library_variables = {{"limit", "8"}};
  EXPECT_EQ(refusal(), "-cvar: the MPI library keeps limit at 7 where 8 was asked for");
  settings.library_variables = {{"limit", "7.0"}};
  EXPECT_EQ(refusal(), "");
}

TEST_F(AskedFor, a_value_is_of_the_kind_that_the_variable_takes) {
  settings.library_variables = {{"limit", "seven"}};
  EXPECT_EQ(refusal(), "-cvar: limit takes a number, and 'seven' is none");
  settings.library_variables = {{"limit", "1e999"}};
  EXPECT_EQ(refusal(), "-cvar: limit takes a number, and '1e999' is none");
  settings.library_variables = {{"limit", "7k"}};
  EXPECT_EQ(refusal(), "-cvar: the MPI library keeps limit at 7 where 7k was asked for");
}

TEST_F(AskedFor, words_and_factors_stand_for_numbers) {
  const auto keeps = [&](int value, std::initializer_list<const char*> words) {
    std::filesystem::remove_all(cache);
    ::setenv("FIRST_VALUE", std::to_string(value).c_str(), 1);
    for (const char* word : words) {
      settings.library_variables = {{"limit", word}};
      EXPECT_EQ(refusal(), "") << word;
    }
    ::unsetenv("FIRST_VALUE");
  };
  keeps(0, {"0", "false", "No", "f", "disabled", "off"});
  keeps(1, {"1", "true", "Yes", "t", "enabled", "on"});
  keeps(3 << 10, {"3k", "3K"});
  keeps(3 << 20, {"3m"});
  keeps(1 << 30, {"1g"});
}

/// Whether the answer comes from the cache: a program that answers nothing is not asked.
TEST_F(AskedFor, an_answer_is_kept_until_what_it_depends_on_changes) {
  settings.json_path = "a.json";
  EXPECT_THAT(state()->in_force, ElementsAre(Value("limit", "7"), Value("many", "7,8")));
  ::setenv("ANSWERS_NOTHING", "1", 1);
  EXPECT_THAT(state()->in_force, ElementsAre(Value("limit", "7"), Value("many", "7,8")));
  ::setenv("OMPI_MCA_orte_ess_jobid", "815", 1);
  EXPECT_THAT(state()->in_force, ::testing::SizeIs(2)) << "the number of a job changes with each launch";
  ::setenv("OMPI_MCA_limit", "9", 1);
  EXPECT_THAT(state()->in_force, IsEmpty());
  ::unsetenv("OMPI_MCA_limit");
  ::unsetenv("OMPI_MCA_orte_ess_jobid");
  const auto file = std::filesystem::directory_iterator(cache + "/sonde")->path();
  std::filesystem::permissions(file, std::filesystem::perms::others_write,
                               std::filesystem::perm_options::add);
  EXPECT_THAT(state()->in_force, IsEmpty()) << "others may have written it";
}

TEST_F(AskedFor, no_answer_is_an_error_only_where_one_is_set) {
  ::setenv("ANSWERS_NOTHING", "1", 1);
  settings.library_variables = {{"limit", "7"}};
  EXPECT_THAT(refusal(), ::testing::StartsWith("-cvar: the variables of the MPI library cannot be read: "));
  settings.library_variables = {};
  settings.json_path = "a.json";
  EXPECT_THAT(state()->in_force, IsEmpty());
}

TEST_F(AskedFor, nobody_asks_without_need) {
  EXPECT_THAT(state()->in_force, IsEmpty());
  settings.json_path = "a.json";
  settings.dry_run = true;
  EXPECT_THAT(state()->in_force, IsEmpty());
  settings.dry_run = false;
  settings.kept_variables = KeptVariables::none;
  EXPECT_THAT(state()->in_force, IsEmpty());
  EXPECT_EQ(simulated.broadcasts, 0);
  settings.kept_variables = KeptVariables::changed;
  EXPECT_THAT(state()->in_force, ::testing::SizeIs(2));
}

}  // namespace
}  // namespace sonde::library
