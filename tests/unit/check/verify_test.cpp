#include "check/verify.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "base/share.hpp"

namespace sonde::check {
namespace {

using testing::HasSubstr;
using Bytes = std::vector<std::byte>;

Bytes sent(ExpectedContent expect, Facts facts, int rank, std::int64_t size) {
  facts.rank = rank;
  Bytes out(static_cast<std::size_t>(size));
  fill_send(expect, facts, out);
  return out;
}

/// `out` gets `count` bytes of `in` from `from` on, the way a library would move them.
void append(Bytes& out, const Bytes& in, std::int64_t from, std::int64_t count) {
  const auto begin = in.begin() + static_cast<std::ptrdiff_t>(from);
  out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
}

/// What a faultless library delivers to facts.rank, put together from what the ranks sent.
Bytes delivered(ExpectedContent expect, const Facts& f) {
  const std::int64_t x = f.bytes;
  const auto of = [&](int rank, std::int64_t size) { return sent(expect, f, rank, size); };
  const int left = (f.rank + f.ranks - 1) % f.ranks, right = (f.rank + 1) % f.ranks;
  Bytes out;
  switch (expect) {
    case ExpectedContent::from_peer:
      return of(f.rank ^ 1, x);
    case ExpectedContent::window_from_partner:
    case ExpectedContent::window_at_answering: {
      const int half = f.ranks / 2;
      return of(f.rank < half ? f.rank + half : f.rank - half, f.in_flight * x);
    }
    case ExpectedContent::from_left:
      return of(left, x);
    case ExpectedContent::from_neighbours:
      append(out, of(left, 2 * x), 0, x);
      append(out, of(right, 2 * x), x, x);
      return out;
    case ExpectedContent::from_root:
      return of(f.root, x);
    case ExpectedContent::scattered:
      append(out, of(f.root, f.ranks * x), f.rank * x, x);
      return out;
    case ExpectedContent::gathered:
    case ExpectedContent::gathered_at_root:
      for (int s = 0; s < f.ranks; ++s) append(out, of(s, x), 0, x);
      return out;
    case ExpectedContent::transposed:
      for (int s = 0; s < f.ranks; ++s) append(out, of(s, f.ranks * x), f.rank * x, x);
      return out;
    case ExpectedContent::file_written:
      for (int s = 0; s < f.ranks; ++s) append(out, of(s, share(x, f.ranks, s)), 0, share(x, f.ranks, s));
      return out;
    default:
      return out;
  }
}

struct Kind {
  ExpectedContent expect;
  Facts facts;
};

/// Every expectation about moved data, several types, 2 (or 3 and 5) ranks, 1 and 13 elements.
std::vector<Kind> kinds() {
  using enum ExpectedContent;
  std::vector<Kind> out;
  const auto add = [&](ExpectedContent expect, TransferType type, int ranks) {
    for (const std::int64_t elements : {1, 13})
      out.push_back({expect,
                     {.type = type,
                      .ranks = ranks,
                      .root = ranks - 1,
                      .bytes = elements * size_of(type),
                      .in_flight = 3,
                      .generation = 4,
                      .section = 3}});
  };
  for (const auto type : {TransferType::byte_type, TransferType::char_type, TransferType::int_type,
                          TransferType::float_type, TransferType::double_type}) {
    add(from_peer, type, 2);
    for (const auto expect :
         {from_left, from_neighbours, from_root, scattered, gathered, gathered_at_root, transposed})
      for (const int ranks : {3, 5}) add(expect, type, ranks);
    for (const auto expect : {window_from_partner, window_at_answering}) add(expect, type, 4);
  }
  for (const int ranks : {1, 3, 5}) add(file_written, TransferType::byte_type, ranks);
  return out;
}

std::string name_of(const Kind& kind) {
  return fmt::format("expectation {}, type {}, {} ranks, {} bytes", static_cast<int>(kind.expect),
                     static_cast<int>(kind.facts.type), kind.facts.ranks, kind.facts.bytes);
}

/// Whether all ranks of the group receive the same.
bool same_everywhere(ExpectedContent expect) {
  using enum ExpectedContent;
  return expect == from_root || expect == gathered || expect == gathered_at_root || expect == file_written;
}

TEST(CaseShift, RightDataHasNoDefect) {
  for (auto [expect, f] : kinds())
    for (f.rank = 0; f.rank < f.ranks; ++f.rank) {
      const auto defect = verify(expect, f, delivered(expect, f));
      EXPECT_FALSE(defect.found()) << name_of({expect, f}) << ": " << defect.text;
      EXPECT_EQ(defect.text, "");
    }
}

TEST(CaseShift, RightDataOfOneRankOrNoBytesHasNoDefect) {
  for (auto [expect, f] : kinds()) {
    f.bytes = 0;
    EXPECT_FALSE(verify(expect, f, delivered(expect, f)).found());
    if (f.ranks % 2 == 0) continue;
    f = {.ranks = 1, .bytes = 9};
    EXPECT_FALSE(verify(expect, f, delivered(expect, f)).found()) << name_of({expect, f});
  }
}

TEST(CaseShift, DataThatNeverArrivedIsWrongInEveryElement) {
  for (const auto& [expect, f] : kinds()) {
    auto received = delivered(expect, f);
    spoil(expect, f, received);
    EXPECT_EQ(verify(expect, f, received).wrong, std::ssize(received) / size_of(f.type))
        << name_of({expect, f});
  }
}

TEST(CaseShift, OldDataIsFound) {
  for (auto [expect, f] : kinds()) {
    const auto received = delivered(expect, f);
    ++f.generation;
    EXPECT_TRUE(verify(expect, f, received).found()) << name_of({expect, f});
  }
}

TEST(CaseShift, DataForAnotherRankIsFound) {
  for (auto [expect, f] : kinds()) {
    if (same_everywhere(expect)) continue;
    const auto received = delivered(expect, f);
    f.rank = 1;
    EXPECT_TRUE(verify(expect, f, received).found()) << name_of({expect, f});
  }
}

TEST(CaseShift, EverySingleCorruptedByteIsFound) {
  for (const auto& [expect, f] : kinds()) {
    const auto right = delivered(expect, f);
    for (std::size_t at = 0; at < right.size(); ++at) {
      auto received = right;
      received[at] ^= std::byte{0x10};
      const auto defect = verify(expect, f, received);
      EXPECT_EQ(defect.wrong, 1) << name_of({expect, f});
      EXPECT_EQ(defect.index, static_cast<std::int64_t>(at) / size_of(f.type));
      EXPECT_NE(defect.got, defect.expected);
    }
  }
}

/// Device memory is written and read in pieces.
TEST(CaseShift, PiecesOfContentsAreTheWhole) {
  for (const auto& [expect, f] : kinds()) {
    const auto received = delivered(expect, f);
    const std::int64_t bytes = std::ssize(received), element = size_of(f.type);
    Bytes whole(received.size()), spoiled_whole(received.size());
    fill_send(expect, f, whole);
    spoil(expect, f, spoiled_whole);
    for (const std::int64_t piece : {element, 3 * element}) {
      Bytes in_pieces(received.size()), spoiled_in_pieces(received.size());
      ContentComparison right(expect, f, bytes), wrong(expect, f, bytes);
      for (std::int64_t from = 0; from < bytes; from += piece) {
        const auto part = [&](Bytes& of) {
          return std::span(of).subspan(static_cast<std::size_t>(from),
                                       static_cast<std::size_t>(std::min(piece, bytes - from)));
        };
        sent(expect, f, bytes)(from, part(in_pieces));
        spoiled(expect, f, bytes)(from, part(spoiled_in_pieces));
        Bytes copy = received;
        right.look(from, part(copy));
        wrong.look(from, part(spoiled_in_pieces));
      }
      EXPECT_EQ(in_pieces, whole) << name_of({expect, f});
      EXPECT_EQ(spoiled_in_pieces, spoiled_whole) << name_of({expect, f});
      EXPECT_FALSE(right.result().found()) << name_of({expect, f});
      EXPECT_EQ(wrong.result().text, verify(expect, f, spoiled_whole).text) << name_of({expect, f});
    }
  }
}

TEST(CaseShift, SwappedBlocksAreFound) {
  int tried = 0;
  for (const auto& [expect, f] : kinds()) {
    auto received = delivered(expect, f);
    const auto block = static_cast<std::ptrdiff_t>(f.bytes);
    if (std::ssize(received) < 2 * block) continue;
    ++tried;
    std::swap_ranges(received.begin(), received.begin() + block, received.begin() + block);
    EXPECT_TRUE(verify(expect, f, received).found()) << name_of({expect, f});
  }
  EXPECT_EQ(tried, 4 * 5 * 2 * 2 +
                       2 * 5 * 2);  // expectations with several blocks x types x ranks x lengths, windows
}

TEST(CaseShift, PartitionsAreBlocksOfTheirOwn) {
  Facts f{.type = TransferType::int_type, .ranks = 2, .rank = 1, .bytes = 48, .partitions = 4};
  const auto whole = delivered(ExpectedContent::from_peer, f);
  EXPECT_FALSE(verify(ExpectedContent::from_peer, f, whole).found());
  for (const std::int64_t from : {0, 4, 12, 20, 44})
    EXPECT_FALSE(
        verify(ExpectedContent::from_peer, f, std::span(whole).subspan(static_cast<std::size_t>(from)), from)
            .found())
        << from;
  auto swapped = whole;
  std::swap_ranges(swapped.begin() + 12, swapped.begin() + 24, swapped.begin() + 36);
  const auto defect = verify(ExpectedContent::from_peer, f, swapped);
  EXPECT_EQ(defect.wrong, 6);
  EXPECT_EQ(defect.index, 3);
  f.partitions = 3;
  EXPECT_TRUE(verify(ExpectedContent::from_peer, f, whole).found());
}

TEST(Verify, SaysWhatIsWrongInOneSentence) {
  const Facts f{.type = TransferType::float_type, .ranks = 2, .rank = 1, .bytes = 16};
  std::vector<float> received(4);
  expected(ExpectedContent::from_peer, f, std::as_writable_bytes(std::span(received)));
  received[2] = 0.5F;
  received[3] = 0.25F;
  const auto defect = verify(ExpectedContent::from_peer, f, std::as_bytes(std::span(received)));
  EXPECT_EQ(defect.wrong, 2);
  EXPECT_EQ(defect.index, 2);
  EXPECT_EQ(defect.got, "0.5");
  EXPECT_THAT(defect.text,
              HasSubstr("rank 1 of 2, 16 bytes: 2 of 4 elements wrong, the first at index 2: got 0.5"));
}

TEST(Verify, TakesAnEmptyBufferAndNoExpectationForRight) {
  EXPECT_FALSE(verify(ExpectedContent::from_peer, {.ranks = 2, .bytes = 8}, {}).found());
  EXPECT_FALSE(verify(ExpectedContent::nothing, {.bytes = 1}, Bytes(1)).found());
}

TEST(Verify, WorksPieceByPieceOverLongBuffers) {
  const Facts f{.ranks = 3, .rank = 2, .bytes = 10007, .generation = 1};
  Bytes received(30021);
  expected(ExpectedContent::transposed, f, received);
  EXPECT_EQ(received, delivered(ExpectedContent::transposed, f));
  received[20014] ^= std::byte{1};
  received[30020] ^= std::byte{1};
  const auto defect = verify(ExpectedContent::transposed, f, received);
  EXPECT_EQ(defect.wrong, 2);
  EXPECT_EQ(defect.index, 20014);
}

TEST(Verify, ExpectsTheSecondMessageWhereBothNeighboursShareABuffer) {
  const Facts f{.ranks = 3, .rank = 0, .bytes = 8};
  const auto right = sent(ExpectedContent::from_neighbours, f, 1, 16);
  EXPECT_FALSE(verify(ExpectedContent::from_neighbours, f, std::span(right).subspan(8)).found());
  EXPECT_TRUE(verify(ExpectedContent::from_neighbours, f, std::span(right).first(8)).found());
}

TEST(FillSend, SpoilsTheBuffersThatABroadcastFills) {
  Facts f{.ranks = 4, .rank = 1, .root = 2, .bytes = 5};
  Bytes buffer(5);
  fill_send(ExpectedContent::from_root, f, buffer);
  EXPECT_EQ(verify(ExpectedContent::from_root, f, buffer).wrong, 5);
  f.rank = 2;
  fill_send(ExpectedContent::from_root, f, buffer);
  EXPECT_EQ(verify(ExpectedContent::from_root, f, buffer).wrong, 0);
}

/// The element-wise sum of what all ranks send, in float arithmetic.
std::vector<float> summed(ExpectedContent expect, const Facts& f) {
  std::vector<float> sum(static_cast<std::size_t>(f.bytes) / 4);
  for (int rank = 0; rank < f.ranks; ++rank) {
    const auto bytes = sent(expect, f, rank, f.bytes);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      float summand = 0;
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(4 * i), 4,
                  std::as_writable_bytes(std::span(&summand, 1)).begin());
      sum[i] += summand;
    }
  }
  return sum;
}

