#include "case_setup/file_check.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "case_setup/check_pace.hpp"
#include "check/verify.hpp"
#include "engine/line_up.hpp"

namespace sonde::case_setup {

namespace {

constexpr std::int64_t piece = 1 << 20;
constexpr std::int64_t head = 16;  ///< so many bytes tell the blocks of a file apart

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
    any_order_ =
        benchmark_.needs.file.pointer == Pointer::shared && benchmark_.klass != TransferClass::collective;
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
    Sample sample;
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
    loop_.between = begin;  // what the blocking loop has written is not taken for the overlapped one's
    run(repetitions);
    check::Defect all;
    if (!file_.makes_file() || case_.bytes == 0) return all;
    if (any_order_) return verify_any_order(repetitions);
    const auto tile = file_.layout().tile;
    for (std::int64_t i = 0; i < repetitions && trouble_; ++i) add(all, verify_tile(i * tile));
    return all;
  }

  /// `bytes` bytes of the file that begin `from` bytes into what `facts` expects.
  check::Defect verify_written(const check::Facts& facts, std::int64_t position, std::int64_t from,
                               std::int64_t bytes) {
    check::Defect all;
    while (bytes > 0 && trouble_) {
      const auto memory = std::span(memory_).first(static_cast<std::size_t>(std::min(piece, bytes)));
      note(file_.disk().read(position, memory));
      if (!trouble_) break;
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

  /// Every rank that has a share, so many times: the longest shares first, as they belong to the lowest ranks.
  [[nodiscard]] std::vector<int> shares(std::int64_t times) const {
    std::vector<int> ranks;
    for (int rank = 0; rank < case_.size; ++rank)
      if (share_of(rank) > 0) ranks.insert(ranks.end(), static_cast<std::size_t>(times), rank);
    return ranks;
  }

  /// Nothing says in which order shares lie in the file: the first unused one that fits(rank, place) is used at each
  /// place; where none fits, the first of all, which then counts as wrong.
  template <class Fits, class Use>
  void place_shares(std::vector<int> unused, std::int64_t place, const Fits& fits, const Use& use) const {
    while (!unused.empty() && trouble_) {
      auto rank = std::ranges::find_if(unused, [&](int r) { return fits(r, place); });
      if (rank == unused.end()) rank = unused.begin();
      use(*rank, place);
      place += share_of(*rank);
      unused.erase(rank);
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
        shares(repetitions), 0,
        [&](int rank, std::int64_t place) {
          return !verify_share(rank, place, std::min(head, share_of(rank))).found();
        },
        [&](int rank, std::int64_t place) { add(all, verify_share(rank, place, share_of(rank))); });
    return all;
  }

  [[nodiscard]] std::int64_t share_of(int rank) const {
    return file_layout(benchmark_, case_.bytes, case_.size, rank).share;
  }

  check::Defect read(std::int64_t repetitions) {
    file_.reopen([&] {
      const auto content = [this](std::int64_t position, std::span<std::byte> out) {
        check::fill_file(at(position), out);
      };
      if (!file_.makes_file()) return;
      note(file_.disk().truncate());
      note(file_.disk().fill(file_.layout().file_bytes(repetitions), content));
    });
    check::Defect all;
    for (std::int64_t i = 0; i < repetitions; ++i) {
      const auto tile = i * file_.layout().tile;
      const auto begin = [this, i, tile] {
        check::spoil(ExpectedContent::file_read, at(tile + file_.layout().offset),
                     share(case_.steps.in.begin));
        file_.view_from(i);
      };
      begin();
      loop_.between = begin;
      run(1);
      const auto position = any_order_ ? find_position(tile) : tile + file_.layout().offset;
      add(all, check::verify(ExpectedContent::file_read, at(position), share(case_.steps.in.begin)));
    }
    return all;
  }

  [[nodiscard]] check::Facts at(std::int64_t position) const {
    auto facts = facts_;
    facts.position = position;
    return facts;
  }

  /// Where the block that this rank has read begins, if blocks were handed out from `position` on, each once, in
  /// any order. Collective over the group.
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
      place_shares(shares(1), position, fits,
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
  bool any_order_ = false;
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
