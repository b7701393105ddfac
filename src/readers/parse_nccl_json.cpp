#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/nccl_case.hpp"
#include "readers/parsers.hpp"

namespace sonde::readers {

namespace {

using nlohmann::json;

constexpr std::size_t longest_object = std::size_t{64} << 20;
constexpr std::int64_t most_values = 1 << 21;  // 10^5 ranks have a third of them

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number_at(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  const auto value = found->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

const json& part_of(const json& object, const char* key) {
  static const json nothing = json::object();
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

/// Only the variables of the library: others may hold secrets.
void set_environment(const json& list, record::Header& header) {
  for (const auto& entry : list) {
    if (!entry.is_string()) continue;
    const auto text = entry.get<std::string>();
    const auto equals = text.find('=');
    if (text.starts_with("NCCL_") && equals != std::string::npos)
      header.environment[text.substr(0, equals)] = text.substr(equals + 1);
  }
}

void set_devices(const json& list, record::Header& header, record::CaseId& id) {
  std::set<int> groups;
  std::size_t ranks = 0;
  for (const auto& device : list) {
    if (!device.is_object()) continue;
    const auto rank = number_at(device, "rank");
    if (!rank || !(*rank >= 0 && *rank < 1e9)) continue;
    ++ranks;
    groups.insert(static_cast<int>(std::clamp(number_at(device, "group").value_or(0), -1e9, 1e9)));
    header.places.push_back(
        {static_cast<int>(*rank), printable(text_at(device, "hostname")), {}, std::nullopt});
  }
  header.ranks = static_cast<int>(ranks);
  if (ranks > 0) set_nccl_ranks(id, ranks, groups.size());
}

/// What the object says of the run itself, its devices aside.
void set_header(const json& object, record::Header& header) {
  for (const auto& word : part_of(object, "args"))
    if (word.is_string() && header.command_line.size() < 10'000)
      header.command_line.push_back(word.get<std::string>());
  if (!header.command_line.empty()) set_nccl_program(header, header.command_line.front());
  header.start = text_at(object, "start_time");
  if (header.start.size() > 10 && header.start[10] == ' ') header.start[10] = 'T';
  if (const auto code = number_at(object, "nccl_version"); code && *code >= 1000 && *code < 1e8)
    header.mpi_library = nccl_library(static_cast<int>(*code));
  set_environment(part_of(object, "env"), header);
}

class NcclJson : public record::Parser {
 public:
  using record::Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (text_.size() + text.size() > longest_object)
      return failure(fmt::format("the object is longer than {}: this is no result of nccl-tests",
                                 human_bytes(static_cast<std::int64_t>(longest_object))));
    text_ += text;
    text_ += '\n';
    return {};
  }

  Result<void> end(std::string_view rest) override {
    if (auto added = line(rest); !added) return added;
    const auto begins_value = [](char c) { return c == ',' || c == '[' || c == '{'; };
    if (std::ranges::count_if(text_, begins_value) > most_values)
      return failure("the object holds more values than any result of nccl-tests");
    const json object = json::parse(text_, nullptr, false);
    text_.clear();
    if (object.is_discarded())
      return failure(
          "JSON that is no record of Sonde and ends early, or is none: expected one complete object of nccl-tests");
    const json& results = part_of(object, "results");
    if (!object.is_object() || !results.is_array())
      return failure("JSON that is neither a record of Sonde nor of nccl-tests: it has no list 'results'");
    return run(object, results);
  }

 private:
  Result<void> run(const json& object, const json& results) {
    record::Run run = nccl_run(record::Format::nccl_json);
    set_header(object, run.header);
    record::CaseId id;
    id.benchmark = run.header.program;
    const json& config = part_of(object, "config");
    if (config.is_object()) set_devices(part_of(config, "devices"), run.header, id);
    repetitions_ = config.is_object() ? number_at(config, "iterations").value_or(0) : 0;
    if (auto begun = runs_.begin(std::move(run)); !begun) return begun;
    for (const auto& result : results)
      if (auto added = result.is_object() ? take(result, id) : Result<void>{}; !added) return added;
    return {};
  }

  Result<void> take(const json& result, const record::CaseId& id) {
    const auto bytes = number_at(result, "size");
    if (!bytes || !(*bytes >= 0 && *bytes < 1e18))
      return runs_.pass_over(result.dump(), "it has no 'size' that is a length");
    NcclSize size;
    size.bytes = static_cast<std::int64_t>(*bytes);
    size.type = text_at(result, "type");
    size.operation = text_at(result, "redop");
    size.root = number_of<int>(trim(text_at(result, "root")));
    for (const auto& [key, mode] :
         {std::pair("out_of_place", "out-of-place"), std::pair("in_place", "in-place")}) {
      const json& of = part_of(result, key);
      if (!of.is_object()) continue;
      auto time = number_at(of, "time");
      if (!time) time = number_at(of, "cpu_time");
      if (!time) continue;
      auto record = nccl_case(id, size,
                              {.mode = mode,
                               .microseconds = time,
                               .algbw = number_at(of, "alg_bw"),
                               .busbw = number_at(of, "bus_bw"),
                               .wrong = number_at(of, "nwrong")});
      record.repetitions = static_cast<std::int64_t>(
          std::clamp(number_at(result, "actual_iterations").value_or(repetitions_), 0.0, 1e15));
      if (auto added = runs_.add(std::move(record), of.dump()); !added) return added;
    }
    return {};
  }

  std::string text_;
  double repetitions_ = 0;
};

}  // namespace

bool is_nccl_json(std::string_view first_line) {
  const auto text = trim(first_line);
  if (text == "{") return true;
  return text.starts_with('{') && !contains(text, "\"schema\"") &&
         (contains(text, "\"nccl_version\"") || contains(text, "\"out_of_place\""));
}

std::unique_ptr<record::Parser> make_nccl_json_parser(record::Runs& runs) {
  return std::make_unique<NcclJson>(runs);
}

}  // namespace sonde::readers
