#include "links/suspects.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "links/effects.hpp"
#include "stats/robust.hpp"

namespace sonde::links {

namespace {

constexpr double false_maps = 0.01;        ///< of maps without a slow part that have a suspect by noise alone
constexpr double most_of_threshold = 0.7;  ///< a map underrates what the trials then measure alone
constexpr std::size_t most_links = 256;    ///< that are worth the time of a second look
constexpr double error_of_median = 1.2533;  ///< over that of a mean, of a normal distribution
constexpr int comparisons = 3;              ///< healthy pairs

/// What the largest of so many normal values exceeds in one map of a hundred, in standard deviations.
double largest_of(double values) {
  const double tail = std::max(false_maps / std::max(values, 1.0), 1e-15);
  return boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
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
  Search(const Matrix& matrix, const Blocks& blocks, Quantity quantity, double threshold)
      : blocks_(blocks),
        quantity_(quantity),
        players_(matrix.players),
        effects_(effects_of(quantity == Quantity::latency ? one_direction(matrix) : matrix, blocks)),
        least_(most_of_threshold * std::log1p(threshold)) {}

  void blocks(std::vector<Suspect>& out) const {
    const BlockEffects effects = block_effects(effects_, blocks_);
    if (effects.sends.empty()) return;
    lines(Kind::block, effects.sends, effects.receives, 0, out);
  }

  void hosts(std::vector<Suspect>& out) const {
    const double error =
        error_of_median * effects_.spread / std::sqrt(std::max(1.0, effects_.pairs_of_player));
    lines(Kind::host, effects_.sends, effects_.receives, error, out);
  }

  void links(std::vector<Suspect>& out) const {
    const double pairs = static_cast<double>(players_) * (players_ - 1);
    const double limit = std::max(least_, largest_of(2 * pairs) * effects_.spread);
    std::vector<Suspect> found;
    for (int i = 0; i < players_; ++i)
      for (int j = i + 1; j < players_; ++j) add_link(i, j, limit, found);
    std::ranges::sort(found, std::greater{}, &Suspect::factor);
    found.resize(std::min(found.size(), most_links));
    out.insert(out.end(), found.begin(), found.end());
  }

 private:
  /// Players or blocks whose effects stick out.
  void lines(Kind kind, const std::vector<double>& sends, const std::vector<double>& receives, double error,
             std::vector<Suspect>& out) const {
    const bool latency = quantity_ == Quantity::latency;
    const double deviations = largest_of(4 * static_cast<double>(sends.size()));
    const auto limit_of = [&](const std::vector<double>& effects) {
      return std::max(least_, deviations * std::max(error, stats::robust_spread(effects)));
    };
    const double send_limit = limit_of(sends), receive_limit = limit_of(receives);
    for (std::size_t i = 0; i < sends.size(); ++i) {
      const double alike = std::max(sends[i], receives[i]) / 2;
      const bool slow_sends = sends[i] > std::max(send_limit, alike);
      const bool slow_receives = receives[i] > std::max(receive_limit, alike);
      if (!slow_sends && !slow_receives) continue;
      const Direction direction = latency || (slow_sends && slow_receives) ? Direction::both
                                  : slow_sends                             ? Direction::sends
                                                                           : Direction::receives;
      out.push_back(
          {kind, quantity_, direction, static_cast<int>(i), -1, std::exp(std::max(sends[i], receives[i]))});
    }
  }

  void add_link(int i, int j, double limit, std::vector<Suspect>& out) const {
    const auto size = static_cast<std::size_t>(players_);
    const double there = effects_.rest[static_cast<std::size_t>(i) * size + static_cast<std::size_t>(j)];
    const double back = effects_.rest[static_cast<std::size_t>(j) * size + static_cast<std::size_t>(i)];
    // Noise lifts the other direction of what is very slow above the limit now and then.
    const double alike = std::max(there, back) / 2;
    const bool slow_there = there > std::max(limit, alike), slow_back = back > std::max(limit, alike);
    if (slow_there && slow_back)
      out.push_back({Kind::link, quantity_, Direction::both, i, j, std::exp((there + back) / 2)});
    else if (slow_there)
      out.push_back({Kind::link, quantity_, Direction::sends, i, j, std::exp(there)});
    else if (slow_back)
      out.push_back({Kind::link, quantity_, Direction::sends, j, i, std::exp(back)});
  }

  const Blocks& blocks_;
  Quantity quantity_;
  int players_;
  Effects effects_;
  double least_;  ///< effects below this are no matter
};

/// Whether the pair c, d stands as the pair a, b does: in the same blocks, or where those have no levels of their own within one
/// block like it, or in two.
bool stand_alike(const Blocks& blocks, std::pair<int, int> one, std::pair<int, int> other) {
  const auto of = [&](int player) { return blocks.of[static_cast<std::size_t>(player)]; };
  if (has_level_of_each_pair(blocks))
    return of(one.first) == of(other.first) && of(one.second) == of(other.second);
  return (of(one.first) == of(one.second)) == (of(other.first) == of(other.second));
}

/// What another thing is suspected of, if that makes it unfit to be compared with: not where it is by far the lesser evil. A
/// comparison with it makes too little of a suspect, never too much.
bool as_bad_as(const Suspect& other, const Suspect& suspect) {
  return other.factor * other.factor >= suspect.factor;
}

/// Players that are fit to be compared with the suspect.
std::vector<int> healthy_players(const Blocks& blocks, const std::vector<Suspect>& suspects,
                                 const Suspect& suspect) {
  std::set<int> ill, ill_blocks;
  for (const Suspect& other : suspects) {
    if (!as_bad_as(other, suspect)) continue;
    if (other.kind == Kind::host) ill.insert(other.first);
    if (other.kind == Kind::block) ill_blocks.insert(other.first);
  }
  std::vector<int> healthy;
  for (int player = 0; player < static_cast<int>(blocks.of.size()); ++player)
    if (!ill.contains(player) && !ill_blocks.contains(blocks.of[static_cast<std::size_t>(player)]))
      healthy.push_back(player);
  return healthy;
}

/// Chooses pairs for one suspect.
class Choice {
 public:
  Choice(const Suspect& suspect, const Blocks& blocks, const std::vector<Suspect>& suspects)
      : suspect_(suspect),
        blocks_(blocks),
        suspects_(suspects),
        healthy_(healthy_players(blocks, suspects, suspect)) {}

