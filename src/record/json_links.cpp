#include "record/json_links.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/base64.hpp"
#include "links/finding_sentences.hpp"
#include "record/json_fields.hpp"

namespace sonde::record {

namespace {

using nlohmann::json;

/// Names of enumerators, in their order.
constexpr std::array<std::string_view, 2> quantities{"bandwidth", "latency"};
constexpr std::array<std::string_view, 3> directions{"sends", "receives", "both"};

template <class Record>
struct Number {
  const char* key;
  double Record::*member;
};
constexpr std::array<Number<links::Finding>, 4> finding_numbers{{{"factor", &links::Finding::factor},
                                                                 {"ci_low", &links::Finding::low},
                                                                 {"ci_high", &links::Finding::high},
                                                                 {"p", &links::Finding::p}}};
constexpr std::array<Number<links::Range>, 3> range_numbers{{{"quickest_s", &links::Range::quickest},
                                                             {"middle_s", &links::Range::middle},
                                                             {"slowest_s", &links::Range::slowest}}};

template <class Word, std::size_t count>
void write_word(JsonObject& object, std::string_view key, Word word,
                const std::array<std::string_view, count>& words) {
  object.text(key, words[static_cast<std::size_t>(word)]);
}

template <class Word, std::size_t count>
void get_enumerator(Fields& fields, const char* key, Word& word,
                    const std::array<std::string_view, count>& words) {
  std::string text;
  fields.get(key, text);
  for (std::size_t i = 0; i < count; ++i)
    if (words[i] == text) return static_cast<void>(word = static_cast<Word>(i));
  fields.complain(key, "one of its words");
}

void write_finding(std::string& out, const links::Finding& finding) {
  JsonObject object(out);
  write_word(object, "kind", finding.suspect.kind, links::kind_words);
  write_word(object, "quantity", finding.suspect.quantity, quantities);
  write_word(object, "direction", finding.suspect.direction, directions);
  object.whole("first", finding.suspect.first);
  if (finding.suspect.second >= 0) object.whole("second", finding.suspect.second);
  write_word(object, "verdict", finding.verdict, links::verdict_words);
  object.number("map_factor", finding.suspect.factor);
  for (const auto& [key, member] : finding_numbers) object.number(key, finding.*member);
  object.whole("trials", finding.trials);
}

links::Finding finding_of(Fields& fields) {
  links::Finding finding;
  get_enumerator(fields, "kind", finding.suspect.kind, links::kind_words);
  get_enumerator(fields, "quantity", finding.suspect.quantity, quantities);
  get_enumerator(fields, "direction", finding.suspect.direction, directions);
  fields.get("first", finding.suspect.first);
  if (fields.find("second") != nullptr) fields.get("second", finding.suspect.second);
  get_enumerator(fields, "verdict", finding.verdict, links::verdict_words);
  fields.get("map_factor", finding.suspect.factor);
  for (const auto& [key, member] : finding_numbers) fields.get(key, finding.*member);
  fields.get("trials", finding.trials);
  return finding;
}

void write_range(JsonObject& outer, std::string_view key, const links::Range& range) {
  JsonObject object(outer.key(key));
  for (const auto& [name, member] : range_numbers) object.number(name, range.*member);
}

links::Range range_of(Fields& outer, const char* key) {
  links::Range range;
  const json* found = outer.find(key);
  if (found == nullptr) return range;
  Fields fields(*found, outer.complaint());
  for (const auto& [name, member] : range_numbers) fields.get(name, range.*member);
  return range;
}

void append_whole(std::string& out, int value) {
  out += std::to_string(value);
}

links::Matrix matrix_of(Fields& fields, const char* key, int players) {
  std::string text;
  fields.get(key, text);
  if (text.empty()) return {players, {}};
  auto numbers = floats_from_base64(text);
  if (!numbers || numbers->size() != static_cast<std::size_t>(players) * static_cast<std::size_t>(players))
    return fields.complain(key, "the square of as many numbers as there are ranks, in base 64"),
           links::Matrix{};
  return {players, std::move(*numbers)};
}

bool within(int value, int least, std::size_t below) {
  return value >= least && value < static_cast<int>(below);
}

/// Whether every number of a player or of a block is one.
bool fits(const links::Survey& survey) {
  const std::size_t players = survey.ranks.size(), blocks = survey.blocks.names.size();
  if (survey.blocks.of.size() != players) return false;
  if (!std::ranges::all_of(survey.blocks.of, [&](int block) { return within(block, 0, blocks); }))
    return false;
  return std::ranges::all_of(survey.findings, [&](const links::Finding& finding) {
    const auto& suspect = finding.suspect;
    const bool link = suspect.kind == links::Kind::link;
    return within(suspect.first, 0, suspect.kind == links::Kind::block ? blocks : players) &&
           within(suspect.second, link ? 0 : -1, players);
  });
}

}  // namespace

void write_links(JsonObject& outer, const Boxed<links::Survey>& survey) {
  if (!survey) return;
  JsonObject object(outer.key("links"));
  object.list("ranks", survey->ranks, append_whole);
  object.list("blocks", survey->blocks.of, append_whole);
  object.list("block_names", survey->blocks.names, append_json_string);
  object.number("threshold", survey->threshold);
  if (survey->shares_cores) object.flag("shares_cores", true);
  object.whole("pairs", survey->pairs);
  write_range(object, "latency", survey->latency);
  write_range(object, "message", survey->message);
  object.flag("every_pair", survey->map.every_pair);
  object.text("latency_s_base64", to_base64(survey->map.latency.seconds));
  object.text("message_s_base64", to_base64(survey->map.message.seconds));
  object.list("findings", survey->findings, write_finding);
}

void get_links(Fields& outer, CaseRecord& record) {
  const json* found = outer.find("links");
  if (found == nullptr) return;
  Fields fields(*found, outer.complaint());
  links::Survey& survey = record.links.emplace();
  fields.get("ranks", survey.ranks);
  fields.get("blocks", survey.blocks.of);
  fields.get("block_names", survey.blocks.names);
  fields.get("threshold", survey.threshold);
  if (fields.find("shares_cores") != nullptr) fields.get("shares_cores", survey.shares_cores);
  fields.get("pairs", survey.pairs);
  survey.latency = range_of(fields, "latency");
  survey.message = range_of(fields, "message");
  fields.get("every_pair", survey.map.every_pair);
  const int players = survey.players();
  survey.map.latency = matrix_of(fields, "latency_s_base64", players);
  survey.map.message = matrix_of(fields, "message_s_base64", players);
  fields.each("findings", [&](const json& element) {
    Fields finding(element, outer.complaint());
    survey.findings.push_back(finding_of(finding));
  });
  if (!fits(survey)) outer.complain("links", "players and blocks that its lists have");
}

}  // namespace sonde::record
