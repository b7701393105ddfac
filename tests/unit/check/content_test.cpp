#include "check/content.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <set>
#include <vector>

namespace sonde::check {
namespace {

using testing::ElementsAre;

std::vector<std::byte> stretch(TransferType type, Stretch s, std::size_t bytes, std::int64_t from = 0) {
  std::vector<std::byte> out(bytes);
  fill_stretch(type, s, from, out);
  return out;
}

TEST(Stretch, TellsOneByteMessagesOfSixteenRanksApart) {
  for (const std::int64_t generation : {0, 1, 77}) {
    std::set<std::byte> seen;
    for (std::int64_t sender = 0; sender < 16; ++sender)
      for (std::int64_t block = 0; block < 15; ++block)
        seen.insert(stretch(TransferType::byte_type, {sender, block, generation}, 1)[0]);
    EXPECT_EQ(seen.size(), 240U);
  }
}

TEST(Stretch, TellsOneByteMessagesOfSuccessiveRepetitionsApart) {
  for (std::int64_t generation = 0; generation < 255; ++generation)
    EXPECT_NE(stretch(TransferType::byte_type, {3, 0, generation}, 1),
              stretch(TransferType::byte_type, {3, 0, generation + 1}, 1));
}

TEST(Stretch, IsTheSameInPiecesAsInOne) {
  for (const auto type : {TransferType::byte_type, TransferType::int_type, TransferType::float_type,
                          TransferType::double_type}) {
    const auto whole = stretch(type, {5, 2, 9}, 240);
    for (std::size_t from = 0; from < 240; from += 24) {
      const auto piece = stretch(type, {5, 2, 9}, 24, static_cast<std::int64_t>(from));
      EXPECT_TRUE(std::equal(piece.begin(), piece.end(), whole.begin() + static_cast<std::ptrdiff_t>(from)));
    }
  }
}

TEST(Stretch, DoesNotRepeatItself) {
  const auto whole = stretch(TransferType::byte_type, {0, 0, 0}, 4096);
  for (std::size_t shift = 1; shift < 2048; ++shift)
    EXPECT_NE(std::memcmp(whole.data(), whole.data() + shift, 2048), 0) << shift;
}

TEST(Stretch, OfFloatsHoldsWholeNumbersExactly) {
  const auto bytes = stretch(TransferType::float_type, {1, 1, 1}, 400);
  for (std::size_t i = 0; i < 100; ++i) {
    float number = 0;
    std::memcpy(&number, bytes.data() + 4 * i, 4);
    EXPECT_EQ(number, static_cast<float>(static_cast<std::int32_t>(number)));
    EXPECT_LT(number, 16777216.0F);
  }
}

TEST(Stretch, MayEndWithinAnElement) {
  const auto whole = stretch(TransferType::double_type, {1, 0, 0}, 16);
  const auto part = stretch(TransferType::double_type, {1, 0, 0}, 11);
  EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin()));
}

/// Adds in the arithmetic of the type and says what comes out, as a whole number; a sum of characters that
/// leaves the type at any point is -1: libraries saturate there or wrap.
std::int64_t add_up(TransferType type, const Summands& sums, int ranks, std::int64_t element,
                    bool backwards) {
  float real = 0;
  double wide = 0;
  std::int64_t whole = 0;
  for (int i = 0; i < ranks; ++i) {
    const auto c = sums.contribution(backwards ? ranks - 1 - i : i, element);
    real += static_cast<float>(c);
    wide += static_cast<double>(c);
    whole += c;
    if (c < 0 || (type == TransferType::char_type && whole > 127)) return -1;
  }
  if (type == TransferType::float_type) return static_cast<std::int64_t>(real);
  return type == TransferType::double_type ? static_cast<std::int64_t>(wide) : whole;
}

TEST(Summands, AddUpExactlyInAnyOrderWithinTheType) {
  for (const auto type :
       {TransferType::char_type, TransferType::int_type, TransferType::float_type, TransferType::double_type})
    for (const int ranks : {1, 2, 3, 4, 5, 8, 16, 31, 32, 61, 126, 127, 128, 1024, 1000003})
      for (const std::int64_t element : {0, 1, 2, 1048575}) {
        const Summands sums(type, ranks, 63);
        EXPECT_EQ(add_up(type, sums, ranks, element, false), sums.sum(element)) << ranks << " " << element;
        EXPECT_EQ(add_up(type, sums, ranks, element, true), sums.sum(element)) << ranks << " " << element;
      }
}

TEST(Summands, OfTheFirstRanksAddUp) {
  for (const auto type : {TransferType::char_type, TransferType::int_type, TransferType::float_type})
    for (const int ranks : {1, 2, 5, 31, 127, 300}) {
      const Summands sums(type, ranks, 9);
      for (const std::int64_t element : {0, 1, 7, 1048575}) {
        std::int64_t expected = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          ASSERT_EQ(sums.sum_of_first(rank, element), expected) << ranks << ' ' << rank;
          expected += sums.contribution(rank, element);
        }
        EXPECT_EQ(sums.sum_of_first(ranks, element), sums.sum(element));
      }
    }
}