  std::vector<Trial> trials() {
    if (suspect_.kind == Kind::link)
      of_link();
    else if (suspect_.kind == Kind::host)
      of_host(suspect_.first);
    else
      of_block();
    return std::move(out_);
  }

 private:
  /// The suspect sends to a healthy player and another one that stands as it does sends to the same, or receives from it.
  void of_host(int host) {
    int turn = 0;
    for (const int partner : healthy_) {
      if (partner == host || link_unfit(host, partner)) continue;
      const int other = stand_in(host, partner);
      if (other < 0) continue;
      add(host, partner, other, partner, turn);
      if (++turn == 2 * comparisons) return;
    }
  }

  void of_block() {
    int turn = 0;
    for (int host = 0; host < static_cast<int>(blocks_.of.size()); ++host) {
      if (blocks_.of[static_cast<std::size_t>(host)] != suspect_.first) continue;
      for (const int partner : healthy_) {
        const int other = elsewhere(partner);
        if (other < 0 || link_unfit(host, partner)) continue;
        add(host, partner, other, partner, turn);
        used_.insert(partner);
        if (++turn == 2 * comparisons) return;
        break;
      }
    }
  }

  /// The pair itself again and again, each time followed by another one that one of its players has.
  void of_link() {
    const int a = suspect_.first, b = suspect_.second;
    std::vector<std::pair<int, int>> of_first, of_second;
    for (const int other : healthy_) {
      if (other == a || other == b) continue;
      add_alike(a, other, of_first);
      add_alike(other, b, of_second);
    }
    int turn = 0;
    for (std::size_t i = 0; i < std::max(of_first.size(), of_second.size()) && i < comparisons; ++i)
      for (const auto* pairs : {&of_first, &of_second})
        if (i < pairs->size()) add(a, b, (*pairs)[i].first, (*pairs)[i].second, turn++);
  }

