#include "case_setup/file_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <vector>

#include "case_setup/check_pace.hpp"
#include "catalog/file_pieces.hpp"
#include "check/verify.hpp"
#include "engine/line_up.hpp"

namespace sonde::case_setup {

namespace {

constexpr std::int64_t piece = 1 << 20;
constexpr std::int64_t head = 16;  ///< so many bytes tell the blocks of a file apart

/// Big-endian ints.
void to_native(std::span<std::byte> ints) {
  if constexpr (std::endian::native == std::endian::little)
    for (std::size_t i = 0; i + sizeof(int) <= ints.size(); i += sizeof(int))
      std::ranges::reverse(ints.subspan(i, sizeof(int)));
}

class FileCheck {
 public:
  FileCheck(const ResourceFacts& facts, const CheckFacts& measured, FileResource& file)
      : benchmark_(facts.benchmark()),
        mode_(facts.planned.mode()),
        case_(measured.c),
        loop_(measured.loop),
        file_(file),
        most_(measured.repetitions) {
    facts_.ranks = benchmark_.needs.file.owner == FileOwner::self ? 1 : case_.size;
    facts_.rank = case_.rank;
    facts_.bytes = case_.bytes;
    loop_.line_up = engine::no_barrier;
    loop_.computation.units = 1;
    loop_.computation.as_transfer = false;
    loop_.prepare = nullptr;
  }

  [[nodiscard]] std::int64_t least() const { return std::min<std::int64_t>(most_, 2); }

  /// What one rank alone finds out it says at the end, when no other rank waits for it.
  check::Defect round(std::int64_t repetitions) {
    ++facts_.generation;
    auto found = benchmark_.needs.file.writes ? write(repetitions) : read(repetitions);
    if (!trouble_) throw engine::TransferError(trouble_.error().message);
    return found;
  }

 private:
  void note(Result<void> done) {
    if (trouble_ && !done) trouble_ = std::move(done);
  }
  /// A rank whose transfers failed goes on: the others wait for it in the next one.
  void run(std::int64_t repetitions) {
    loop_.batches = {1, repetitions, repetitions};
    LoopSample sample;
    try {
      mode_.measure(case_, loop_, sample);
    } catch (const engine::TransferError& error) {
      note(failure(error.what()));
    }
  }
  [[nodiscard]] std::span<std::byte> share(std::byte* memory) const {
    return {memory, static_cast<std::size_t>(file_.layout().share)};
  }

  check::Defect write(std::int64_t repetitions) {
    const auto begin = [this] {
      file_.reopen([this] {
        if (file_.makes_file()) note(file_.disk().truncate());
      });
      check::fill_send(benchmark_.expect, facts_, share(case_.steps.out.begin));
    };
    begin();
    // What the blocking loop has written is not taken for the overlapped one's. Sides have files of their
    // own, and their writes are not completed by the loop.
    if (file_.sides() == 1) loop_.between = begin;
    run(repetitions);
    if (file_.sides() == 2) file_.reopen({});
    check::Defect all;
    if (!file_.makes_file() || case_.bytes == 0) return all;
    for (side_ = 0; side_ < file_.sides(); ++side_) add(all, verify_file(repetitions));
    side_ = 0;
    return all;
  }

  [[nodiscard]] bool in_any_order() const {
    return file_.use(side_).pointer == Pointer::shared && benchmark_.klass != TransferClass::collective;
  }

  /// What was reserved holds nothing that is known, and `inspect` has seen its size.
  check::Defect verify_file(std::int64_t repetitions) {
    check::Defect all;
    if (file_.use(side_).form == FileForm::reserved) return all;
    if (in_any_order()) return verify_any_order(repetitions);
    const auto tile = file_.layout().tile, end = file_.written_bytes(side_, repetitions);
    for (std::int64_t place = 0; place < end && trouble_; place += tile)
      add(all, file_.sides() == 2 ? verify_shares(place) : verify_tile(place));
    return all;
  }

