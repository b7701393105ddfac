#include "links/suspects.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <functional>
#include <iterator>

#include "links/effects.hpp"
#include "stats/order.hpp"
#include "stats/robust.hpp"

namespace sonde::links {

namespace {

constexpr double false_maps = 0.01;        ///< of maps without a slow part that have a suspect by noise alone
constexpr double most_of_threshold = 0.7;  ///< a map underrates what the trials then measure alone
constexpr std::size_t most_links = 256;    ///< that are worth the time of a second look
constexpr double error_of_median = 1.2533;  ///< over that of a mean, of a normal distribution

/// What the largest of so many normal values exceeds in one map of a hundred, in standard deviations.
double largest_of(double values) {
  const double tail = std::max(false_maps / std::max(values, 1.0), 1e-15);
  return boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
}

/// A half of the values lies below it, or a quarter (`part`: 2 or 4); of few values fewer do.
double lower(const std::vector<double>& values, std::size_t part) {
  return stats::sorted(values)[(values.size() - 1) / part];
}

/// Both directions of a latency are one round trip: each pair has the mean of what its two players saw.
Matrix one_direction(const Matrix& matrix) {
  Matrix both = matrix;
  for (int i = 0; i < matrix.players; ++i)
    for (int j = 0; j < matrix.players; ++j)
      both.seconds[static_cast<std::size_t>(i) * static_cast<std::size_t>(matrix.players) +
                   static_cast<std::size_t>(j)] = (matrix.at(i, j) + matrix.at(j, i)) / 2;
  return both;
}

/// Finds suspects of one quantity.
class Search {
 public:
  Search(const Matrix& matrix, const Blocks& blocks, LinkQuantity quantity, double threshold)
      : quantity_(quantity),
        players_(matrix.players),
        effects_(effects_of(quantity == LinkQuantity::latency ? one_direction(matrix) : matrix, blocks)),
        least_(most_of_threshold * std::log1p(threshold)),
        quick_within_(quick_within_switches()) {}

  void blocks(std::vector<Suspect>& out) const {
    for (int group = 0; group < effects_.groups.size(); ++group)
      add_line(Kind::block, effects_.groups.block(group),
               effects_.group_sends[static_cast<std::size_t>(group)],
               effects_.group_receives[static_cast<std::size_t>(group)], {least_, least_}, out);
  }

  void hosts(std::vector<Suspect>& out) const {
    const Limits limits{limit_of(effects_.sends), limit_of(effects_.receives)};
    std::vector<Suspect> found;
    for (int host = 0; host < players_; ++host) {
      const auto at = static_cast<std::size_t>(host);
      add_line(Kind::host, host, effects_.sends[at] + within_switch(host, true),
               effects_.receives[at] + within_switch(host, false), limits, found);
    }
    std::ranges::copy_if(found, std::back_inserter(out), [&](const Suspect& suspect) {
      return std::ranges::none_of(found,
                                  [&](const Suspect& other) { return stand_together(suspect, other); });
    });
  }

  /// What noise lifts the rest of a link to in one map of a hundred.
  [[nodiscard]] double noise_of_links() const {
    return largest_of(2.0 * players_ * (players_ - 1)) * effects_.spread;
  }

  void links(std::vector<Suspect>& out) const {
    const double limit = std::max(least_, noise_of_links());
    std::vector<Suspect> found;
    for (int i = 0; i < players_; ++i)
      for (int j = i + 1; j < players_; ++j) add_link(i, j, limit, found);
    std::ranges::sort(found, std::greater{}, &Suspect::factor);
    found.resize(std::min(found.size(), most_links));
    out.insert(out.end(), found.begin(), found.end());
  }

 private:
  struct Limits {
    double sends, receives;
  };

  [[nodiscard]] double deviations() const { return largest_of(4.0 * players_); }

  /// That noise takes the median of so many pairs beyond.
  [[nodiscard]] double error_of(double pairs) const {
    return deviations() * error_of_median * effects_.spread / std::sqrt(std::max(1.0, pairs));
  }

  [[nodiscard]] double limit_of(const std::vector<double>& effects) const {
    return std::max(
        {least_, error_of(effects_.pairs_of_player), deviations() * stats::robust_spread(effects)});
  }

  [[nodiscard]] double rest(int from, int to) const {
    return effects_.rest[static_cast<std::size_t>(from) * static_cast<std::size_t>(players_) +
                         static_cast<std::size_t>(to)];
  }

  /// What a pair takes beyond what is usual where both stand.
  [[nodiscard]] double beyond_level(int from, int to) const {
    return effects_.sends[static_cast<std::size_t>(from)] + effects_.receives[static_cast<std::size_t>(to)] +
           rest(from, to);
  }

  /// Whether most pairs of a player are as far apart as this one.
  [[nodiscard]] bool usual_distance(int player, int other) const {
    const std::size_t level = effects_.groups.level_of_pair(player, other);
    int as_far = 0;
    for (int any = 0; any < players_; ++any)
      as_far += any != player && effects_.groups.level_of_pair(player, any) == level ? 1 : 0;
    return 2 * as_far > players_;
  }

  /// Whether two hosts that look slow are as quick with each other as others are: no slow host is, so that
  /// they stand on a switch of their own that their names do not tell.
  [[nodiscard]] bool stand_together(const Suspect& one, const Suspect& other) const {
    if (one.first == other.first || !usual_distance(one.first, other.first)) return false;
    const double together =
        std::max(beyond_level(one.first, other.first), beyond_level(other.first, one.first));
    const double slower = std::log(std::min(one.factor, other.factor)) - together;
    const double pairs = static_cast<double>(players_) * players_;
    return together <= least_ && slower > std::max(least_, largest_of(pairs) * effects_.spread);
  }

