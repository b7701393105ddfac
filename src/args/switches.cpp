#include "args/switches.hpp"

#include <fmt/format.h>

#include <set>

#include "args/values.hpp"
#include "base/text.hpp"

namespace sonde {

namespace {

constexpr std::int64_t most_hosts = 1'000'000;

/// What follows "key=" in the word that begins with it; empty where there is none.
std::string_view value_of(const std::vector<std::string_view>& words, std::string_view key) {
  for (const auto word : words) {
    const auto equals = word.find('=');
    if (equals != std::string_view::npos && same_word(word.substr(0, equals), key))
      return word.substr(equals + 1);
  }
  return {};
}

/// "08-11": every number of a range with the zeros of its first one, put between what stands around it.
Result<void> add_range(std::string_view range, std::string_view before, std::string_view after,
                       std::vector<std::string>& out) {
  const auto dash = range.find('-');
  const auto first_text = range.substr(0, dash);
  const auto first = whole_number(first_text, 0, INT64_MAX / 2);
  if (!first) return tl::unexpected(first.error());
  const auto last =
      dash == std::string_view::npos ? first : whole_number(range.substr(dash + 1), 0, INT64_MAX / 2);
  if (!last) return tl::unexpected(last.error());
  if (*last < *first) return failure(fmt::format("the range {} runs backwards", quoted(range)));
  if (*last - *first >= most_hosts) return failure(fmt::format("the range {} is too long", quoted(range)));
  for (std::int64_t number = *first; number <= *last; ++number)
    out.push_back(fmt::format("{}{:0{}}{}", before, number, first_text.size(), after));
  return {};
}

/// One name, or one with a range in brackets.
Result<void> add_hosts(std::string_view text, std::vector<std::string>& out) {
  const auto open = text.find('['), close = text.find(']');
  if (open == std::string_view::npos && close == std::string_view::npos) {
    if (text.empty()) return failure("there is a name of no letters");
    out.emplace_back(text);
    return {};
  }
  if (open == std::string_view::npos || close == std::string_view::npos || close < open ||
      text.find('[', open + 1) != std::string_view::npos)
    return failure(fmt::format("the brackets of {} do not match; expected for example n[1-8]", quoted(text)));
  for (const auto range : split(text.substr(open + 1, close - open - 1), ','))
    if (auto added = add_range(range, text.substr(0, open), text.substr(close + 1), out); !added)
      return added;
  return {};
}

}  // namespace

Result<std::vector<std::string>> expanded_hosts(std::string_view list) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  bool inside = false;
  for (std::size_t at = 0; at <= list.size(); ++at) {
    const char c = at < list.size() ? list[at] : ',';
    if (c == '[') inside = true;
    if (c == ']') inside = false;
    if (at < list.size() && (c != ',' || inside)) continue;
    if (auto added = add_hosts(list.substr(begin, at - begin), out); !added)
      return tl::unexpected(added.error());
    begin = at + 1;
  }
  return out;
}

Result<std::vector<HostOfSwitch>> hosts_of_line(std::string_view line) {
  const auto words = words_in(line, " \t");
  const auto name = value_of(words, "SwitchName");
  std::vector<HostOfSwitch> out;
  if (name.empty()) {
    if (words.size() != 2)
      return failure(
          fmt::format("{} is not a host and its switch, nor SwitchName=S Nodes=LIST", quoted(line)));
    out.push_back({std::string(words[0]), std::string(words[1])});
    return out;
  }
  const auto nodes = value_of(words, "Nodes");
  if (nodes.empty()) return out;
  const auto hosts = expanded_hosts(nodes);
  if (!hosts) return tl::unexpected(hosts.error());
  for (const auto& host : *hosts) out.push_back({host, std::string(name)});
  return out;
}

HostSwitches host_switches(const std::vector<HostOfSwitch>& hosts) {
  HostSwitches switches;
  for (const auto& [host, name] : hosts) switches.add(host, name);
  return switches;
}

Result<void> each_host_once(const std::vector<HostOfSwitch>& hosts) {
  std::set<std::string> seen;
  for (const auto& named : hosts)
    if (!seen.insert(lower(named.host)).second)
      return failure(
          fmt::format("host {} is named twice; it can hang on one switch", sonde::quoted(named.host)));
  return {};
}

}  // namespace sonde
