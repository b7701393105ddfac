#include "case_setup/file_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
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
    loop_.between = nullptr;
  }

  [[nodiscard]] std::int64_t least() const { return std::min<std::int64_t>(most_, 2); }

  /// What one rank alone finds out it says at the end, when no other rank waits for it.
  check::Defect round(std::int64_t repetitions) {
    check::Defect all;
    const auto check_part = [&](engine::Part part) {
      loop_.part = part;
      add(all, benchmark_.needs.file.writes ? write(repetitions) : read(repetitions));
    };
    if (benchmark_.overlapped)
      check_part(engine::Part::alone), check_part(engine::Part::beside);
    else
      check_part(engine::Part::all);
    if (!trouble_) throw engine::TransferError(trouble_.error().message);
    return all;
  }

 private:
  void note(Result<void> done) {
    if (trouble_ && !done) trouble_ = std::move(done);
  }
  /// A rank whose transfers failed goes on: the others wait for it in the next one.
  void run(std::int64_t first, std::int64_t repetitions) {
    loop_.first = first;
    loop_.rewinds = first == 0;
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

  /// In one loop, as they are measured; then in loops of one repetition each, between which the memory is
  /// filled anew: as all repetitions write the same memory, only these tell which block is whose.
  check::Defect write(std::int64_t repetitions) {
    check::Defect all;
    numbered_ = false;
    add(all, write(repetitions, repetitions));
    numbered_ = tells_apart();
    add(all, write(repetitions, 1));
    return all;
  }

  /// The loops go on from each other, in files that are opened once.
  check::Defect write(std::int64_t repetitions, std::int64_t of_a_loop) {
    ++facts_.generation;
    file_.reopen([this] { empty_files(); });
    for (std::int64_t i = 0; i < repetitions; i += of_a_loop) {
      facts_.section = section_of(i);
      check::fill_send(benchmark_.expect, facts_, share(case_.steps.out.begin));
      run(i, of_a_loop);
    }
    // Sides have files of their own, and their writes are not completed by the loop.
    if (file_.sides() == 2) file_.reopen({});
    check::Defect all;
    if (!file_.makes_file() || case_.bytes == 0) return all;
    for (side_ = 0; side_ < file_.sides(); ++side_) add(all, verify_file(repetitions));
    side_ = 0;
    return all;
  }

  void empty_files() {
    for (int side = 0; side < file_.sides() && file_.makes_file(); ++side) note(file_.disk(side).truncate());
  }

  [[nodiscard]] bool in_any_order(int side) const {
    return file_.use(side).pointer == Pointer::shared && benchmark_.klass != TransferClass::collective;
  }

  /// Whether blocks that lie in any order are long enough to show which repetition of which rank they are.
  [[nodiscard]] bool tells_apart() const {
    const bool in_order = !in_any_order(0) && !in_any_order(file_.sides() - 1);
    return in_order || share_of(case_.size - 1) >= head;
  }
  /// What tells the content of a repetition from that of others.
  [[nodiscard]] std::int64_t section_of(std::int64_t repetition) const { return numbered_ ? repetition : 0; }

  /// What was reserved holds nothing that is known, and `inspect` has seen its size.
  check::Defect verify_file(std::int64_t repetitions) {
    check::Defect all;
    const FileForm form = file_.use(side_).form;
    if (form == FileForm::reserved) return all;
    if (in_any_order(side_)) return verify_any_order(repetitions);
    const auto tile = file_.layout().tile, end = file_.written_bytes(side_, repetitions);
    std::int64_t repetition = form == FileForm::emptied ? repetitions - 1 : 0;
    for (std::int64_t place = 0; place < end && trouble_; place += tile) {
      facts_.section = section_of(repetition++);
      add(all, file_.sides() == 2 ? verify_shares(place) : verify_tile(place));
    }
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

  /// What a rank has moved after so many others.
  struct Share {
    int rank;
    std::int64_t number;
  };

  /// Nothing says in which order shares lie in the file, of which each rank that has one wrote so many: at
  /// each place the first rank whose next share fits(share, place) is used; where none fits, the first of
  /// all, which then counts as wrong. The longest shares come first, as they belong to the lowest ranks.
  template <class Fits, class Use>
  void place_shares(std::int64_t times, std::int64_t place, const Fits& fits, const Use& use) const {
    std::vector<Share> next;
    for (int rank = 0; rank < case_.size; ++rank)
      if (times > 0 && share_of(rank) > 0) next.push_back({rank, 0});
    while (!next.empty() && trouble_) {
      auto found = std::ranges::find_if(next, [&](const Share& one) { return fits(one, place); });
      if (found == next.end()) found = next.begin();
      use(*found, place);
      place += share_of(found->rank);
      if (++found->number == times) next.erase(found);
    }
  }

  /// Nothing keeps a fast rank from writing its next share before a slow rank has written its first.
  check::Defect verify_any_order(std::int64_t repetitions) {
    const auto verify_share = [this](const Share& one, std::int64_t place, std::int64_t bytes) {
      auto facts = facts_;
      facts.view = check::FileView::own;
      facts.rank = one.rank;
      facts.section = section_of(one.number);
      return verify_written(facts, place, 0, bytes);
    };
    check::Defect all;
    place_shares(
        repetitions, 0,
        [&](const Share& one, std::int64_t place) {
          return !verify_share(one, place, std::min(head, share_of(one.rank))).found();
        },
        [&](const Share& one, std::int64_t place) {
          add(all, verify_share(one, place, share_of(one.rank)));
        });
    return all;
  }

  [[nodiscard]] std::int64_t share_of(int rank) const {
    return file_layout(benchmark_, case_.bytes, case_.size, rank).share;
  }

  void make_readable(std::int64_t repetitions) {
    const auto content = [this](std::int64_t position, std::span<std::byte> out) {
      check::fill_file(at(position), out);
    };
    empty_files();
    for (int side = 0; side < file_.sides() && file_.makes_file(); ++side)
      note(file_.disk(side).fill(file_.layout().file_bytes(repetitions), content));
  }

  /// Loops of one repetition each, which go on from each other: a file pointer moves as in one loop.
  check::Defect read(std::int64_t repetitions) {
    ++facts_.generation;
    file_.reopen([&] { make_readable(repetitions); });
    check::Defect all;
    for (std::int64_t i = 0; i < repetitions; ++i) add(all, read_one(i));
    return all;
  }

  /// Of a guideline the left side, then the right one, into the same memory.
  check::Defect read_one(std::int64_t repetition) {
    const auto tile = repetition * file_.layout().tile;
    const auto begin = [this, tile] {
      check::spoil(ExpectedContent::file_read, at(tile + file_.layout().offset), share(case_.steps.in.begin));
    };
    check::Defect all;
    side_ = 0;
    begin();
    if (file_.sides() == 2) loop_.between = [&] { add(all, verify_read(tile)), begin(), side_ = 1; };
    run(repetition, 1);
    loop_.between = nullptr;
    add(all, verify_read(tile));
    return all;
  }

  /// What this rank has read of the tile at `tile`.
  check::Defect verify_read(std::int64_t tile) {
    const auto mine = share(case_.steps.in.begin);
    const auto of = [this](std::int64_t position, std::span<const std::byte> bytes) {
      return check::verify(ExpectedContent::file_read, at(position), bytes);
    };
    if (in_any_order(side_)) return of(find_position(tile), mine);
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
    const auto fits = [&](const Share& one, std::int64_t place) {
      const auto bytes = static_cast<std::size_t>(std::min(head, share_of(one.rank)));
      const auto block = std::span(heads[static_cast<std::size_t>(one.rank)]).first(bytes);
      return !check::verify(ExpectedContent::file_read, at(place), block).found();
    };
    if (case_.rank == 0)
      place_shares(1, position, fits, [&](const Share& one, std::int64_t place) {
        places[static_cast<std::size_t>(one.rank)] = place;
      });
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
  int side_ = 0;           ///< of a guideline
  bool numbered_ = false;  ///< each repetition writes content of its own
  Result<void> trouble_;   ///< the first thing that went wrong on this rank
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
