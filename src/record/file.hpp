// The file that records go to, line by line. It is never a file of something else: a new one is created
// exclusively, an old one is taken only when Sonde made it, a symbolic link is never followed.
//
// What survives: a line is written completely by write(2) before write_line returns, so it outlives the death
// of every process. A crash of the machine may take the lines of the last second: fdatasync(2) after every
// line would cost some milliseconds a case on common disks and disturb the next one, so it comes with the
// first line, then at most once a second, and when the file is closed.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/result.hpp"

namespace sonde::record {

enum class FileKind { json, csv };

class RecordFile {
 public:
  /// A new file; an error where anything of that name exists.
  [[nodiscard]] static Result<RecordFile> create(const std::string& path);

  /// A regular file whose first line is a header of Sonde (JSON lines) or its CSV head, as `kind` has it, for
  /// more lines at the end; a torn last line is cut off. Creates the file where there is none. An error where
  /// another run has the file open.
  [[nodiscard]] static Result<RecordFile> append(const std::string& path, FileKind kind);

  /// What create() would refuse, as far as it can be told without the file. Changes nothing.
  [[nodiscard]] static Result<void> could_create(const std::string& path);

  /// What append() would refuse, else how many bytes of complete lines it would find: 0 where there is no
  /// file. Changes nothing.
  [[nodiscard]] static Result<std::int64_t> could_append(const std::string& path, FileKind kind);

  RecordFile(RecordFile&&) noexcept = default;
  RecordFile& operator=(RecordFile&&) noexcept = default;
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  /// Removes the file where create() made it and no line followed.
  ~RecordFile();

  /// The line and a newline. After an error (full disk) the file ends with the last complete line, and every
  /// further call fails with the same message. `line` holds no newline.
  [[nodiscard]] Result<void> write_line(std::string_view line);

  /// Keeps the first `size` bytes, which must end with a newline.
  [[nodiscard]] Result<void> cut(std::int64_t size);

  /// Writes back and closes; an error where the file is no longer found under its name. Further calls do
  /// nothing. What is not closed by this is closed when the object goes, and errors are not reported.
  [[nodiscard]] Result<void> close();

  /// False where lines stand in the file already: what is appended needs no second CSV head.
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// False where the file system knows no locks: nothing keeps another run out.
  [[nodiscard]] bool locked() const { return locked_; }

 private:
  RecordFile(Descriptor file, std::string path, std::int64_t size)
      : file_(std::move(file)), path_(std::move(path)), size_(size) {}
  Result<void> sync();  ///< to the disk, with fdatasync
  void remove_empty() const;

  Descriptor file_;
  std::string path_;
  bool fresh_ = false;  ///< made by this object
  bool locked_ = true;
  std::int64_t size_ = 0;  ///< bytes of the complete lines
  std::string broken_;     ///< message of the first failure
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace sonde::record