TEST(Reduced, SumsAreExpected) {
  const Facts f{.type = TransferType::float_type, .ranks = 5, .rank = 2, .bytes = 44, .generation = 6};
  auto sum = summed(ExpectedContent::reduced, f);
  EXPECT_FALSE(verify(ExpectedContent::reduced, f, std::as_bytes(std::span(sum))).found());
  EXPECT_FALSE(verify(ExpectedContent::reduced_at_root, f, std::as_bytes(std::span(sum))).found());
  sum[10] += 1;
  EXPECT_EQ(verify(ExpectedContent::reduced, f, std::as_bytes(std::span(sum))).index, 10);
}

TEST(Reduced, PrefixesAreExpected) {
  Facts f{.type = TransferType::float_type, .ranks = 5, .bytes = 44, .generation = 6};
  std::vector<float> prefix(11);
  for (f.rank = 0; f.rank < 5; ++f.rank) {
    std::vector<float> own(11);
    if (f.rank > 0) {
      EXPECT_FALSE(verify(ExpectedContent::summed_before, f, std::as_bytes(std::span(prefix))).found())
          << f.rank;
    }
    fill_send(ExpectedContent::summed_up_to, f, std::as_writable_bytes(std::span(own)));
    EXPECT_EQ(verify(ExpectedContent::summed_up_to, f, std::as_bytes(std::span(prefix))).wrong, 11);
    for (std::size_t i = 0; i < own.size(); ++i) prefix[i] += own[i];
    EXPECT_FALSE(verify(ExpectedContent::summed_up_to, f, std::as_bytes(std::span(prefix))).found())
        << f.rank;
  }
}

