#include "links/finding_sentences.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "links/suspects.hpp"

namespace sonde::links {

namespace {

constexpr std::size_t named_hosts = 8;  ///< of a switch

/// Three digits, or all before the point.
std::string few_digits(double value) {
  return std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

/// With its interval where there were trials.
std::string with_interval(const TrialFinding& f, const std::string& amount, std::string_view unit, double low,
                          double high) {
  return f.trials > 0 ? fmt::format("{} [{}, {}]{}", amount, few_digits(low), few_digits(high), unit)
                      : amount;
}

/// "48 % slower [46, 50]": of the rate; "250 times slower [240, 260]" where per cent would say little.
std::string slowness(const TrialFinding& f) {
  constexpr double many_times = 4;
  if (f.factor >= many_times)
    return with_interval(f, fmt::format("{} times slower", few_digits(f.factor)), "", f.low, f.high);
  const auto lost = [](double factor) { return std::round(100 * (1 - 1 / factor)); };
  if (f.factor < 1) return with_interval(f, "not slower", " %", lost(f.low), lost(f.high));
  return with_interval(f, fmt::format("{:.0f} % slower", lost(f.factor)), "", lost(f.low), lost(f.high));
}

std::string hosts_of_block(const Survey& survey, int block, std::span<const std::string> names) {
  std::vector<std::string> members;
  for (std::size_t player = 0; player < survey.blocks.of.size(); ++player)
    if (survey.blocks.of[player] == block) members.push_back(names[player]);
  return fmt::format("{} hosts: {}", members.size(), listed(members, named_hosts));
}

std::string subject(const Suspect& s, const Survey& survey, std::span<const std::string> names) {
  const auto name = [&](int player) { return names[static_cast<std::size_t>(player)]; };
  if (s.kind == Kind::block)
    return fmt::format("switch {} ({})", survey.blocks.names[static_cast<std::size_t>(s.first)],
                       hosts_of_block(survey, s.first, names));
  if (s.kind == Kind::host) return fmt::format("host {}", name(s.first));
  return fmt::format("link {} {} {}", name(s.first), s.direction == Direction::both ? "-" : "->",
                     name(s.second));
}

std::string what_it_does(const TrialFinding& f) {
  const Suspect& s = f.suspect;
  if (s.quantity == LinkQuantity::latency)
    return fmt::format("has a latency of {} that of others",
                       with_interval(f, fmt::format("{:.2f} times", f.factor), "", f.low, f.high));
  const auto much = slowness(f);
  if (s.kind == Kind::link)
    return fmt::format("is {}{}", much, s.direction == Direction::both ? " both ways" : "");
  constexpr std::array verbs{"sends", "receives", "sends and receives"};
  return fmt::format("{} {}", verbs[static_cast<std::size_t>(s.direction)], much);
}

/// Each once, in whatever quantity or direction it is slow.
std::size_t count_slow(const Survey& survey, Kind kind) {
  std::set<std::pair<int, int>> slow;
  for (const TrialFinding& f : survey.findings) {
    if (f.verdict != TrialVerdict::slow || f.suspect.kind != kind) continue;
    const int first = f.suspect.first, second = kind == Kind::link ? f.suspect.second : first;
    slow.insert(std::minmax(first, second));
  }
  return slow.size();
}

/// Where links differ so much by themselves that a slow one need not stand out, as the map says.
std::string what_would_show(const Survey& survey) {
  const double least = least_slowdown_of_link(survey.map, survey.blocks);
  if (least <= survey.threshold) return "";
  return fmt::format("; links differ so much that one shows only where it is {:.0f} % slower or more",
                     std::ceil(100 * least));
}

}  // namespace

std::vector<std::string> player_names(std::span<const std::string> hosts, std::span<const int> ranks) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const bool shared = std::ranges::count(hosts, hosts[i]) > 1;
    names.push_back(shared || hosts[i].empty()
                        ? fmt::format("{}{}rank {}{}", hosts[i], hosts[i].empty() ? "" : " (", ranks[i],
                                      hosts[i].empty() ? "" : ")")
                        : hosts[i]);
  }
  return names;
}

std::string_view word(TrialVerdict verdict) {
  return verdict_words[static_cast<std::size_t>(verdict)];
}

std::string_view word(Kind kind) {
  return kind_words[static_cast<std::size_t>(kind)];
}

std::string sentence(const TrialFinding& finding, const Survey& survey, std::span<const std::string> names) {
  std::string how;
  if (finding.trials > 0)
    how = fmt::format("measured alone, {} trials", finding.trials);
  else
    how = "by the map; not measured alone";
  if (finding.verdict == TrialVerdict::open && finding.trials > 0) how += "; not proved: run it again";
  return fmt::format("{} {} ({})", subject(finding.suspect, survey, names), what_it_does(finding), how);
}

std::string verdict_of(const Survey& survey) {
  const int players = survey.players();
  if (players < least_players)
    return fmt::format("{} processes cannot be compared with each other: at least {} are needed", players,
                       least_players);
  if (survey.shares_cores)
    return fmt::format(
        "{} processes are not bound to cores of their own, so nothing is judged: one that waits for its core "
        "looks like a slow link (--bind-to core)",
        players);
  std::vector<std::string> parts;
  for (const Kind kind : {Kind::block, Kind::host, Kind::link})
    if (const std::size_t slow = count_slow(survey, kind); slow > 0)
      parts.push_back(fmt::format("{} {}{}", slow, word(kind),
                                  slow == 1             ? ""
                                  : kind == Kind::block ? "es"
                                                        : "s"));
  const std::string looked_at = fmt::format("of {} processes and {} links", players, survey.pairs);
  const auto open = std::ranges::count(survey.findings, TrialVerdict::open, &TrialFinding::verdict);
  const std::string more = open > 0 ? fmt::format("; {} open", open) : "";
  if (parts.empty()) return fmt::format("nothing {} is slow{}{}", looked_at, more, what_would_show(survey));
  return fmt::format("slow {}: {}{}", looked_at, fmt::join(parts, ", "), more);
}

}  // namespace sonde::links
