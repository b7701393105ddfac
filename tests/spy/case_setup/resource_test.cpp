// What stands open around a case, seen from the only rank of a group: windows and files that are opened,
// looked at and closed, and calls that fail on the way.
#include "case_setup/resource.hpp"

#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <tuple>

#include "case_setup/file_resource.hpp"
#include "patterns/catalog.hpp"
#include "spy/calls.hpp"
#include "spy/one_rank_stand_ins.hpp"
#include "support/folder.hpp"

namespace {

std::string_view to_fail;                ///< the call that fails
int of_node = 2;                         ///< processes that share memory with this one
std::array<std::byte, 4096> of_library;  ///< memory that it allocates

int call(std::string_view name) {
  spy::calls.emplace_back(name);
  return name == to_fail ? MPI_ERR_OTHER : MPI_SUCCESS;
}

}  // namespace

extern "C" {
int MPI_Error_string(int, char* text, int* length) {
  *length = static_cast<int>(fmt::format_to_n(text, MPI_MAX_ERROR_STRING, "refused").size);
  text[*length] = '\0';
  return MPI_SUCCESS;
}
int MPI_Win_create(void*, MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, MPI_Win* made) {
  *made = spy::handle<MPI_Win>(64);
  spy::note("window of {} by {}", bytes, unit);
  return to_fail == "create" ? MPI_ERR_OTHER : MPI_SUCCESS;
}
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, void* memory, MPI_Win* made) {
  *static_cast<void**>(memory) = of_library.data();
  *made = spy::handle<MPI_Win>(64);
  return spy::note("allocate {} by {}", bytes, unit);
}
int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, void* memory, MPI_Win* made) {
  *static_cast<void**>(memory) = of_library.data();
  *made = spy::handle<MPI_Win>(64);
  return spy::note("share {} by {}", bytes, unit);
}
int MPI_Win_create_dynamic(MPI_Info, MPI_Comm, MPI_Win* made) {
  *made = spy::handle<MPI_Win>(64);
  return call("dynamic");
}
int MPI_Win_attach(MPI_Win, void*, MPI_Aint bytes) {
  spy::note("attach {}", bytes);
  return to_fail == "attach" ? MPI_ERR_OTHER : MPI_SUCCESS;
}
int MPI_Get_address(const void*, MPI_Aint* address) {
  *address = 1000;
  return MPI_SUCCESS;
}
int MPI_Allgather(const void* mine, int, MPI_Datatype, void* all, int, MPI_Datatype, MPI_Comm) {
  auto* const addresses = static_cast<MPI_Aint*>(all);
  addresses[0] = *static_cast<const MPI_Aint*>(mine);
  addresses[1] = 2000;
  return call("tell addresses");
}
int MPI_Info_create(MPI_Info* made) {
  *made = spy::handle<MPI_Info>(64);
  return MPI_SUCCESS;
}
int MPI_Info_set(MPI_Info, const char* key, const char* value) {
  return spy::note("{} {}", key, value);
}
int MPI_Info_free(MPI_Info* info) {
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}
int MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm* made) {
  *made = spy::handle<MPI_Comm>(64);
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm comm, int* size) {
  *size = comm == MPI_COMM_WORLD ? 2 : of_node;
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
int MPI_Comm_group(MPI_Comm, MPI_Group* made) {
  *made = spy::handle<MPI_Group>(64);
  return MPI_SUCCESS;
}
int MPI_Group_incl(MPI_Group, int n, const int* ranks, MPI_Group* made) {
  *made = spy::handle<MPI_Group>(128);
  return spy::note("group of {}: {}", n, ranks[0]);
}
int MPI_Group_free(MPI_Group* group) {
  spy::note("free group of {}", *group == spy::handle<MPI_Group>(128) ? "partner" : "all");
  *group = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}
int MPI_Win_set_errhandler(MPI_Win, MPI_Errhandler handler) {
  return call(handler == MPI_ERRORS_RETURN ? "errors return" : "errors end the job");
}
int MPI_Win_fence(int, MPI_Win) {
  return call("fence");
}
int MPI_Win_free(MPI_Win* window) {
  *window = MPI_WIN_NULL;
  return call("free");
}
int MPI_File_open(MPI_Comm, const char*, int, MPI_Info, MPI_File* made) {
  *made = spy::handle<MPI_File>(64);
  return call("open");
}
int MPI_File_close(MPI_File* file) {
  *file = MPI_FILE_NULL;
  return call("close");
}
int MPI_File_set_view(MPI_File, MPI_Offset first, MPI_Datatype, MPI_Datatype, const char*, MPI_Info) {
  return spy::note("view from {}", first);
}
int MPI_Type_contiguous(int, MPI_Datatype, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(128);
  return MPI_SUCCESS;
}
int MPI_Type_create_hindexed(int, const int*, const MPI_Aint*, MPI_Datatype, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(192);
  return MPI_SUCCESS;
}
int MPI_Type_create_resized(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(256);
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Type_free(MPI_Datatype* type) {
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A case of one rank and 8 bytes, of whatever benchmark.
struct Resources : testing::Test {
  Resources() {
    to_fail = {};
    settings.path = folder / ".";
    settings.file_name = "data";
    c.comm = c.active = MPI_COMM_WORLD;
    c.bytes = 8;
    team.group_index = 0;
    team.group_rank = 0;
    buffers.window_bytes = 4096;
  }

  OpenedResource open(Catalog catalog, std::string_view name) {
    const auto row = std::ranges::find(catalog, name, &Benchmark::name);
    EXPECT_NE(row, catalog.end()) << name;
    section = equal_lanes(*row, 0, 1, 1);
    planned = {&section, section.lanes[0], c.bytes, 0, 3};
    spy::calls.clear();
    return open_resource({settings, planned, team, memory, buffers}, c, loop);
  }

  spy::Calls calls() { return std::exchange(spy::calls, {}); }
  [[nodiscard]] std::string data() const { return file_path(settings, section, 0, 0); }

  test::Folder folder;
  Settings settings;
  TableRun section;
  PlannedCase planned;
  Team team;
  host::GrowingBuffer memory;
  Buffers buffers;
  Case c;
  Loop loop;
};

TEST_F(Resources, of_messages_are_none) {
  auto none = open(patterns::mpi1_catalog(), "PingPong");
  ASSERT_TRUE(none.resource && !none.failure);
  EXPECT_FALSE(none.resource->inspect(3));
  EXPECT_FALSE(none.resource->close());
  EXPECT_EQ(none.resource->closing_seconds(1000), 0);
  EXPECT_TRUE(calls().empty());
}

TEST_F(Resources, are_a_window_as_large_as_was_planned_with_an_epoch_begun) {
  auto window = open(patterns::ext_catalog(), "Unidir_Put");
  ASSERT_TRUE(window.resource && !window.failure);
  EXPECT_THAT(calls(), ElementsAre("window of 4096 by 1", "errors return", "fence"));
  EXPECT_NE(c.window, MPI_WIN_NULL);
  EXPECT_FALSE(window.resource->close());
  EXPECT_THAT(calls(), ElementsAre("free"));
  window.resource.reset();
  EXPECT_TRUE(calls().empty());
}

/// A row whose window is made as it is asked for, on two ranks.
struct WindowsAsAsked : Resources {
  WindowsAsAsked() {
    of_node = 2;
    c.size = 2;
    settings.rma_sync = RmaSync::fence;
  }
  OpenedResource open_as(RmaWindow kind) {
    settings.rma_window = kind;
    return open(patterns::sonde_catalog(), "Rma_put");
  }
};

TEST_F(WindowsAsAsked, are_over_the_planned_memory) {
  ASSERT_FALSE(open_as(RmaWindow::create).failure);
  EXPECT_THAT(calls(), ElementsAre("window of 4096 by 1", "errors return", "fence", "free"));
  EXPECT_EQ(c.window_base, 0);
}

TEST_F(WindowsAsAsked, are_memory_of_the_library_in_whole_cache_lines) {
  buffers.window_bytes = 100;
  const auto window = open_as(RmaWindow::allocate);
  ASSERT_FALSE(window.failure);
  EXPECT_THAT(calls(), ElementsAre("allocate 128 by 1", "errors return", "fence"));
  EXPECT_EQ(c.sections.begin, of_library.data());
  EXPECT_EQ(c.sections.at, of_library.data());
}

TEST_F(WindowsAsAsked, are_memory_of_the_node_on_pages_of_their_own) {
  const auto window = open_as(RmaWindow::shared);
  ASSERT_FALSE(window.failure);
  EXPECT_THAT(calls(),
              ElementsAre("alloc_shared_noncontig true", "share 4096 by 1", "errors return", "fence"));
  EXPECT_EQ(c.sections.begin, of_library.data());
}

TEST_F(WindowsAsAsked, of_several_nodes_are_refused) {
  of_node = 1;
  const auto window = open_as(RmaWindow::shared);
  ASSERT_TRUE(window.failure);
  EXPECT_EQ(window.failure->reason, record::Reason::unsupported);
  EXPECT_THAT(window.failure->text, HasSubstr("give -rma_window allocate"));
  EXPECT_TRUE(calls().empty());
}

TEST_F(WindowsAsAsked, have_memory_attached_at_addresses_that_ranks_tell_each_other) {
  const auto window = open_as(RmaWindow::dynamic);
  ASSERT_FALSE(window.failure);
  EXPECT_THAT(calls(), ElementsAre("dynamic", "errors return", "attach 4096", "tell addresses", "fence"));
  EXPECT_EQ(c.window_base, 2000);
}

TEST_F(WindowsAsAsked, that_cannot_have_memory_attached_fail_after_all_have_told_addresses) {
  to_fail = "attach";
  const auto window = open_as(RmaWindow::dynamic);
  ASSERT_TRUE(window.failure);
  EXPECT_THAT(window.failure->text, HasSubstr("MPI_Win_attach"));
  EXPECT_EQ(calls().back(), "tell addresses");
}

TEST_F(WindowsAsAsked, have_the_partner_as_a_group_where_epochs_are_between_groups) {
  settings.rma_sync = RmaSync::pscw;
  auto window = open_as(RmaWindow::create);
  ASSERT_FALSE(window.failure);
  EXPECT_THAT(calls(),
              ElementsAre("window of 4096 by 1", "errors return", "group of 1: 1", "free group of all"));
  EXPECT_EQ(c.partner_group, spy::handle<MPI_Group>(128));
  EXPECT_EQ(c.sync, RmaSync::pscw);
  EXPECT_FALSE(window.resource->close());
  window.resource.reset();
  EXPECT_THAT(calls(), ElementsAre("free", "free group of partner"));
}

TEST_F(Resources, that_a_loop_left_open_are_closed) {
  open(patterns::ext_catalog(), "Unidir_Put").resource.reset();
  EXPECT_EQ(calls().back(), "free");
}

TEST_F(Resources, of_a_window_that_cannot_be_made_fail_the_row) {
  to_fail = "create";
  const auto window = open(patterns::ext_catalog(), "Unidir_Put");
  ASSERT_TRUE(window.failure);
  EXPECT_EQ(window.failure->reason, record::Reason::mpi_error);
  EXPECT_THAT(window.failure->text, HasSubstr("MPI_Win_create"));
  EXPECT_THAT(calls(), ElementsAre("window of 4096 by 1"));
}

/// Freeing waits for the other ranks, who may be elsewhere.
TEST_F(Resources, of_a_window_whose_epoch_cannot_begin_fail_the_row_and_are_not_freed) {
  to_fail = "fence";
  const auto window = open(patterns::ext_catalog(), "Unidir_Put");
  ASSERT_TRUE(window.failure);
  EXPECT_THAT(window.failure->text, HasSubstr("MPI_Win_fence"));
  EXPECT_EQ(calls().back(), "fence");
}

TEST_F(Resources, that_cannot_be_closed_fail_the_row) {
  for (const auto& [catalog, row, call, function] :
       {std::tuple{patterns::ext_catalog(), "Unidir_Put", "free", "MPI_Win_free"},
        std::tuple{patterns::io_catalog(), "P_Write_Priv", "close", "MPI_File_close"}}) {
    auto opened = open(catalog, row);
    to_fail = call;
    const auto failure = opened.resource->close();
    ASSERT_TRUE(failure) << row;
    EXPECT_THAT(failure->text, HasSubstr(function));
  }
}

TEST_F(Resources, of_a_file_are_made_opened_and_removed) {
  auto file = open(patterns::io_catalog(), "P_Write_Priv");
  ASSERT_TRUE(file.resource && !file.failure);
  EXPECT_TRUE(std::filesystem::exists(data()));
  EXPECT_THAT(calls(), ElementsAre("open"));
  loop.between();
  EXPECT_THAT(calls(), ElementsAre("close", "open"));
  EXPECT_FALSE(file.resource->close());
  EXPECT_THAT(calls(), ElementsAre("close"));
  file.resource.reset();
  EXPECT_FALSE(std::filesystem::exists(data()));
}

/// Libraries share locks between jobs by the names of files.
TEST_F(Resources, of_a_file_with_a_shared_pointer_have_the_word_of_the_run_in_their_name) {
  const auto name_of = [this](const char* benchmark) {
    const auto catalog = patterns::io_catalog();
    section = equal_lanes(*std::ranges::find(catalog, benchmark, &Benchmark::name), 0, 1, 1);
    return std::filesystem::path(data()).filename().string();
  };
  settings.file_name = Settings{}.file_name;
  settings.run_word = "00c0ffee";
  EXPECT_EQ(name_of("P_Write_Shared"), "IMB_out_00c0ffee");
  EXPECT_EQ(name_of("P_Write_Expl"), "IMB_out");
  settings.keep_files = true;
  EXPECT_EQ(name_of("P_Write_Shared"), "IMB_out") << "as the guide names what stays";
  settings.keep_files = false;
  settings.file_name = "mine";
  EXPECT_EQ(name_of("P_Write_Shared"), "mine");
}

TEST_F(Resources, of_a_file_in_blocks_begin_with_the_first_of_them) {
  const auto file = open(patterns::io_catalog(), "P_Write_Indv");
  ASSERT_TRUE(file.resource);
  EXPECT_THAT(calls(), ElementsAre("open", "view from 0"));
}

TEST_F(Resources, of_a_file_that_is_too_short_fail_the_row) {
  const auto file = open(patterns::io_catalog(), "P_Write_Priv");
  ASSERT_TRUE(file.resource);
  std::ofstream(data()) << "16 bytes written";
  EXPECT_FALSE(file.resource->inspect(2));
  const auto failure = file.resource->inspect(3);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->reason, record::Reason::io_error);
  EXPECT_THAT(failure->text, HasSubstr("has 16 bytes after 24 were written"));
}

TEST_F(Resources, of_a_file_to_be_read_hold_what_all_repetitions_read) {
  const auto file = open(patterns::io_catalog(), "P_Read_Priv");
  ASSERT_TRUE(file.resource);
  EXPECT_EQ(std::filesystem::file_size(data()), 3u * 8);
  EXPECT_FALSE(file.resource->inspect(3));
}

TEST_F(Resources, leave_a_file_that_was_there_before_as_it_is) {
  open(patterns::io_catalog(), "P_Write_Priv").resource.reset();
  const auto name = data();
  std::ofstream(name) << "of somebody else";
  const auto file = open(patterns::io_catalog(), "P_Write_Priv");
  ASSERT_TRUE(file.failure && !file.resource);
  EXPECT_EQ(file.failure->reason, record::Reason::io_error);
  EXPECT_THAT(calls(), testing::Not(testing::Contains("open")));
  EXPECT_EQ(std::filesystem::file_size(name), 16u);
}

TEST_F(Resources, of_a_file_that_cannot_be_opened_fail_the_row_and_are_removed) {
  to_fail = "open";
  const auto file = open(patterns::io_catalog(), "P_Write_Priv");
  ASSERT_TRUE(file.failure && !file.resource);
  EXPECT_THAT(file.failure->text, HasSubstr("MPI_File_open"));
  EXPECT_FALSE(std::filesystem::exists(data()));
}

TEST_F(Resources, take_a_second_for_each_megabyte_to_close_after_writing) {
  c.bytes = 1'000'000;
  EXPECT_DOUBLE_EQ(open(patterns::io_catalog(), "P_Write_Priv").resource->closing_seconds(30), 30);
  EXPECT_DOUBLE_EQ(open(patterns::io_catalog(), "P_Read_Priv").resource->closing_seconds(30), 0);
}

}  // namespace
}  // namespace sonde::case_setup