  /// A value of each pair that a player has with others at a distance but for one of them, as sender or
  /// receiver.
  template <class Value>
  [[nodiscard]] std::vector<double> of_pairs(int player, bool sends, std::size_t level, int but,
                                             Value value) const {
    std::vector<double> out;
    for (int other = 0; other < players_; ++other) {
      if (other == but) continue;
      const int from = sends ? player : other, to = sends ? other : player;
      if (effects_.groups.level_of_pair(from, to) == level && !std::isnan(rest(from, to)))
        out.push_back(value(from, to));
    }
    return out;
  }

  /// What a host adds to nearly every pair within its switch beyond what it adds to most of its pairs: the
  /// way to other switches may be slow itself and hide it.
  [[nodiscard]] double within_switch(int host, bool sends) const {
    const std::size_t level = effects_.groups.level_of_pair(host, host);
    const auto own =
        of_pairs(host, sends, level, host, [&](int from, int to) { return beyond_level(from, to); });
    constexpr std::size_t least_pairs = 2;
    if (own.size() < least_pairs) return 0;
    const double effect = (sends ? effects_.sends : effects_.receives)[static_cast<std::size_t>(host)];
    const double added = lower(own, 4) - quick_within_[level] - effect;
    return added > std::max(least_, error_of(static_cast<double>(own.size()))) ? added : 0;
  }

  /// A slow host of three or four on a switch is an end of most pairs there: the others tell what is usual.
  [[nodiscard]] std::vector<double> quick_within_switches() const {
    std::vector<std::vector<double>> together(effects_.levels.size());
    for (int i = 0; i < players_; ++i)
      for (int j = 0; j < players_; ++j) {
        const std::size_t level = effects_.groups.level_of_pair(i, j);
        if (level == effects_.groups.level_of_pair(i, i) && !std::isnan(rest(i, j)))
          together[level].push_back(beyond_level(i, j));
      }
    constexpr std::size_t pairs_of_four = 12;
    std::vector<double> out;
    out.reserve(together.size());
    for (const auto& pairs : together)
      out.push_back(pairs.empty() ? 0 : lower(pairs, pairs.size() > pairs_of_four ? 2 : 4));
    return out;
  }

  /// A player or a block whose effects stick out.
  void add_line(Kind kind, int which, double sends, double receives, const Limits& limits,
                std::vector<Suspect>& out) const {
    const double alike = std::max(sends, receives) / 2;
    const bool slow_sends = sends > std::max(limits.sends, alike);
    const bool slow_receives = receives > std::max(limits.receives, alike);
    if (!slow_sends && !slow_receives) return;
    const bool both = quantity_ == LinkQuantity::latency || (slow_sends && slow_receives);
    const Direction direction = both ? Direction::both : slow_sends ? Direction::sends : Direction::receives;
    out.push_back({kind, quantity_, direction, which, -1, std::exp(std::max(sends, receives))});
  }

  /// What a pair takes beyond what each of its players takes to others that are as far away.
  [[nodiscard]] double own_rest(int from, int to, double limit) const {
    const double all = rest(from, to);
    if (!(all > limit)) return all;
    const std::size_t level = effects_.groups.level_of_pair(from, to);
    const auto usual = [&](int player, bool sends, int but) {
      const auto others = of_pairs(player, sends, level, but, [&](int i, int j) { return rest(i, j); });
      return others.empty() ? 0 : std::max(0.0, lower(others, 2));
    };
    return all - usual(from, true, to) - usual(to, false, from);
  }

  void add_link(int i, int j, double limit, std::vector<Suspect>& out) const {
    const double there = own_rest(i, j, limit), back = own_rest(j, i, limit);
    // Noise lifts the other direction of what is very slow above the limit now and then.
    const double alike = std::max(there, back) / 3;
    const bool slow_there = there > std::max(limit, alike), slow_back = back > std::max(limit, alike);
    if (slow_there && slow_back)
      out.push_back({Kind::link, quantity_, Direction::both, i, j, std::exp((there + back) / 2)});
    else if (slow_there)
      out.push_back({Kind::link, quantity_, Direction::sends, i, j, std::exp(there)});
    else if (slow_back)
      out.push_back({Kind::link, quantity_, Direction::sends, j, i, std::exp(back)});
  }

  LinkQuantity quantity_;
  int players_;
  Effects effects_;
  double least_;                      ///< effects below this are no matter
  std::vector<double> quick_within_;  ///< of each level: what quick pairs within a switch take beyond it
};

}  // namespace

std::vector<Suspect> suspects_of(const Map& map, const Blocks& blocks, double threshold) {
  std::vector<Suspect> out;
  const int players = map.message.players;
  if (players < least_players || map.message.empty()) return out;
  for (const LinkQuantity quantity : {LinkQuantity::bandwidth, LinkQuantity::latency}) {
    const Search search(quantity == LinkQuantity::bandwidth ? map.message : map.latency, blocks, quantity,
                        threshold);
    search.blocks(out);
    search.hosts(out);
    if (map.every_pair) search.links(out);
  }
  std::ranges::stable_sort(out, std::greater{}, &Suspect::factor);
  std::ranges::stable_sort(out, {}, &Suspect::kind);
  return out;
}

double least_slowdown_of_link(const Map& map, const Blocks& blocks) {
  if (map.message.players < least_players || map.message.empty() || !map.every_pair) return 0;
  return std::expm1(Search(map.message, blocks, LinkQuantity::bandwidth, 0).noise_of_links());
}

}  // namespace sonde::links