  /// A pair that stands as that of the link does.
  void add_alike(int from, int to, std::vector<std::pair<int, int>>& pairs) const {
    if (!link_unfit(from, to) && stand_alike(blocks_, {suspect_.first, suspect_.second}, {from, to}))
      pairs.emplace_back(from, to);
  }

  /// Whether the link of two players is suspect itself.
  [[nodiscard]] bool link_unfit(int a, int b) const {
    return std::ranges::any_of(suspects_, [&](const Suspect& other) {
      return other.kind == Kind::link && as_bad_as(other, suspect_) &&
             std::minmax(other.first, other.second) == std::minmax(a, b);
    });
  }

  /// A healthy player that stands as this one does.
  [[nodiscard]] int stand_in(int host, int partner) {
    for (std::size_t i = 0; i < healthy_.size(); ++i) {
      const int other = healthy_[(i + shift_) % healthy_.size()];
      if (other == host || other == partner || link_unfit(other, partner)) continue;
      if (!stand_alike(blocks_, {host, partner}, {other, partner})) continue;
      ++shift_;
      return other;
    }
    return -1;
  }

  /// A healthy player of another block than the partner's.
  [[nodiscard]] int elsewhere(int partner) {
    if (used_.contains(partner)) return -1;
    for (const int other : healthy_) {
      if (blocks_.of[static_cast<std::size_t>(other)] == blocks_.of[static_cast<std::size_t>(partner)])
        continue;
      if (!link_unfit(other, partner)) return other;
    }
    return -1;
  }

  /// In the direction of the suspect; of both, one after the other in turn.
  void add(int from, int to, int healthy_from, int healthy_to, int turn) {
    const bool turned =
        suspect_.direction == Direction::receives || (suspect_.direction == Direction::both && turn % 2 == 1);
    if (turned) {
      std::swap(from, to);
      std::swap(healthy_from, healthy_to);
    }
    out_.push_back({from, to, true});
    out_.push_back({healthy_from, healthy_to, false});
  }

  const Suspect& suspect_;
  const Blocks& blocks_;
  const std::vector<Suspect>& suspects_;
  std::vector<int> healthy_;
  std::set<int> used_;
  std::size_t shift_ = 0;
  std::vector<Trial> out_;
};

}  // namespace

std::vector<Suspect> suspects_of(const Map& map, const Blocks& blocks, double threshold) {
  std::vector<Suspect> out;
  const int players = map.message.players;
  if (players < least_players || map.message.empty()) return out;
  for (const Quantity quantity : {Quantity::bandwidth, Quantity::latency}) {
    const Search search(quantity == Quantity::bandwidth ? map.message : map.latency, blocks, quantity,
                        threshold);
    search.blocks(out);
    search.hosts(out);
    if (map.every_pair) search.links(out);
  }
  std::ranges::stable_sort(out, std::greater{}, &Suspect::factor);
  std::ranges::stable_sort(out, {}, &Suspect::kind);
  return out;
}

std::vector<Trial> trials_of(const Suspect& suspect, const Blocks& blocks,
                             const std::vector<Suspect>& suspects) {
  auto trials = Choice(suspect, blocks, suspects).trials();
  constexpr std::size_t least_trials = 2;
  return trials.size() < least_trials ? std::vector<Trial>{} : trials;
}

}  // namespace sonde::links
