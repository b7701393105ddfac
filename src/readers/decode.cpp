#include "readers/decode.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace sonde::readers {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t longest_mark = 6;

struct Packer {
  std::string_view mark, name, command;
};
constexpr std::array<Packer, 4> others{{{"\xfd\x37zXZ\0"sv, "xz", "xz -d"},
                                        {"\x28\xb5\x2f\xfd"sv, "zstd", "zstd -d"},
                                        {"BZh"sv, "bzip2", "bzip2 -d"},
                                        {"PK\x03\x04"sv, "zip", "unzip"}}};

void append_utf8(std::string& out, unsigned code) {
  const auto put = [&](unsigned byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto rest = [&](unsigned shift) { put(0x80U | ((code >> shift) & 0x3fU)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xc0U | (code >> 6U)), rest(0);
  if (code < 0x10000) return put(0xe0U | (code >> 12U)), rest(6), rest(0);
  put(0xf0U | (code >> 18U)), rest(12), rest(6), rest(0);
}

constexpr unsigned replacement = 0xfffd;

}  // namespace

Result<void> Decoder::add(std::string_view bytes) {
  if (packing_known_ && gunzip_)
    return gunzip_->add(bytes, [this](std::string_view text) { return unpacked(text); });
  if (packing_known_) return unpacked(bytes);
  packed_head_ += bytes;
  if (packed_head_.size() < longest_mark) return {};
  packing_known_ = true;
  for (const Packer& packer : others)
    if (packed_head_.starts_with(packer.mark))
      return failure(fmt::format("the file is packed by {}, which is not read: unpack it ({})", packer.name,
                                 packer.command));
  if (Gunzip::is_packed(packed_head_)) gunzip_.emplace();
  return add(std::exchange(packed_head_, {}));
}

Result<void> Decoder::unpacked(std::string_view bytes) {
  if (encoding_) return encoded(bytes);
  head_ += bytes;
  return head_.size() < 3 ? Result<void>{} : begin();
}

Result<void> Decoder::begin() {
  std::string_view text = head_;
  encoding_ = Encoding::utf8;
  if (text.starts_with("\xff\xfe"))
    encoding_ = Encoding::utf16_little;
  else if (text.starts_with("\xfe\xff"))
    encoding_ = Encoding::utf16_big;
  if (*encoding_ != Encoding::utf8)
    text.remove_prefix(2);
  else if (text.starts_with("\xef\xbb\xbf"))
    text.remove_prefix(3);
  return encoded(text);
}

Result<void> Decoder::encoded(std::string_view bytes) {
  return *encoding_ == Encoding::utf8 ? take_(bytes) : from_utf16(bytes);
}

/// A unit of UTF-16. The first half of a pair waits for the second; a half that stands alone is replaced.
void Decoder::append_utf16(std::string& out, unsigned unit) {
  const unsigned first = std::exchange(surrogate_, 0U);
  const bool second = unit >= 0xdc00 && unit < 0xe000;
  if (first != 0 && second) return append_utf8(out, 0x10000 + ((first - 0xd800) << 10U) + (unit - 0xdc00));
  if (first != 0) append_utf8(out, replacement);
  if (unit >= 0xd800 && unit < 0xdc00)
    surrogate_ = unit;
  else
    append_utf8(out, second ? replacement : unit);
}

Result<void> Decoder::from_utf16(std::string_view bytes) {
  const std::string all = std::exchange(odd_, {}) + std::string(bytes);
  const bool big = *encoding_ == Encoding::utf16_big;
  std::string out;
  std::size_t at = 0;
  for (; at + 1 < all.size(); at += 2) {
    const auto low = static_cast<unsigned char>(all[at + (big ? 1 : 0)]);
    const auto high = static_cast<unsigned char>(all[at + (big ? 0 : 1)]);
    append_utf16(out, (static_cast<unsigned>(high) << 8U) | low);
  }
  odd_ = all.substr(at);
  return take_(out);
}

Result<void> Decoder::finish() {
  if (!packing_known_) {
    packing_known_ = true;
    if (Gunzip::is_packed(packed_head_)) gunzip_.emplace();
    if (auto added = add(std::exchange(packed_head_, {})); !added) return added;
  }
  return encoding_ ? Result<void>{} : begin();
}

}  // namespace sonde::readers
