// The vectors of FIPS 180-4 (NIST's examples) and lengths around a block.
#include "base/sha256.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

TEST(Sha256, vectors_of_the_standard) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                   "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, pieces_do_not_matter) {
  for (const std::size_t length : {55U, 56U, 57U, 63U, 64U, 65U, 119U, 120U, 128U}) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>(i * 7);
    Sha256 digest;
    digest.add(text.substr(0, length / 3));
    digest.add(text.substr(length / 3));
    EXPECT_EQ(digest.hex(), sha256(text)) << length;
  }
}

}  // namespace
}  // namespace sonde
