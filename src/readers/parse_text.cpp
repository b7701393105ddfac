#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "readers/parse_imb.hpp"
#include "readers/parse_julia.hpp"
#include "readers/parse_nccl.hpp"
#include "readers/parse_osu.hpp"
#include "readers/parsers.hpp"
#include "readers/read.hpp"

namespace sonde::readers {

namespace {

/// What launchers and batch systems print where a program dies: of Hydra, Open MPI, Slurm.
bool says_death(std::string_view line) {
  constexpr std::array<std::string_view, 5> signs{"BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES",
                                                  "exited on signal ", "*** Process received signal ***",
                                                  "MPI_ABORT was invoked on rank", "slurmstepd: error: *** "};
  if (contains(line, "srun: error: ") && contains(line, " task")) return true;
  return std::ranges::any_of(signs, [&](std::string_view sign) { return contains(line, sign); });
}

/// The first one counts: launchers say more of the same.
void add_death(std::vector<std::string>& notes, std::string_view line) {
  constexpr std::size_t most = 120;
  line.remove_prefix(std::min(line.find_first_not_of("= \t"), line.size()));
  line = trim(line);
  if (line.ends_with('.')) line.remove_suffix(1);
  if (std::ranges::none_of(notes, [](const auto& note) { return note.starts_with(death_note); }))
    notes.push_back(std::string(death_note) + shortened(line, most));
}

class TextParser : public record::Parser {
 public:
  TextParser(record::Runs& runs, std::string_view source) : record::Parser(runs), source_(source) {}

  Result<void> line(std::string_view text) override {
    speaker_ = speaker_of(text).value_or(speaker_);
    if (says_death(text) && !runs_.empty()) add_death(runs_.last().notes, text);
    if (speaker_ != Suite::imb) imb_.finish();
    if (speaker_ == Suite::osu) return osu_.line(text);
    if (speaker_ == Suite::nccl) return nccl_.line(text);
    if (speaker_ == Suite::julia) return julia_.line(text);
    osu_.before_title(text);
    nccl_.before_title(text);
    return imb_.line(text);
  }

  Result<void> end(std::string_view) override {
    imb_.finish();
    return {};
  }

  std::vector<record::Run> finish(std::vector<record::Run> runs) override {
    // A head is a run without cases; text without a title and without rows is nothing.
    std::erase_if(runs,
                  [](const record::Run& run) { return run.cases.empty() && run.header.conventions.empty(); });
    for (record::Run& run : runs) {
      if (run.format == record::Format::nccl_text)
        NcclText::complete(run);
      else if (run.format == record::Format::julia_csv)
        JuliaText::complete(run);
      else if (run.format != record::Format::osu_text)
        ImbText::complete(run);
    }
    return runs;
  }

 private:
  enum class Suite { imb, osu, nccl, julia };

  /// Whose text begins with this line, if it is a title.
  static std::optional<Suite> speaker_of(std::string_view text) {
    if (OsuText::is_title(text)) return Suite::osu;
    if (ImbText::is_title(text)) return Suite::imb;
    if (NcclText::is_title(text)) return Suite::nccl;
    if (JuliaText::is_title(text)) return Suite::julia;
    return std::nullopt;
  }

  std::string source_;
  ImbText imb_{runs_};
  OsuText osu_{runs_};
  NcclText nccl_{runs_};
  JuliaText julia_{runs_, source_};
  Suite speaker_ = Suite::imb;
};

}  // namespace

std::unique_ptr<record::Parser> make_text_parser(record::Runs& runs, std::string_view source) {
  return std::make_unique<TextParser>(runs, source);
}

}  // namespace sonde::readers
