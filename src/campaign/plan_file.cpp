#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/input.hpp"
#include "base/text.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/kept_plan.hpp"

namespace sonde::campaign {

namespace {

constexpr std::int64_t most_bytes = mebibyte;

/// Reads one table of the plan and keeps the first complaint.
class Table {
 public:
  Table(const toml::table& table, std::string where, std::string& complaint)
      : table_(table), where_(std::move(where)), complaint_(complaint) {}

  void allow_only(std::initializer_list<std::string_view> keys) {
    for (const auto& [key, node] : table_) {
      const std::string_view name = key.str();
      if (std::ranges::find(keys, name) != keys.end()) continue;
      const auto near = nearest(name, std::span(keys.begin(), keys.size()));
      complain(near.empty() ? fmt::format("unknown key '{}': known are {}", name, fmt::join(keys, ", "))
                            : fmt::format("unknown key '{}': did you mean '{}'?", name, near));
    }
  }

  template <class T>
  std::optional<T> get(std::string_view key, const char* wanted) {
    const auto node = table_[key];
    if (!node) return std::nullopt;
    auto value = node.template value<T>();
    if (!value) complain(fmt::format("'{}' must be {}", key, wanted));
    return value;
  }

  std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most, std::int64_t missing) {
    const auto wanted = fmt::format("a whole number from {} to {}", least, most);
    if (table_.contains(key) && !table_[key].is_integer())
      complain(fmt::format("'{}' must be {}", key, wanted));
    const auto value = table_[key].value<std::int64_t>().value_or(missing);
    if (value < least || value > most) complain(fmt::format("'{}' must be {}", key, wanted));
    return value;
  }

  /// A string to split, or an array of words as they are.
  Words words(std::string_view key) {
    if (const auto* list = table_[key].as_array()) {
      Words out;
      for (const auto& node : *list) {
        const auto word = node.value<std::string>();
        word ? out.push_back(*word)
             : complain(fmt::format("'{}' must be a string or a list of strings", key));
      }
      return out;
    }
    const auto line = get<std::string>(key, "a string or a list of strings");
    auto split = split_words(line.value_or(""));
    if (!split) return complain(fmt::format("'{}': {}", key, split.error().message)), Words{};
    return *split;
  }

  /// A name that can stand in a file name.
  std::string name() {
    auto given = get<std::string>("name", "a string").value_or("");
    if (!is_plain_name(given))
      complain("'name' must be made of letters, digits, '_', '-' and '.', and not begin with a dot");
    return given;
  }

  std::vector<int> processes() {
    constexpr std::int64_t most = 10'000'000;
    std::vector<int> out;
    const auto* list = table_["np"].as_array();
    if (list == nullptr) return {static_cast<int>(whole("np", 1, most, 2))};
    for (const auto& node : *list) {
      const auto value = node.is_integer() ? node.value<std::int64_t>().value_or(0) : 0;
      if (value < 1 || value > most) complain(fmt::format("'np' must be whole numbers from 1 to {}", most));
      if (std::ranges::find(out, value) != out.end()) complain(fmt::format("'np' has {} twice", value));
      out.push_back(static_cast<int>(value));
    }
    if (out.empty()) complain("'np' is empty");
    return out;
  }

  void complain(const std::string& message) {
    if (complaint_.empty()) complaint_ = where_.empty() ? message : where_ + ": " + message;
  }

 private:
  const toml::table& table_;
  std::string where_;
  std::string& complaint_;
};

template <class Take>
void each_table(const toml::table& root, const char* key, std::string& complaint, Take take) {
  if (!root.contains(key)) return;
  const auto* list = root[key].as_array();
  if (list == nullptr || !list->is_homogeneous(toml::node_type::table)) {
    if (complaint.empty()) complaint = fmt::format("'{0}' must be tables [[{0}]]", key);
    return;
  }
  int number = 0;
  for (const auto& node : *list)
    take(Table(*node.as_table(), fmt::format("[[{}]] number {}", key, ++number), complaint));
}

PlannedCommand read_command(Table table) {
  table.allow_only({"name", "run", "np"});
  PlannedCommand out{table.name(), table.words("run"), table.processes()};
  if (out.run.empty()) table.complain("'run' is missing: the program and its arguments");
  return out;
}

PlacementOptions read_placement(Table table) {
  table.allow_only({"name", "options"});
  return {table.name(), table.words("options")};
}

template <class Named>
void check_names(const std::vector<Named>& list, const char* what, std::string& complaint) {
  std::set<std::string> seen;
  for (const auto& entry : list)
    if (!seen.insert(entry.name).second && complaint.empty())
      complaint = fmt::format("two {} are named '{}'", what, entry.name);
}

CampaignPlan read_root(const toml::table& root, std::string& complaint) {
  Table table(root, "", complaint);
  table.allow_only({"launches", "seed", "limit", "directory", "launcher", "command", "placement"});
  CampaignPlan plan;
  plan.launches = static_cast<int>(table.whole("launches", 1, 10000, 5));
  if (root.contains("seed"))
    plan.seed =
        static_cast<std::uint64_t>(table.whole("seed", 0, std::numeric_limits<std::int64_t>::max(), 0));
  plan.limit_seconds = table.get<double>("limit", "a number of seconds").value_or(3600);
  if (!(plan.limit_seconds > 0)) table.complain("'limit' must be more than 0 seconds");
  plan.directory = table.get<std::string>("directory", "a string").value_or("");
  plan.launcher =
      root.contains("launcher") ? table.words("launcher") : Words{"mpirun", "-np", "{np}", "{placement}"};
  each_table(root, "command", complaint,
             [&](Table t) { plan.commands.push_back(read_command(std::move(t))); });
  each_table(root, "placement", complaint,
             [&](Table t) { plan.placements.push_back(read_placement(std::move(t))); });
  if (plan.commands.empty()) table.complain("there is no [[command]] to run");
  check_names(plan.commands, "commands", complaint);
  check_names(plan.placements, "placements", complaint);
  if (plan.placements.empty()) plan.placements.push_back({});
  return plan;
}

/// Placeholders and quotes are wrong before the first launch, not in the middle of the night.
std::string try_command_lines(const CampaignPlan& plan) {
  for (const Launch& launch : schedule(plan, 0))
    if (const auto words = command_line(plan, launch, "record"); !words) return words.error().message;
  return "";
}

}  // namespace

Result<CampaignPlan> read_plan(const std::string& path) {
  auto text = read_input(path, {.most_bytes = most_bytes});
  if (!text) return tl::unexpected(text.error());
  std::string complaint;
  CampaignPlan plan;
  try {
    plan = read_root(toml::parse(*text, path), complaint);
  } catch (const toml::parse_error& wrong) {
    const auto& at = wrong.source().begin;
    return failure(fmt::format("{}:{}:{}: {}", path, at.line, at.column, wrong.description()));
  }
  if (complaint.empty()) complaint = try_command_lines(plan);
  if (!complaint.empty()) return failure(path + ": " + complaint);
  const std::filesystem::path file(path);
  if (plan.directory.empty()) plan.directory = file.stem().string() + ".campaign";
  plan.directory = (file.parent_path() / plan.directory).lexically_normal().string();
  plan.text = kept_plan(*text);
  return plan;
}

}  // namespace sonde::campaign
