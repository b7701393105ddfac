// Places that files cannot go to, told before anything is measured.
#include "start_up/wrong_place.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <climits>

#include "spy/one_rank_stand_ins.hpp"
#include "support/folder.hpp"

namespace {
int infos = 0;
}

extern "C" {
int MPI_Error_string(int, char* text, int* length) {
  text[0] = '\0';
  *length = 0;
  return MPI_SUCCESS;
}
int MPI_Info_create(MPI_Info* made) {
  *made = MPI_INFO_NULL;
  return MPI_SUCCESS;
}
int MPI_Info_set(MPI_Info, const char* key, const char*) {
  ++infos;
  return key[0] == 'x' ? MPI_ERR_INFO_KEY : MPI_SUCCESS;
}
}

namespace sonde::start_up {
namespace {

using testing::HasSubstr;

struct Place : testing::Test {
  Place() {
    settings.files = true;
    settings.path = folder / ".";
    settings.file_name = "data";
  }
  std::string wrong() {
    const auto checked = check_place({MPI_COMM_WORLD, 0, 12}, settings);
    return checked ? "" : checked.error().message;
  }
  /// A name after which `room` characters are left in a folder, beside what libraries append.
  std::string name_with_room(std::size_t room) {
    const auto most = static_cast<std::size_t>(pathconf(settings.path.c_str(), _PC_NAME_MAX));
    const std::string appended = "._g12_12_right.shfp.2147483647.2147483647";
    return std::string(most - appended.size() - room, 'n');
  }

  test::Folder folder;
  Settings settings;
};

TEST_F(Place, of_files_is_a_folder_that_can_be_written_to) {
  EXPECT_EQ(wrong(), "");
}

TEST_F(Place, that_is_not_there_is_wrong_for_suites_with_files_only) {
  settings.path = folder / "none";
  EXPECT_THAT(wrong(), testing::AllOf(HasSubstr("-path: cannot use"), HasSubstr("No such file")));
  settings.files = false;
  EXPECT_EQ(wrong(), "");
}

TEST_F(Place, that_is_a_file_is_wrong) {
  settings.path = folder.write("file", "text");
  EXPECT_THAT(wrong(), HasSubstr("is not a directory"));
}

TEST_F(Place, takes_names_as_long_as_the_file_system_does) {
  settings.file_name = name_with_room(0);
  EXPECT_EQ(wrong(), "");
  const auto longest = settings.file_name.size();
  settings.file_name = name_with_room(0) + "n";
  EXPECT_THAT(wrong(), HasSubstr("is too long; at most " + std::to_string(longest) + " characters"));
}

TEST_F(Place, takes_paths_as_long_as_the_system_does) {
  settings.file_name = name_with_room(0);
  const std::size_t name = 1 + static_cast<std::size_t>(pathconf(settings.path.c_str(), _PC_NAME_MAX));
  while (settings.path.size() + name < PATH_MAX - 2) settings.path += "/.";
  if (settings.path.size() + name < PATH_MAX - 1) settings.path += "/";
  ASSERT_EQ(settings.path.size() + name, PATH_MAX - 1);
  EXPECT_EQ(wrong(), "");
  settings.path += "/";
  EXPECT_THAT(wrong(), HasSubstr("is too long for files in it"));
}

TEST_F(Place, hints_that_the_library_refuses_are_told_for_every_suite) {
  infos = 0;
  settings.files = false;
  settings.info = {{"key", "value"}, {"x", "value"}};
  EXPECT_THAT(wrong(), HasSubstr("-info: the MPI library does not take it"));
  EXPECT_EQ(infos, 2);
  settings.info.pop_back();
  EXPECT_EQ(wrong(), "");
}

}  // namespace
}  // namespace sonde::start_up
