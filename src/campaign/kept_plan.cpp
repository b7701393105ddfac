#include "campaign/kept_plan.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "base/text.hpp"
#include "campaign/command_words.hpp"
#include "record/secrets.hpp"

namespace sonde::campaign {

namespace {

/// The words without secrets in the place of a string or of a list of words. False where there is none.
bool withhold_words(toml::node& node) {
  if (auto* list = node.as_array()) {
    Words words;
    for (const auto& word : *list) words.push_back(word.value_or(std::string()));
    const auto kept = record::without_secrets(words);
    if (kept == words) return false;
    list->clear();
    for (const auto& word : kept) list->push_back(word);
    return true;
  }
  auto* line = node.as_string();
  const auto words = line != nullptr ? split_words(line->get()) : Result<Words>();
  if (!words) return false;
  const auto kept = record::without_secrets(*words);
  if (kept == *words) return false;
  *line = join_words(kept);
  return true;
}

bool withhold(toml::table& table) {
  bool found = false;
  for (auto&& [key, node] : table) {
    if (auto* inner = node.as_table())
      found = withhold(*inner) || found;
    else if (auto* list = node.as_array(); list != nullptr && list->is_homogeneous(toml::node_type::table))
      for (auto& element : *list) found = withhold(*element.as_table()) || found;
    else
      found = withhold_words(node) || found;
  }
  return found;
}

/// Whether what follows a '#' may be a comment with a secret, a command line that is not in use for example.
bool secret_in_comments(const std::string& text) {
  const auto holds_secret = [](std::string_view line) {
    const auto hash = line.find('#');
    if (hash == std::string_view::npos) return false;
    const Words comment{" " + std::string(line.substr(hash + 1))};
    return record::without_secrets(comment) != comment;
  };
  return std::ranges::any_of(split(text, '\n'), holds_secret);
}

}  // namespace

std::string kept_plan(const std::string& text) {
  try {
    toml::table plan = toml::parse(text);
    if (!withhold(plan) && !secret_in_comments(text)) return text;
    std::ostringstream out;
    out << plan << "\n";
    return out.str();
  } catch (const toml::parse_error&) {
    return text;  // no plan: read_plan refuses it
  }
}

}  // namespace sonde::campaign
