#include "cases/check_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "check/verify.hpp"
#include "engine/line_up.hpp"

namespace sonde::cases {

namespace {

void must(const Result<void>& done) {
  if (!done) throw engine::TransferError(done.error().message);
}

/// The shares of all ranks as they were read from the beginning of a file in any order: the longest unused
/// one that fits is taken at each place. Returns the bytes that fit nowhere.
check::Defect verify_any_order(check::Facts facts, std::vector<std::span<const std::byte>> shares) {
  std::ranges::sort(shares, std::greater{}, [](const auto& s) { return s.size(); });
  check::Defect unfit;
  for (bool found = true; found && !shares.empty();) {
    const auto fits = [&](std::span<const std::byte> share) {
      return !check::verify(Expect::file_read, facts, share).found();
    };
    const auto share = std::ranges::find_if(shares, fits);
    found = share != shares.end();
    if (!found) break;
    facts.position += std::ssize(*share);
    shares.erase(share);
  }
  for (const auto share : shares) {
    const auto one = check::verify(Expect::file_read, facts, share);
    if (!unfit.found())
      unfit = one;
    else
      unfit.wrong += one.wrong;
  }
  return unfit;
}

class FileCheck {
 public:
  FileCheck(const Section& section, const Case& c, const Loop& loop, FileResource& file, host::Memory& memory,
            std::int64_t repetitions)
      : benchmark_(*section.benchmark),
        mode_(benchmark_.modes[static_cast<std::size_t>(section.mode)]),
        case_(c),
        loop_(loop),
        file_(file),
        memory_(memory) {
    facts_.ranks = benchmark_.needs.file.owner == FileOwner::self ? 1 : c.size;
    facts_.rank = c.rank;
    facts_.bytes = c.bytes;
    facts_.generation = 1;
    any_order_ = benchmark_.needs.file.pointer == Pointer::shared && benchmark_.klass != Klass::collective;
    transfers_ = any_order_ ? 1 : std::min<std::int64_t>(repetitions, 2);
    loop_.line_up = engine::no_barrier;
    loop_.batches = {1, transfers_, transfers_};
    loop_.computation.units = 1;
    loop_.computation.as_transfer = false;
    loop_.prepare = nullptr;
    loop_.reopen = [this] { refresh(); };
  }

  check::Defect run() {
    refresh();
    Sample sample;
    mode_.measure(case_, loop_, sample);
    must(trouble_);
    return benchmark_.needs.file.writes ? verify_file() : verify_buffer();
  }

 private:
  /// A file and a buffer as if nothing had run: empty, or with the contents to be read. Also between the
  /// blocking and the overlapped loop, so that what one has moved is not taken for the other's.
  void refresh() {
    file_.reopen([&] {
      if (!file_.makes_file()) return;
      note(file_.disk().truncate());
      const auto content = [this](std::int64_t position, std::span<std::byte> out) {
        auto facts = facts_;
        facts.position = position;
        check::fill_window(Expect::file_read, facts, out);
      };
      if (!benchmark_.needs.file.writes)
        note(file_.disk().fill(file_.layout().file_bytes(transfers_), content));
    });
    if (benchmark_.needs.file.writes)
      check::fill_send(benchmark_.expect, facts_, share(case_.steps.out.begin));
    else
      check::spoil(benchmark_.expect, last_read(), share(case_.steps.in.begin));
  }

  /// Of one rank alone, which goes on so that the others are not left waiting.
  void note(Result<void> done) {
    if (trouble_ && !done) trouble_ = std::move(done);
  }

  [[nodiscard]] std::span<std::byte> share(std::byte* memory) const {
    return {memory, static_cast<std::size_t>(file_.layout().share)};
  }
  /// Where the last transfer of this rank came from.
  [[nodiscard]] check::Facts last_read() const {
    auto facts = facts_;
    facts.position = any_order_ ? 0 : (transfers_ - 1) * file_.layout().tile + file_.layout().offset;
    return facts;
  }

  check::Defect verify_file() {
    check::Defect all;
    if (!file_.makes_file() || case_.bytes == 0) return all;
    using enum check::FileView;
    facts_.view = benchmark_.needs.file.owner == FileOwner::rank ? own : any_order_ ? any_order : blocks;
    const auto tile = file_.layout().tile;
    if (!memory_.provide(tile)) throw engine::TransferError("not enough memory to read the file back");
    for (std::int64_t i = 0; i < transfers_; ++i) {
      const std::span<std::byte> bytes(memory_.data(), static_cast<std::size_t>(tile));
      check::spoil(benchmark_.expect, facts_, bytes);
      must(file_.disk().read(i * tile, bytes));
      const auto one = check::verify(benchmark_.expect, facts_, bytes);
      if (one.found() && !all.found())
        all = one;
      else
        all.wrong += one.wrong;
    }
    return all;
  }

  check::Defect verify_buffer() {
    const auto mine = share(case_.steps.in.begin);
    if (any_order_) return verify_together(mine);
    return check::verify(benchmark_.expect, last_read(), mine);
  }

  /// All shares on the first rank.
  check::Defect verify_together(std::span<const std::byte> mine) {
    const bool first = case_.rank == 0;
    const auto ranks = static_cast<std::size_t>(case_.size);
    std::vector<int> sizes(ranks), places(ranks);
    for (std::size_t r = 0; r < ranks; ++r)
      sizes[r] =
          static_cast<int>(file_layout(benchmark_, case_.bytes, case_.size, static_cast<int>(r)).share);
    std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
    if (first && !memory_.provide(case_.bytes))
      throw engine::TransferError("not enough memory to put what was read together");
    mpi::ok(MPI_Gatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, memory_.data(), sizes.data(),
                        places.data(), MPI_BYTE, 0, case_.comm),
            "MPI_Gatherv");
    if (!first) return {};
    std::vector<std::span<const std::byte>> shares;
    for (std::size_t r = 0; r < ranks; ++r)
      shares.emplace_back(memory_.data() + places[r], static_cast<std::size_t>(sizes[r]));
    return verify_any_order(facts_, std::move(shares));
  }

  const Benchmark& benchmark_;
  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  FileResource& file_;
  host::Memory& memory_;
  check::Facts facts_;
  bool any_order_ = false;
  std::int64_t transfers_ = 1;
  Result<void> trouble_;
};

}  // namespace

CheckResult check_file(const Section& section, const Team& team, const Case& c, const Loop& loop,
                       FileResource& file, host::Memory& memory, std::int64_t repetitions) {
  CheckResult result;
  if (section.benchmark->expect == Expect::nothing) return result;
  std::optional<Failure> found;
  result.failure = agree(team.active.get(), attempt([&] {
                           const auto defect = FileCheck(section, c, loop, file, memory, repetitions).run();
                           result.defects = static_cast<double>(defect.wrong);
                           if (defect.found()) found = Failure{record::Reason::none, defect.text};
                         }));
  if (result.failure) return result;
  if (const auto first = agree(team.active.get(), found)) result.text = first->text;
  return result;
}

}  // namespace sonde::cases