TEST(Reduced, SharesAreExpectedWhereTheyBegin) {
  Facts f{.type = TransferType::float_type, .ranks = 4, .bytes = 44, .generation = 6};  // 11 floats: 3 3 3 2
  const auto sum = summed(ExpectedContent::reduced_scattered, f);
  for (f.rank = 0; f.rank < 4; ++f.rank) {
    const auto own = std::span(sum).subspan(static_cast<std::size_t>(share_offset(11, 4, f.rank)),
                                            static_cast<std::size_t>(share(11, 4, f.rank)));
    EXPECT_FALSE(verify(ExpectedContent::reduced_scattered, f, std::as_bytes(own)).found()) << f.rank;
  }
  f.rank = 1;
  EXPECT_TRUE(
      verify(ExpectedContent::reduced_scattered, f, std::as_bytes(std::span(sum).subspan(2, 3))).found());
}

TEST(Reduced, BlocksAreExpectedWhereTheyBegin) {
  Facts f{.type = TransferType::float_type, .ranks = 4, .bytes = 12, .generation = 6};  // 3 floats for each
  Facts whole = f;
  whole.bytes = 48;
  const auto sum = summed(ExpectedContent::reduced_block, whole);
  for (f.rank = 0; f.rank < 4; ++f.rank) {
    const auto own = std::span(sum).subspan(3 * static_cast<std::size_t>(f.rank), 3);
    EXPECT_FALSE(verify(ExpectedContent::reduced_block, f, std::as_bytes(own)).found()) << f.rank;
  }
  f.rank = 1;
  EXPECT_EQ(verify(ExpectedContent::reduced_block, f, std::as_bytes(std::span(sum).first(3))).wrong, 3)
      << "block of rank 0";
}

