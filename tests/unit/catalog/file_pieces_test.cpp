#include "catalog/file_pieces.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace sonde {
namespace {

TEST(FilePieces, of_all_ranks_are_the_file_and_of_one_its_share) {
  for (const std::int64_t bytes : {0, 1, 5, 40, 1000})
    for (const int processes : {1, 2, 3, 8}) {
      std::vector<int> written(static_cast<std::size_t>(bytes));
      for (int rank = 0; rank < processes; ++rank) {
        std::int64_t from = 0;
        for (const FilePiece& piece : file_pieces(bytes, processes, rank)) {
          EXPECT_EQ(piece.from, from);
          from += piece.bytes;
          for (std::int64_t at = piece.place; at < piece.place + piece.bytes; ++at)
            ++written.at(static_cast<std::size_t>(at));
        }
        EXPECT_EQ(from, share(bytes, processes, rank));
      }
      EXPECT_THAT(written, testing::Each(1)) << bytes << " bytes on " << processes;
    }
}

TEST(FilePieces, lie_between_those_of_other_ranks) {
  const auto pieces = file_pieces(48, 3, 1);
  EXPECT_EQ(pieces[0].place, 2);
  EXPECT_EQ(pieces[1].place, 8);
  EXPECT_EQ(pieces[7].from, 14);
}

}  // namespace
}  // namespace sonde