TEST(Summands, OfEveryRankAreMissedWhenTheyAreNotThere) {
  for (const int ranks : {2, 16, 31, 64, 1000}) {
    const Summands small(TransferType::char_type, ranks, 5), real(TransferType::float_type, ranks, 5);
    for (int rank = 0; rank < ranks; ++rank) {
      std::int64_t adds = 0;
      for (std::int64_t element = 0; element < 64; ++element) {
        adds += small.contribution(rank, element);
        EXPECT_GT(real.contribution(rank, element), 0);
      }
      EXPECT_GT(adds, 0) << rank << " of " << ranks;
    }
  }
}

TEST(Summands, ShowOneTakenForAnother) {
  for (const auto type : {TransferType::char_type, TransferType::float_type})
    for (const int ranks : {2, 4, 16, 20}) {
      const Summands sums(type, ranks, 2);
      for (int a = 0; a < ranks; ++a)
        for (int b = 0; b < a; ++b) {
          bool differ = false;
          for (std::int64_t i = 0; i < 8; ++i) differ |= sums.contribution(a, i) != sums.contribution(b, i);
          EXPECT_TRUE(differ) << a << " " << b << " of " << ranks;
        }
    }
}

TEST(Summands, OfCharactersDifferFromElementToElement) {
  for (const int ranks : {2, 4, 16, 64, 500}) {
    const Summands sums(TransferType::char_type, ranks, 8);
    int same = 0;
    for (std::int64_t i = 0; i < 1000; ++i) same += sums.sum(i) == sums.sum(i + 1);
    EXPECT_LT(same, 400) << ranks;
  }
}

TEST(Summands, DifferFromElementToElementAndRepetitionToRepetition) {
  const Summands now(TransferType::float_type, 4, 8), before(TransferType::float_type, 4, 7);
  EXPECT_NE(now.sum(0), before.sum(0)) << "also with a single element";
  int same_element = 0, same_repetition = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    same_element += now.sum(i) == now.sum(i + 1);
    same_repetition += now.sum(i) == before.sum(i);
  }
  EXPECT_LT(same_element, 50);  // one in 64 by chance
  EXPECT_LT(same_repetition, 50);
}

TEST(Summands, OfAccumulateStayExactOverManyRepetitions) {
  const Summands sums(TransferType::float_type, 64, 1, 1000);
  for (std::int64_t i = 0; i < 100; ++i) {
    std::int64_t once = 0;
    for (int rank = 0; rank < 64; ++rank) once += sums.contribution(rank, i);
    EXPECT_LT(sums.sum(i) + sums.before(i), 1 << 24);
    EXPECT_EQ(sums.sum(i), 1000 * once);
  }
}

TEST(GuideContents, AreThoseOfTheGuide) {  // 5.2.5
  std::vector<float> reals(3);
  fill_guide(Suite::ext, 1, 0, std::as_writable_bytes(std::span(reals)));
  EXPECT_THAT(reals, ElementsAre(0.2F, 0.2F + 1.0F, 0.2F + 2.0F));
  std::vector<std::int32_t> whole(10000002);
  fill_guide(Suite::io, 2, 0, std::as_writable_bytes(std::span(whole)));
  EXPECT_EQ(whole[1], 30000001);
  EXPECT_EQ(whole[9999999], 39999999);
  EXPECT_EQ(whole[10000001], 30000001);
  std::vector<std::byte> odd(6, std::byte{0xff});
  fill_guide(Suite::io, 0, 0, odd);
  EXPECT_EQ(odd[4], std::byte{0});
}

TEST(GuideContents, GoOnWhereTheyEnded) {
  for (const Suite suite : {Suite::ext, Suite::io}) {
    std::vector<std::byte> whole(20000), parts(20000);
    fill_guide(suite, 3, 0, whole);
    fill_guide(suite, 3, 0, std::span(parts).first(4104));
    fill_guide(suite, 3, 4104, std::span(parts).subspan(4104));
    EXPECT_EQ(whole, parts);
  }
  std::vector<float> far(3);
  const std::int64_t element = std::int64_t{1} << 31;  // beyond 32 bits
  fill_guide(Suite::ext, 0, 4 * element, std::as_writable_bytes(std::span(far)));
  EXPECT_EQ(far[0], 2147483648.0F);
  std::vector<std::int32_t> wrapped(2);
  fill_guide(Suite::io, 0, 4 * std::int64_t{9999999}, std::as_writable_bytes(std::span(wrapped)));
  EXPECT_THAT(wrapped, ElementsAre(19999999, 10000000));
}

}  // namespace
}  // namespace sonde::check
