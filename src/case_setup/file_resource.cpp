#include "case_setup/file_resource.hpp"

#include <fmt/format.h>
#include <sys/vfs.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <span>
#include <vector>

#include "case_setup/file_check.hpp"
#include "catalog/file_pieces.hpp"
#include "check/verify.hpp"
#include "mpi/message.hpp"

namespace sonde::case_setup {

namespace {

/// What reads find in the file: content by position, as -check expects it.
void readable(std::int64_t position, std::span<std::byte> out) {
  check::Facts facts;
  facts.position = position;
  check::fill_file(facts, out);
}

/// A view of blocks of each tile, in elements of `block`.
mpi::Datatype make_tile(std::span<const int> lengths, std::span<const MPI_Aint> places, MPI_Datatype block,
                        std::int64_t bytes) {
  MPI_Datatype raw = MPI_DATATYPE_NULL;
  mpi::ok(
      MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), places.data(), block, &raw),
      "MPI_Type_create_hindexed");
  const mpi::Datatype placed(raw);
  return mpi::resized(raw, 0, static_cast<MPI_Aint>(bytes));
}

const char* representation_of(FileForm form) {
  if (form == FileForm::internal) return "internal";
  return form == FileForm::external32 ? "external32" : "native";
}

/// The user's hints, and that of the form.
mpi::Info hints_of(FileForm form, MPI_Info asked) {
  if (form != FileForm::hinted) return {};
  MPI_Info made = MPI_INFO_NULL;
  if (asked == MPI_INFO_NULL)
    mpi::ok(MPI_Info_create(&made), "MPI_Info_create");
  else
    mpi::ok(MPI_Info_dup(asked, &made), "MPI_Info_dup");
  mpi::Info info(made);
  mpi::ok(MPI_Info_set(made, "collective_buffering", "true"), "MPI_Info_set");
  mpi::ok(MPI_Info_set(made, "romio_cb_write", "enable"), "MPI_Info_set");
  return info;
}

bool shares_pointer(const Needs& needs) {
  return needs.file.pointer == Pointer::shared || needs.right_file.pointer == Pointer::shared;
}

/// Open MPI 4 locks a shared pointer by a semaphore that is named after the last part of the file's name, for
/// all jobs of the host: of two jobs with one name, ranks write over each other. Guidelines run where nobody
/// thinks of files: two runs in one folder do not meet. Names that the user chose, or will look for, stay.
bool needs_name_of_its_own(const Settings& settings, const TableRun& section) {
  return (shares_pointer(section.benchmark->needs) || !section.benchmark->guideline.empty()) &&
         !settings.keep_files && settings.file_name == Settings{}.file_name && !settings.run_word.empty();
}

}  // namespace

std::string file_path(const Settings& settings, const TableRun& section, int group, int rank, bool right) {
  std::string name = settings.file_name;
  if (needs_name_of_its_own(settings, section)) name += "_" + settings.run_word;
  if (section.groups > 1) name += fmt::format("_g{}", group);
  if (section.benchmark->needs.file.owner == FileOwner::rank) name += fmt::format("_{}", rank);
  if (right) name += "_right";
  return (std::filesystem::path(settings.path) / name).string();
}

std::string describe_cold(const Settings& settings) {
  constexpr long tmpfs = 0x01021994, ramfs = 0x858458f6;
  struct statfs system {};
  if (!settings.cold || statfs(settings.path.c_str(), &system) != 0) return {};
  if (system.f_type != tmpfs && system.f_type != ramfs) return {};
  return fmt::format("\n# -cold has no effect: the file system of {} is in memory\n", settings.path);
}

