#include "case_setup/file_resource.hpp"

#include <fmt/format.h>
#include <sys/vfs.h>

#include <filesystem>

#include "case_setup/file_check.hpp"
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

mpi::Datatype make_tile(const FileLayout& layout) {
  const mpi::Datatype block = mpi::contiguous(layout.share, MPI_BYTE);
  const int one = 1;
  const auto place = static_cast<MPI_Aint>(layout.offset);
  MPI_Datatype raw = MPI_DATATYPE_NULL, tile = MPI_DATATYPE_NULL;
  mpi::ok(MPI_Type_create_hindexed(1, &one, &place, block.get(), &raw), "MPI_Type_create_hindexed");
  const mpi::Datatype placed(raw);
  mpi::ok(MPI_Type_create_resized(raw, 0, static_cast<MPI_Aint>(layout.tile), &tile),
          "MPI_Type_create_resized");
  mpi::Datatype made(tile);
  mpi::ok(MPI_Type_commit(&tile), "MPI_Type_commit");
  return made;
}

/// Open MPI 4 locks a shared pointer by a semaphore that is named after the last part of the file's name, for all jobs of the host:
/// of two jobs with one name, ranks write over each other. Names that the user chose, or will look for, stay.
bool needs_name_of_its_own(const Settings& settings, const TableRun& section) {
  return section.benchmark->needs.file.pointer == Pointer::shared && !settings.keep_files &&
         settings.file_name == Settings{}.file_name && !settings.run_word.empty();
}

}  // namespace

std::string file_path(const Settings& settings, const TableRun& section, int group, int rank) {
  std::string name = settings.file_name;
  if (needs_name_of_its_own(settings, section)) name += "_" + settings.run_word;
  if (section.groups > 1) name += fmt::format("_g{}", group);
  if (section.benchmark->needs.file.owner == FileOwner::rank) name += fmt::format("_{}", rank);
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
      cold_(facts.settings.cold),
      disk_(file_path(facts.settings, *facts.planned.section, facts.team.group_index, c.rank),
            facts.settings.keep_files) {
  const auto message = mpi::make_message(layout_.share, MPI_BYTE, share_keeper_);
  c.share_count = message.count;
  c.share_type = message.type;
  c.share_bytes = layout_.share;
  c.steps.positions = {layout_.offset, layout_.tile};
  c.file_comm = benchmark_.needs.file.owner == FileOwner::group ? c.comm : MPI_COMM_SELF;
  c.file_name = disk_.path().c_str();
  c.file = &handle_;
  loop.between = [this] { reopen({}); };
  if (cold_ && !benchmark_.needs.file.writes)
    loop.prepare = [this] {
      if (auto dropped = disk_.drop_cached(); dropped_ && !dropped) dropped_ = std::move(dropped);
    };
}

FileResource::~FileResource() {
  file_.reset();
  // The file goes with disk_; a rank that is still closing it does not mind.
}

std::optional<Failure> FileResource::create() {
  if (!makes_) return std::nullopt;
  auto made = disk_.create();
  if (made) made = disk_.try_room(most_bytes_);
  if (made && benchmark_.needs.file.pointer == Pointer::shared) made = disk_.try_file_beside();
  if (made && !benchmark_.needs.file.writes) made = disk_.fill(most_bytes_, readable);
  return io_failure(made);
}

void FileResource::open() {
  if (!benchmark_.sized()) return;
  MPI_File made = MPI_FILE_NULL;
  mpi::ok(MPI_File_open(case_.file_comm, disk_.path().c_str(), MPI_MODE_RDWR, case_.info, &made),
          "MPI_File_open");
  file_ = mpi::File(made);
  handle_ = made;
  if (tiled()) view_from(0);
}

bool FileResource::tiled() const {
  return benchmark_.needs.file.pointer == Pointer::individual &&
         benchmark_.needs.file.owner == FileOwner::group;
}

/// Blocks of all ranks side by side, seen one by one through a tiled view. A rank without bytes of its own
/// has the whole file as its view: a tile without a block is not a valid one.
void FileResource::view_from(std::int64_t first) {
  const bool has_tile = tiled() && layout_.share > 0;
  if (has_tile && tile_.empty()) tile_ = make_tile(layout_);
  const MPI_Datatype tile = has_tile ? tile_.get() : MPI_BYTE;
  mpi::ok(MPI_File_set_view(file_.get(), first * layout_.tile, MPI_BYTE, tile, "native", case_.info),
          "MPI_File_set_view");
}

void FileResource::reopen(const Between& between) {
  file_.close("MPI_File_close");
  if (between) between();
  open();
}

/// What has been written may reach the disk only now: a second for each megabyte.
double FileResource::closing_seconds(std::int64_t repetitions) const {
  return benchmark_.needs.file.writes ? 1e-6 * static_cast<double>(layout_.file_bytes(repetitions)) : 0;
}

void FileResource::abandon() {
  if (case_.file_comm != MPI_COMM_SELF) static_cast<void>(file_.release());
}

/// Network file systems report lost writes only here.
std::optional<Failure> FileResource::close() {
  return attempt([this] { file_.close("MPI_File_close"); });
}

CheckResult FileResource::check(const ResourceFacts& facts, const CheckFacts& measured) {
  return check_file(facts, measured, *this);
}

std::optional<Failure> FileResource::inspect(std::int64_t repetitions) const {
  if (!dropped_) return io_failure(dropped_);
  if (!makes_) return std::nullopt;
  const auto size = disk_.size();
  if (!size) return Failure{record::Reason::io_error, size.error().message};
  const std::int64_t written =
      benchmark_.needs.file.writes && benchmark_.sized() ? layout_.file_bytes(repetitions) : 0;
  if (*size >= written) return std::nullopt;
  return Failure{record::Reason::io_error,
                 fmt::format("{} has {} bytes after {} were written", disk_.path(), *size, written)};
}

}  // namespace sonde::case_setup
