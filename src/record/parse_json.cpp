// Records as JSON lines: a header starts a run, -resume goes on with it, -append puts another one behind it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "record/json.hpp"
#include "record/known_ranks.hpp"
#include "record/parser.hpp"
#include "record/plausible.hpp"
#include "record/resume.hpp"

namespace sonde::record {

namespace {

/// How often each word stands in a list with commas, in lower case.
using Counts = std::map<std::string, std::int64_t>;

Counts counts_of(const Header& header, const std::string& flag) {
  Counts counts;
  const auto list = header.settings.find(flag);
  if (list == header.settings.end()) return counts;
  for (const auto word : split(list->second, ',')) ++counts[lower(word)];
  return counts;
}

std::int64_t times_in(const Counts& counts, const std::string& word) {
  const auto found = counts.find(word);
  return found == counts.end() ? 1 : found->second;
}

/// Whether a line that cannot be read is for sure no header, without which cases would count as those of the
/// run before.
bool opens_no_run(std::string_view text) {
  constexpr std::string_view key = R"("kind")";
  const auto at = text.find(key);
  if (at == std::string_view::npos || contains(text, R"("header")")) return false;
  auto kind = trim(text.substr(at + key.size()));
  if (kind.starts_with(':')) kind = trim(kind.substr(1));
  return kind.starts_with(R"("case")") || kind.starts_with(R"("footer")");
}

class JsonParser : public Parser {
 public:
  using Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (trim(text).empty()) return {};
    auto parsed = reader_.read(text);
    if (!parsed && !runs_.empty() && opens_no_run(text)) return runs_.pass_over(text, parsed.error().message);
    if (!parsed) return tl::unexpected(parsed.error());
    return std::visit([&](auto& value) { return take(std::move(value), text); }, *parsed);
  }

 private:
  Result<void> take(Header header, std::string_view) {
    if (header.resumed && !runs_.empty()) return resume(header);
    again_ = false;
    moved_to_.reset();
    Run run;
    run.header = std::move(header);
    return runs_.begin(std::move(run));
  }

  Result<void> take(CaseRecord&& record, std::string_view text) {
    if (runs_.empty()) return failure("a case stands before the header: the start of the file is missing");
    record.moved_to = moved_to_;
    // A case that is passed over takes no place.
    if (const auto place = again_ && plausible(record) ? replaced_by(record) : std::nullopt)
      return runs_.replace(*place, std::move(record));
    return runs_.add(std::move(record), text);
  }

  Result<void> take(Footer footer, std::string_view text) {
    if (runs_.empty()) return failure("a footer stands before the header: the start of the file is missing");
    return runs_.end(std::move(footer), text);
  }

  // From here on a case may come a second time; its last record counts.
  Result<void> resume(Header& header) {
    constexpr int most_launches = 1000;  // each looks at all cases before it
    Run& run = runs_.last();
    if (++run.launches > most_launches)
      return failure(fmt::format("the run was resumed more than {} times", most_launches - 1));
    run.footer.reset();
    again_ = true;
    const bool moved = !header.places.empty() && header.places != run.header.places;
    moved_to_ = moved ? std::make_shared<std::vector<RankPlace>>(std::move(header.places)) : nullptr;
    unfinished_.clear();
    places_.clear();
    benchmarks_ = counts_of(run.header, "benchmarks");
    lengths_ = counts_of(run.header, "msgsize");
    elements_ = counts_of(run.header, "count");
    CaseChunks& cases = runs_.cases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      places_[cases[i].id].push_back(i);
      if (!finished(cases[i])) unfinished_[cases[i].id].push_back(i);
    }
    return {};
  }

  /// Where the case stands that the record takes the place of: one that was not finished, or the last one
  /// when there are as many as were asked for. None: it is one more of a benchmark or a length that is named
  /// twice.
  std::optional<std::size_t> replaced_by(const CaseRecord& record) {
    if (auto& places = unfinished_[record.id]; !places.empty()) {
      const std::size_t place = places.front();
      places.erase(places.begin());
      return place;
    }
    auto& places = places_[record.id];
    const auto asked_for = times_in(benchmarks_, lower(record.id.benchmark)) * times_of_length(record.id);
    if (std::ssize(places) >= asked_for) return places.back();
    places.push_back(runs_.cases().size());
    return std::nullopt;
  }

  /// How many of the lengths that were asked for have become this one. Lengths are rounded up to whole
  /// elements, whose size the header does not have: a shorter one, by less than an element, has, where it has
  /// no row of its own.
  [[nodiscard]] std::int64_t times_of_length(const CaseId& id) const {
    constexpr std::int64_t largest_element = 32;
    std::int64_t times = 0;
    for (const auto& [word, count] : lengths_) {
      const auto asked = number_of<std::int64_t>(word).value_or(-1);
      CaseId own = id;
      own.bytes = asked;
      const bool rounded = asked > 0 && asked < id.bytes && id.bytes - asked < largest_element &&
                           (!places_.contains(own) || places_.at(own).empty());
      if (asked == id.bytes || rounded) times += count;
    }
    for (const auto& [word, count] : elements_)
      if (const auto asked = number_of<std::int64_t>(word).value_or(0); asked > 0 && id.bytes % asked == 0)
        times = std::max(times, count);
    return std::max<std::int64_t>(times, 1);
  }

  LineReader reader_;
  Counts benchmarks_, lengths_, elements_;  ///< that may be named twice
  using Places = std::map<CaseId, std::vector<std::size_t>>;
  Places places_, unfinished_;  ///< of the cases of earlier launches, and of this one
  std::shared_ptr<const std::vector<RankPlace>> moved_to_;  ///< by the launch that is read
  bool again_ = false;
};

}  // namespace

std::unique_ptr<Parser> make_json_parser(Runs& runs) {
  return std::make_unique<JsonParser>(runs);
}

}  // namespace sonde::record
