// The files of an I/O benchmark: one a group, one for a single process, or one a rank
// (guide 5.2.3.2, 5.2.3.4).
#pragma once
#include <list>
#include <string>
#include <utility>

#include "case_setup/resource.hpp"
#include "host/disk_file.hpp"
#include "plan/file_layout.hpp"

namespace sonde::case_setup {

class FileResource final : public HeldResource {
 public:
  /// Touches nothing. The case must outlive the resource.
  FileResource(const ResourceFacts& facts, Case& c, Loop& loop);
  /// Closes and removes the file. Collective over the file's communicator when it is open.
  ~FileResource() override;

  /// The file itself, made by the first rank of its communicator: created exclusively, its room reserved
  /// until all ranks have theirs, which one disk may not have for all of them. Of this rank, not agreed.
  [[nodiscard]] std::optional<Failure> create();
  /// When all ranks have room: filled where it is to be read, else empty. Of this rank, not agreed.
  [[nodiscard]] std::optional<Failure> prepare();
  /// When one has none: gives back what this rank has reserved. Of this rank, not agreed.
  [[nodiscard]] std::optional<Failure> let_go();
  /// How long `create`, or `prepare`, may take on any rank: a second for each megabyte.
  [[nodiscard]] double creating_seconds() const { return 1e-6 * static_cast<double>(most_bytes_); }
  /// Opens it on all ranks and sets the view. Throws mpi::MpiError.
  void open();

  [[nodiscard]] std::optional<Failure> inspect(std::int64_t repetitions) const override;
  [[nodiscard]] CheckResult check(const ResourceFacts& facts, const CheckFacts& measured) override;
  [[nodiscard]] double closing_seconds(std::int64_t repetitions) const override;
  [[nodiscard]] std::optional<Failure> close() override;
  void abandon() override;

  /// Called between closing and opening again, when no rank has the file open: for checks.
  using Between = std::function<void()>;
  void reopen(const Between& between);

  /// Of a guideline the files of its left side and its right one, else one file.
  [[nodiscard]] int sides() const { return static_cast<int>(files_.size()); }
  [[nodiscard]] const host::DiskFile& disk(int side = 0) const { return at(side).disk; }
  [[nodiscard]] const FileUse& use(int side) const { return at(side).use; }
  [[nodiscard]] std::int64_t written_bytes(int side, std::int64_t repetitions) const;
  [[nodiscard]] const FileLayout& layout() const { return layout_; }
  [[nodiscard]] bool makes_file() const { return makes_; }

 private:
  struct OpenFile {
    OpenFile(const FileUse& u, std::string path, bool keep) : use(u), disk(std::move(path), keep) {}
    const FileUse& use;
    host::DiskFile disk;
    mpi::Datatype view;
    mpi::File file;
    MPI_File handle = MPI_FILE_NULL;  ///< of `file`, where the case looks it up
  };
  [[nodiscard]] const OpenFile& at(int side) const { return side == 0 ? files_.front() : files_.back(); }
  [[nodiscard]] static bool tiled(const FileUse& use);
  [[nodiscard]] mpi::Datatype make_view(const FileUse& use) const;
  void drop_cached();
  void open(OpenFile& file);
  [[noreturn]] static void refuse(OpenFile& file, const std::string& what);
  void set_view(OpenFile& file);

  const Benchmark& benchmark_;
  const Case& case_;
  FileLayout layout_;
  std::int64_t most_bytes_;  ///< of a file
  bool makes_;               ///< this rank is the first of the file's communicator
  bool cold_;
  Result<void> dropped_;  ///< what the system refused under -cold before one of the loops
  mpi::Datatype share_keeper_;
  std::list<OpenFile> files_;
};

/// A comment line where -cold can do nothing: a file system in memory has no cache to drop. Else empty.
[[nodiscard]] std::string describe_cold(const Settings& settings);

/// The name in `directory`: `name`, `_g<group>` where groups run at the same time, `_<rank>` for a private
/// file, `_right` for that of a guideline's right side.
[[nodiscard]] std::string file_path(const Settings& settings, const TableRun& section, int group, int rank,
                                    bool right = false);

}  // namespace sonde::case_setup