TEST(Reduced, LocallyIsTheOldContentAndOnesOwn) {
  Facts f{.type = TransferType::float_type, .ranks = 3, .rank = 1, .bytes = 20, .generation = 2};
  std::vector<float> sum(5), own(5);
  spoil(ExpectedContent::reduced_locally, f, std::as_writable_bytes(std::span(sum)));
  EXPECT_EQ(verify(ExpectedContent::reduced_locally, f, std::as_bytes(std::span(sum))).wrong, 5)
      << "nothing was added";
  fill_send(ExpectedContent::reduced_locally, f, std::as_writable_bytes(std::span(own)));
  for (std::size_t i = 0; i < 5; ++i) sum[i] += own[i];
  EXPECT_FALSE(verify(ExpectedContent::reduced_locally, f, std::as_bytes(std::span(sum))).found());
  for (std::size_t i = 0; i < 5; ++i) sum[i] += own[i];
  EXPECT_EQ(verify(ExpectedContent::reduced_locally, f, std::as_bytes(std::span(sum))).wrong, 5)
      << "added twice";
}

TEST(Threads, EachExpectsWhatTheThreadOfTheSameNumberSends) {
  for (const ExpectedContent expect : {ExpectedContent::window_from_partner, ExpectedContent::from_left,
                                       ExpectedContent::from_neighbours, ExpectedContent::from_root}) {
    const bool both = expect == ExpectedContent::from_neighbours;
    for (int thread = 0; thread < 3; ++thread) {
      Facts f{.type = TransferType::int_type,
              .ranks = 4,
              .rank = 1,
              .bytes = 40,
              .threads = 3,
              .pair_distance = 1,
              .chain_step = 1};
      f.thread = thread;
      Bytes in(both ? 80 : 40);
      expected(expect, f, in);
      for (int other = 0; other < 3; ++other) {
        f.thread = other;
        EXPECT_EQ(verify(expect, f, in).found(), other != thread) << thread << other;
      }
    }
  }
}

