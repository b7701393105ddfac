// What the MPI library at hand says of itself.
#include "library/detect_library.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <utility>

namespace {
int level = MPI_THREAD_SINGLE;
}  // namespace

extern "C" {
int MPI_Query_thread(int* provided) {
  return *provided = level, MPI_SUCCESS;
}
int MPI_Get_version(int* version, int* subversion) {
  return *version = 5, *subversion = 2, MPI_SUCCESS;
}
}

namespace sonde::library {
namespace {

TEST(Library, gives_a_level_of_threads) {
  for (const auto& [given, text] : {std::pair(MPI_THREAD_SINGLE, "MPI_THREAD_SINGLE"),
                                    std::pair(MPI_THREAD_FUNNELED, "MPI_THREAD_FUNNELED"),
                                    std::pair(MPI_THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"),
                                    std::pair(MPI_THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE")}) {
    level = given;
    EXPECT_EQ(thread_level_at_hand(), given);
    EXPECT_EQ(thread_level_text(), text);
    EXPECT_EQ(library_at_hand().threads, given == MPI_THREAD_MULTIPLE) << text;
  }
}

TEST(Library, is_of_a_version_of_the_standard) {
  EXPECT_EQ(library_at_hand().version, 5);
  EXPECT_EQ(library_at_hand().subversion, 2);
}

}  // namespace
}  // namespace sonde::library