  /// Where in a tile the share of a rank lies.
  [[nodiscard]] std::vector<FilePiece> places_of(int rank) const {
    if (in_pieces(file_.use(side_).form)) {
      const auto pieces = file_pieces(case_.bytes, case_.size, rank);
      return {pieces.begin(), pieces.end()};
    }
    const auto layout = file_layout(benchmark_, case_.bytes, case_.size, rank);
    return {{layout.offset, 0, layout.share}};
  }

  check::Defect verify_shares(std::int64_t position) {
    auto facts = facts_;
    facts.view = check::FileView::own;
    check::Defect all;
    for (facts.rank = 0; facts.rank < case_.size; ++facts.rank) {
      facts.bytes = share_of(facts.rank) * case_.size;  // of which the share of each rank is that
      for (const FilePiece& one : places_of(facts.rank))
        add(all, verify_written(facts, position + one.place, one.from, one.bytes));
    }
    return all;
  }

  /// `bytes` bytes of the file that begin `from` bytes into what `facts` expects.
  check::Defect verify_written(const check::Facts& facts, std::int64_t position, std::int64_t from,
                               std::int64_t bytes) {
    check::Defect all;
    while (bytes > 0 && trouble_) {
      const auto memory = std::span(memory_).first(static_cast<std::size_t>(std::min(piece, bytes)));
      note(file_.disk(side_).read(position, memory));
      if (!trouble_) break;
      if (file_.use(side_).form == FileForm::external32) to_native(memory);
      add(all, check::verify(ExpectedContent::file_written, facts, memory, from));
      position += std::ssize(memory);
      from += std::ssize(memory);
      bytes -= std::ssize(memory);
    }
    return all;
  }

  check::Defect verify_tile(std::int64_t position) {
    auto facts = facts_;
    facts.view =
        benchmark_.needs.file.owner == FileOwner::rank ? check::FileView::own : check::FileView::blocks;
    return verify_written(facts, position, 0, file_.layout().tile);
  }

  /// Nothing says in which order shares lie in the file, of which each rank that has one wrote so many: at
  /// each place the first rank whose share fits(rank, place) is used; where none fits, the first of all,
  /// which then counts as wrong. The longest shares come first, as they belong to the lowest ranks.
  template <class Fits, class Use>
  void place_shares(std::int64_t times, std::int64_t place, const Fits& fits, const Use& use) const {
    std::map<int, std::int64_t> unused;
    for (int rank = 0; rank < case_.size; ++rank)
      if (times > 0 && share_of(rank) > 0) unused[rank] = times;
    while (!unused.empty() && trouble_) {
      auto found = std::ranges::find_if(unused, [&](const auto& left) { return fits(left.first, place); });
      if (found == unused.end()) found = unused.begin();
      use(found->first, place);
      place += share_of(found->first);
      if (--found->second == 0) unused.erase(found);
    }
  }

  /// Nothing keeps a fast rank from writing its next share before a slow rank has written its first.
  check::Defect verify_any_order(std::int64_t repetitions) {
    const auto verify_share = [this](int rank, std::int64_t place, std::int64_t bytes) {
      auto facts = facts_;
      facts.view = check::FileView::own;
      facts.rank = rank;
      return verify_written(facts, place, 0, bytes);
    };
    check::Defect all;
    place_shares(
        repetitions, 0,
        [&](int rank, std::int64_t place) {
          return !verify_share(rank, place, std::min(head, share_of(rank))).found();
        },
        [&](int rank, std::int64_t place) { add(all, verify_share(rank, place, share_of(rank))); });
    return all;
  }

  [[nodiscard]] std::int64_t share_of(int rank) const {
    return file_layout(benchmark_, case_.bytes, case_.size, rank).share;
  }

  void make_readable(std::int64_t repetitions) {
    const auto content = [this](std::int64_t position, std::span<std::byte> out) {
      check::fill_file(at(position), out);
    };
    for (int side = 0; side < file_.sides() && file_.makes_file(); ++side) {
      note(file_.disk(side).truncate());
      note(file_.disk(side).fill(file_.layout().file_bytes(repetitions), content));
    }
  }