TEST(Threads, ReceiveFromPartnersAndNeighboursAsFarAwayAsAskedFor) {
  const auto from = [](int rank, ExpectedContent expect) {
    Facts f{.ranks = 8, .bytes = 32, .pair_distance = 2, .chain_step = 2};
    Bytes in(32);
    f.rank = rank;
    expected(expect, f, in);
    for (int sender = 0; sender < 8; ++sender)
      if (sent(expect, f, sender, 32) == in) return sender;
    return -1;
  };
  EXPECT_EQ(from(1, ExpectedContent::window_from_partner), 3);
  EXPECT_EQ(from(6, ExpectedContent::window_from_partner), 4);
  EXPECT_EQ(from(1, ExpectedContent::from_left), 7);
}

TEST(Threads, AddSummandsOfTheirOwn) {
  Facts f{.type = TransferType::int_type, .ranks = 3, .bytes = 64, .threads = 2, .generation = 1};
  Bytes first(64), second(64);
  expected(ExpectedContent::reduced, f, first);
  f.thread = 1;
  expected(ExpectedContent::reduced, f, second);
  EXPECT_NE(first, second);
  const auto defect = verify(ExpectedContent::reduced, f, first);
  EXPECT_THAT(defect.text, HasSubstr("thread 1"));
}

TEST(FileRead, ContentFollowsThePosition) {
  Facts f{.ranks = 2, .bytes = 100, .generation = 1};
  Bytes file(1000);
  fill_file(f, file);
  f.position = 300;
  EXPECT_FALSE(verify(ExpectedContent::file_read, f, std::span(file).subspan(300, 100)).found());
  EXPECT_TRUE(verify(ExpectedContent::file_read, f, std::span(file).subspan(301, 100)).found());
  EXPECT_TRUE(verify(ExpectedContent::file_read, f, std::span(file).subspan(200, 100)).found());
}

TEST(FileWritten, MayBeComparedInPieces) {
  const Facts f{.ranks = 3, .bytes = 11, .section = 5};  // shares 4 4 3
  Bytes file;
  for (const int rank : {0, 1, 2})
    append(file, sent(ExpectedContent::file_written, f, rank, share(11, 3, rank)), 0, share(11, 3, rank));
  for (std::size_t from = 0; from < 11; from += 2) {
    const auto piece = std::span(file).subspan(from, std::min<std::size_t>(2, 11 - from));
    EXPECT_FALSE(verify(ExpectedContent::file_written, f, piece, static_cast<std::int64_t>(from)).found())
        << from;
  }
  file[7] = ~file[7];
  const auto defect = verify(ExpectedContent::file_written, f, std::span(file).subspan(6, 5), 6);
  EXPECT_EQ(defect.wrong, 1);
  EXPECT_EQ(defect.index, 7);
}

TEST(FileWritten, OwnFilesHoldTheOwnShare) {
  Facts f{.ranks = 2, .rank = 1, .bytes = 7, .view = FileView::own};
  const auto file = sent(ExpectedContent::file_written, f, 1, 3);
  EXPECT_FALSE(verify(ExpectedContent::file_written, f, file).found());
  f.rank = 0;
  EXPECT_TRUE(verify(ExpectedContent::file_written, f, file).found());
}

}  // namespace
}  // namespace sonde::check
