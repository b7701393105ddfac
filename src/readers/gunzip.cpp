#include "readers/gunzip.hpp"

#include <fmt/format.h>

#include <array>

#ifdef SONDE_ZLIB
#include <zlib.h>

namespace sonde::readers {

struct Gunzip::State {
  z_stream stream{};
  bool begun = false;
  bool ended = false;  ///< a packed file has

  /// Goes on with a packed file behind one that has ended. False where none is: zeros fill a block of a tape.
  bool next_file() {
    if (*stream.next_in != 0x1f) return false;
    ::inflateReset(&stream);
    ended = false;
    return true;
  }
};

Gunzip::Gunzip() : state_(std::make_unique<State>()) {}

Gunzip::~Gunzip() {
  if (state_->begun) ::inflateEnd(&state_->stream);
}

Result<void> Gunzip::add(std::string_view bytes, const TakeText& take) {
  constexpr int window_of_gzip = 15 + 16;
  z_stream& stream = state_->stream;
  if (!state_->begun && ::inflateInit2(&stream, window_of_gzip) != Z_OK)
    return failure("the file is packed by gzip, and zlib does not start");
  state_->begun = true;
  // zlib reads through a pointer to what it does not change.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::array<char, 65536> room{};
  do {
    if (state_->ended && stream.avail_in > 0 && !state_->next_file()) return {};
    stream.next_out = reinterpret_cast<Bytef*>(room.data());  // NOLINT
    stream.avail_out = static_cast<uInt>(room.size());
    const int result = ::inflate(&stream, Z_NO_FLUSH);
    state_->ended = result == Z_STREAM_END;
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
      return failure(fmt::format("the file is packed by gzip and damaged ({}): gzip -t says the same",
                                 stream.msg == nullptr ? "no reason" : stream.msg));
    if (auto taken = take({room.data(), room.size() - stream.avail_out}); !taken) return taken;
  } while (stream.avail_in > 0 || stream.avail_out == 0);
  return {};
}

bool Gunzip::complete() const {
  return state_->ended;
}

}  // namespace sonde::readers
#else
namespace sonde::readers {

struct Gunzip::State {};

Gunzip::Gunzip() = default;
Gunzip::~Gunzip() = default;

Result<void> Gunzip::add(std::string_view, const TakeText&) {
  return failure("the file is packed by gzip, which this build cannot read (no zlib): unpack it, gzip -d");
}

bool Gunzip::complete() const {
  return true;
}

}  // namespace sonde::readers
#endif