FileResource::FileResource(const ResourceFacts& facts, Case& c, Loop& loop)
    : benchmark_(facts.benchmark()),
      case_(c),
      layout_(file_layout(benchmark_, c.bytes, c.size, c.rank)),
      most_bytes_(benchmark_.sized() ? layout_.file_bytes(facts.planned.wanted) : 1),
      makes_(benchmark_.needs.file.owner == FileOwner::rank || c.rank == 0),
      cold_(facts.settings.cold) {
  const auto path = [&](bool right) {
    return file_path(facts.settings, *facts.planned.section, facts.team.group_index, c.rank, right);
  };
  files_.emplace_back(benchmark_.needs.file, path(false), facts.settings.keep_files);
  if (!benchmark_.guideline.empty())
    files_.emplace_back(benchmark_.needs.right_file, path(true), facts.settings.keep_files);
  const bool ints = benchmark_.message.element == Element::whole32;
  const auto message =
      ints ? mpi::make_message(layout_.share / static_cast<int>(sizeof(int)), MPI_INT, share_keeper_)
           : mpi::make_message(layout_.share, MPI_BYTE, share_keeper_);
  c.share_count = message.count;
  c.share_type = message.type;
  c.share_bytes = layout_.share;
  c.steps.positions = {layout_.offset, layout_.tile};
  c.file_comm = benchmark_.needs.file.owner == FileOwner::group ? c.comm : MPI_COMM_SELF;
  c.file_name = disk().path().c_str();
  c.file = &files_.front().handle;
  c.right_file = &files_.back().handle;
  if (benchmark_.guideline.empty()) loop.between = [this] { reopen({}); };
  if (cold_ && !benchmark_.needs.file.writes) loop.prepare = [this] { drop_cached(); };
}

void FileResource::drop_cached() {
  for (const OpenFile& file : files_)
    if (auto dropped = file.disk.drop_cached(); dropped_ && !dropped) dropped_ = std::move(dropped);
}

FileResource::~FileResource() {
  for (OpenFile& file : files_) file.file.reset();
  // The files go with their disks; a rank that is still closing one does not mind.
}

std::optional<Failure> FileResource::create() {
  if (!makes_) return std::nullopt;
  Result<void> made;
  auto files = std::ssize(files_);  // that are still without room
  for (OpenFile& file : files_) {
    if (made) made = file.disk.create();
    if (made)
      made = file.disk.reserve(
          most_bytes_, files * std::min(most_bytes_, std::numeric_limits<std::int64_t>::max() / files));
    --files;
  }
  if (made && shares_pointer(benchmark_.needs)) made = disk().try_file_beside();
  return io_failure(made);
}

std::optional<Failure> FileResource::prepare() {
  if (benchmark_.needs.file.writes) return let_go();
  if (!makes_) return std::nullopt;
  Result<void> filled;
  for (OpenFile& file : files_)
    if (filled) filled = file.disk.fill(most_bytes_, readable);
  return io_failure(filled);
}

std::optional<Failure> FileResource::let_go() {
  Result<void> gone;
  for (OpenFile& file : files_)
    if (auto mine = file.disk.let_go(); gone) gone = std::move(mine);
  return io_failure(gone);
}

void FileResource::open(OpenFile& file) {
  MPI_File made = MPI_FILE_NULL;
  const mpi::Info hints = hints_of(file.use.form, case_.info);
  mpi::ok(MPI_File_open(case_.file_comm, file.disk.path().c_str(), MPI_MODE_RDWR,
                        hints.empty() ? case_.info : hints.get(), &made),
          "MPI_File_open");
  file.file = mpi::File(made);
  file.handle = made;
  if (tiled(file.use) || file.use.form != FileForm::usual) set_view(file);
  if (file.use.form == FileForm::atomic) mpi::ok(MPI_File_set_atomicity(made, 1), "MPI_File_set_atomicity");
  if (!benchmark_.guideline.empty() && file.use.pointer == Pointer::shared &&
      MPI_File_seek_shared(made, 0, MPI_SEEK_SET) != MPI_SUCCESS)
    refuse(file, "shared file pointers here");
}

/// All ranks find that out.
void FileResource::refuse(OpenFile& file, const std::string& what) {
  file.file.close("MPI_File_close");
  throw engine::NotOffered(fmt::format("the MPI library has no {}", what));
}