  check::Defect read(std::int64_t repetitions) {
    file_.reopen([&] { make_readable(repetitions); });
    check::Defect all;
    for (std::int64_t i = 0; i < repetitions; ++i) {
      const auto tile = i * file_.layout().tile;
      const auto begin = [this, i, tile] {
        check::spoil(ExpectedContent::file_read, at(tile + file_.layout().offset),
                     share(case_.steps.in.begin));
        file_.view_from(i);
      };
      const auto look = [this, tile, &all, begin] { add(all, verify_read(tile)), begin(), side_ = 1; };
      side_ = 0;
      begin();
      loop_.between = begin;
      if (file_.sides() == 2) loop_.between = look;
      run(1);
      add(all, verify_read(tile));
    }
    return all;
  }

  /// What this rank has read of the tile at `tile`.
  check::Defect verify_read(std::int64_t tile) {
    const auto mine = share(case_.steps.in.begin);
    const auto of = [this](std::int64_t position, std::span<const std::byte> bytes) {
      return check::verify(ExpectedContent::file_read, at(position), bytes);
    };
    if (in_any_order()) return of(find_position(tile), mine);
    check::Defect all;
    for (const FilePiece& one : places_of(case_.rank))
      add(all, of(tile + one.place,
                  mine.subspan(static_cast<std::size_t>(one.from), static_cast<std::size_t>(one.bytes))));
    return all;
  }

  [[nodiscard]] check::Facts at(std::int64_t position) const {
    auto facts = facts_;
    facts.position = position;
    return facts;
  }

  /// Where the block that this rank has read begins, if blocks were handed out from `position` on, each once,
  /// in any order. Collective over the group.
  std::int64_t find_position(std::int64_t position) {
    const auto mine = share(case_.steps.in.begin);
    std::array<std::byte, head> first{};
    std::ranges::copy(mine.first(std::min(mine.size(), first.size())), first.begin());
    std::vector<std::array<std::byte, head>> heads(case_.rank == 0 ? static_cast<std::size_t>(case_.size)
                                                                   : 0);
    std::vector<std::int64_t> places(heads.size());
    mpi::ok(MPI_Gather(first.data(), head, MPI_BYTE, heads.data(), head, MPI_BYTE, 0, case_.comm),
            "MPI_Gather");
    const auto fits = [&](int rank, std::int64_t place) {
      const auto bytes = static_cast<std::size_t>(std::min(head, share_of(rank)));
      const auto block = std::span(heads[static_cast<std::size_t>(rank)]).first(bytes);
      return !check::verify(ExpectedContent::file_read, at(place), block).found();
    };
    if (case_.rank == 0)
      place_shares(1, position, fits,
                   [&](int rank, std::int64_t place) { places[static_cast<std::size_t>(rank)] = place; });
    std::int64_t found = position;
    // NOLINTNEXTLINE(mpi-type-mismatch): std::int64_t is long here, long long elsewhere
    mpi::ok(MPI_Scatter(places.data(), 1, MPI_INT64_T, &found, 1, MPI_INT64_T, 0, case_.comm), "MPI_Scatter");
    return found;
  }

  const Benchmark& benchmark_;
  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  FileResource& file_;
  std::int64_t most_;
  check::Facts facts_;
  int side_ = 0;          ///< of a guideline
  Result<void> trouble_;  ///< the first thing that went wrong on this rank
  std::vector<std::byte> memory_ = std::vector<std::byte>(piece);
};

}  // namespace

CheckResult check_file(const ResourceFacts& facts, const CheckFacts& measured, FileResource& file) {
  if (facts.benchmark().expect == ExpectedContent::nothing) return {};
  FileCheck check(facts, measured, file);
  return check_in_rounds(facts, measured, check.least(), [&check](std::int64_t, std::int64_t repetitions) {
    return check.round(repetitions);
  });
}

}  // namespace sonde::case_setup
