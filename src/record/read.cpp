#include "record/read.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/text.hpp"
#include "record/csv.hpp"
#include "record/lines.hpp"
#include "record/parser.hpp"

namespace sonde::record {

namespace {

std::unique_ptr<Parser> parser_for(std::string_view first_line) {
  const auto text = trim(first_line);
  if (text.starts_with('{')) return make_json_parser();
  if (is_csv_head(text)) return make_csv_parser();
  return make_text_parser();
}

// Reads from wherever lines come: decides by the first line that is not empty which reader takes them.
class Reading {
 public:
  explicit Reading(std::string source) : source_(std::move(source)) {}

  Result<void> add(std::string_view piece) {
    auto added = cutter_.add(piece);
    if (!added) return failure(fmt::format("{}:{}", source_, added.error().message));
    return added;
  }

  Result<std::vector<Run>> finish() {
    std::vector<Run> runs;
    if (parser_) runs = parser_->finish();
    if (runs.empty() && cutter_.lines() == 0)
      return failure(fmt::format("{}:1: the file holds no complete line", source_));
    if (runs.empty())
      return failure(
          fmt::format("{}:1: neither a record of Sonde nor a table of Sonde, IMB, PMB or OSU", source_));
    for (Run& run : runs) run.source = source_;
    runs.back().torn = cutter_.torn();
    return runs;
  }

 private:
  Result<void> line(std::string_view text) {
    if (!parser_ && trim(text).empty()) return {};
    if (!parser_) parser_ = parser_for(text);
    return parser_->line(text);
  }

  std::string source_;
  std::unique_ptr<Parser> parser_;
  LineCutter cutter_{[this](std::string_view text) { return line(text); }};
};

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

Result<void> add_file(Reading& reading, int fd, const std::string& path) {
  std::string piece(std::size_t{1} << 20, '\0');
  for (;;) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    if (got == 0) return {};
    if (auto added = reading.add({piece.data(), static_cast<std::size_t>(got)}); !added) return added;
  }
}

Result<Run> only(Result<std::vector<Run>> runs) {
  if (!runs) return tl::unexpected(runs.error());
  if (runs->size() > 1)
    return failure(
        fmt::format("{} holds {} runs: give each run a file of its own", runs->front().source, runs->size()));
  return std::move(runs->front());
}

}  // namespace

Result<std::vector<Run>> read_runs(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return failure(fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  struct stat about {};
  if (::fstat(file.get(), &about) == 0 && S_ISDIR(about.st_mode))
    return failure(fmt::format("'{}' is a directory: expected a file", path));
  Reading reading(path);
  if (auto added = add_file(reading, file.get(), path); !added) return tl::unexpected(added.error());
  return reading.finish();
}

Result<Run> read_run(const std::string& path) {
  return only(read_runs(path));
}

Result<Run> read_text(std::string_view text, const std::string& source) {
  Reading reading(source);
  if (auto added = reading.add(text); !added) return tl::unexpected(added.error());
  return only(reading.finish());
}

}  // namespace sonde::record