void FileResource::open() {
  if (!benchmark_.sized()) return;
  for (OpenFile& file : files_) open(file);
}

/// Blocks of all ranks side by side, seen one by one.
bool FileResource::tiled(const FileUse& use) {
  return use.form == FileForm::usual && use.pointer == Pointer::individual && use.owner == FileOwner::group;
}

/// What a rank sees of each tile. A rank without bytes of its own has the whole file as its view: a tile
/// without a block is not a valid one.
mpi::Datatype FileResource::make_view(const FileUse& use) const {
  std::vector<int> lengths;
  std::vector<MPI_Aint> places;
  if (!sees_pieces(use.form)) {
    const mpi::Datatype block = mpi::contiguous(layout_.share, MPI_BYTE);
    lengths.push_back(1), places.push_back(static_cast<MPI_Aint>(layout_.offset));
    return make_tile(lengths, places, block.get(), layout_.tile);
  }
  for (const FilePiece& piece : file_pieces(case_.bytes, case_.size, case_.rank))
    if (piece.bytes > 0)
      lengths.push_back(static_cast<int>(piece.bytes)), places.push_back(static_cast<MPI_Aint>(piece.place));
  return make_tile(lengths, places, MPI_BYTE, layout_.tile);
}

void FileResource::set_view(OpenFile& file) {
  const FileForm form = file.use.form;
  const bool has_tile = (tiled(file.use) || sees_pieces(form)) && layout_.share > 0;
  if (has_tile && file.view.empty()) file.view = make_view(file.use);
  const bool ints = form == FileForm::internal || form == FileForm::external32;
  const MPI_Datatype element = ints ? MPI_INT : MPI_BYTE, tile = has_tile ? file.view.get() : element;
  const char* representation = representation_of(form);
  const int code = MPI_File_set_view(file.file.get(), 0, element, tile, representation, case_.info);
  if (code != MPI_SUCCESS && ints)
    refuse(file, fmt::format("data representation {} for files", representation));
  mpi::ok(code, "MPI_File_set_view");
}

void FileResource::reopen(const Between& between) {
  for (OpenFile& file : files_) file.file.close("MPI_File_close");
  if (between) between();
  open();
}

/// What has been written may reach the disk only now: a second for each megabyte.
double FileResource::closing_seconds(std::int64_t repetitions) const {
  const double files = benchmark_.needs.file.writes ? static_cast<double>(files_.size()) : 0;
  return 1e-6 * files * static_cast<double>(layout_.file_bytes(repetitions));
}

void FileResource::abandon() {
  if (case_.file_comm == MPI_COMM_SELF) return;
  for (OpenFile& file : files_) static_cast<void>(file.file.release());
}

/// Network file systems report lost writes only here.
std::optional<Failure> FileResource::close() {
  return attempt([this] {
    for (OpenFile& file : files_) file.file.close("MPI_File_close");
  });
}

CheckResult FileResource::check(const ResourceFacts& facts, const CheckFacts& measured) {
  return check_file(facts, measured, *this);
}

std::int64_t FileResource::written_bytes(int side, std::int64_t repetitions) const {
  if (!benchmark_.needs.file.writes || !benchmark_.sized()) return 0;
  const FileForm form = use(side).form;
  return form == FileForm::reserved || form == FileForm::emptied ? layout_.tile
                                                                 : layout_.file_bytes(repetitions);
}

std::optional<Failure> FileResource::inspect(std::int64_t repetitions) const {
  if (!dropped_) return io_failure(dropped_);
  if (!makes_) return std::nullopt;
  for (int side = 0; side < sides(); ++side) {
    const auto size = disk(side).size();
    if (!size) return Failure{record::Reason::io_error, size.error().message};
    if (const auto written = written_bytes(side, repetitions); *size < written)
      return Failure{record::Reason::io_error,
                     fmt::format("{} has {} bytes after {} were written", disk(side).path(), *size, written)};
  }
  return std::nullopt;
}

}  // namespace sonde::case_setup
