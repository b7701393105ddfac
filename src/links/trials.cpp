#include "links/trials.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "links/effects.hpp"

namespace sonde::links {

namespace {

constexpr std::size_t most_comparisons = 6;  ///< of each direction
constexpr std::size_t enough = 2;

/// Whether suspect `other` is too slow to serve as reference for `suspect`: its factor squared is at least
/// that of `suspect`. A slow reference makes the estimated factor too small, never too large.
bool as_bad_as(const Suspect& other, const Suspect& suspect) {
  return other.quantity == suspect.quantity && other.factor * other.factor >= suspect.factor;
}

/// What a suspect is not compared with.
struct Unfit {
  std::set<int> hosts, blocks;
  std::set<int> suspect_hosts;          ///< those that are far less slow, too
  std::set<std::pair<int, int>> links;  ///< the lower player first
};

Unfit unfit_for(const Suspect& suspect, const std::vector<Suspect>& suspects) {
  Unfit unfit;
  for (const Suspect& other : suspects) {
    if (other.kind == Kind::host && other.quantity == suspect.quantity)
      unfit.suspect_hosts.insert(other.first);
    if (!as_bad_as(other, suspect)) continue;
    if (other.kind == Kind::host) unfit.hosts.insert(other.first);
    if (other.kind == Kind::block) unfit.blocks.insert(other.first);
    if (other.kind == Kind::link) unfit.links.insert(std::minmax(other.first, other.second));
  }
  return unfit;
}

/// Chooses pairs for one suspect.
class Choice {
 public:
  Choice(const Suspect& suspect, const Matrix& matrix, const Blocks& blocks,
         const std::vector<Suspect>& suspects)
      : suspect_(suspect),
        matrix_(matrix),
        blocks_(blocks),
        groups_(blocks),
        unfit_(unfit_for(suspect, suspects)),
        healthy_(healthy_players()) {}

  std::vector<PairComparison> comparisons() {
    if (suspect_.kind == Kind::link)
      of_link();
    else if (suspect_.kind == Kind::host)
      of_host(suspect_.first);
    else
      of_block();
    return std::move(out_);
  }

 private:
  /// Players that are fit to be compared with the suspect, those first that come behind it. All players of a
  /// slow switch are slow towards other switches, but not more than each other.
  [[nodiscard]] std::vector<int> healthy_players() const {
    std::vector<int> healthy;
    const int players = static_cast<int>(blocks_.of.size());
    for (int i = 0; i < players; ++i) {
      const int player = (suspect_.first + i) % players;
      const bool of_slow_switch = suspect_.kind == Kind::block && unfit_.blocks.contains(block_of(player));
      if (!unfit_.hosts.contains(player) && !of_slow_switch) healthy.push_back(player);
    }
    return healthy;
  }

  /// The suspect sends to a healthy player and another one that stands as it does sends to the same, or
  /// receives from it.
  void of_host(int host) {
    std::vector<PairComparison> shown, others;
    for (const int partner : healthy_) {
      if (partner == host || link_unfit(host, partner)) continue;
      const std::size_t level = groups_.level_of_pair(host, partner);
      const int other = middle_one(partner, [&](int player) {
        return player != host && groups_.level_of_pair(player, partner) == level;
      });
      if (other < 0) continue;
      const PairComparison one{{host, partner}, {{other, partner}}};
      (is_shown(one) ? shown : others).push_back(one);
      if (shown.size() == most_comparisons) break;
    }
    if (shown.size() < enough) shown.insert(shown.end(), others.begin(), others.end());
    for (const PairComparison& one : shown) add(one);
  }

  /// Whether the map has the pair slower by half of what the suspect is, in each direction that is suspect.
  [[nodiscard]] bool is_shown(const PairComparison& one) const {
    const auto shown = [&](const PairComparison& c) {
      const auto seconds = [&](const Pair& pair) { return matrix_.at(pair.from, pair.to); };
      return seconds(c.suspect) > std::sqrt(suspect_.factor) * seconds(c.healthy.front());
    };
    return (suspect_.direction == Direction::receives || shown(one)) &&
           (suspect_.direction == Direction::sends || shown(turned(one)));
  }

  /// Players of the block send to those that are nearest by the map, and others that are farther from these
  /// do, too.
  void of_block() {
    std::vector<int> members;
    for (int player = 0; player < static_cast<int>(blocks_.of.size()); ++player)
      if (block_of(player) == suspect_.first && !unfit_.suspect_hosts.contains(player))
        members.push_back(player);
    if (members.empty()) return;
    std::vector<std::pair<float, int>> partners;
    for (const int partner : healthy_)
      if (const float seconds = there_and_back(members.front(), partner); !std::isnan(seconds))
        partners.emplace_back(seconds, partner);
    std::ranges::sort(partners);
    for (std::size_t i = 0; i < partners.size() && !full(); ++i) {
      const int host = members[i % members.size()], partner = partners[i].second;
      const int other =
          middle_one(partner, [&](int player) { return block_of(player) != block_of(partner); });
      if (other >= 0 && !link_unfit(host, partner)) add({{host, partner}, {{other, partner}}});
    }
  }

  /// The pair itself again and again, each time with other pairs of its two ends and one of neither: all of
  /// them from where the first stands to where the second stands. Pairs of the ends that are suspect are
  /// taken where there are no others; they make too little of the link.
  void of_link() {
    for (const bool suspects_too : {false, true})
      if (out_.empty()) of_link_and_its_ends(suspects_too);
    if (out_.empty()) of_link_of_two();
  }

  void of_link_and_its_ends(bool suspects_too) {
    const int a = suspect_.first, b = suspect_.second;
    const auto fit = [&](int from, int to) {
      return from != to && stands_alike(from, to) && (suspects_too || !link_unfit(from, to));
    };
    for (std::size_t i = 0; i < healthy_.size() && !full(); ++i) {
      const int receiver = healthy_[i];
      if (is_end(receiver) || !fit(a, receiver)) continue;
      for (std::size_t j = 1; j < healthy_.size(); ++j) {
        const int sender = healthy_[(i + j) % healthy_.size()];
        if (is_end(sender) || !fit(sender, b) || !is_apart(sender, receiver)) continue;
        add({{a, b}, {{a, receiver}, {sender, b}, {sender, receiver}}});
        break;
      }
    }
  }

  /// A link within a switch of two: its ends have no others that stand as it does, but other switches of two
  /// have.
  void of_link_of_two() {
    const int a = suspect_.first, b = suspect_.second;
    if (block_of(a) != block_of(b) || groups_.block(groups_.of(a)) >= 0) return;
    if (unfit_.suspect_hosts.contains(a) || unfit_.suspect_hosts.contains(b)) return;
    std::vector<Pair> others;
    for (const int from : healthy_)
      for (const int to : healthy_)
        if (from < to && !is_end(from) && is_apart(from, to)) others.push_back({from, to});
    if (others.size() < enough) return;
    for (const Pair& other : others) add({{a, b}, {other}});
  }

  [[nodiscard]] bool is_end(int player) const {
    return player == suspect_.first || player == suspect_.second;
  }

  /// Whether a pair stands as the link does.
  [[nodiscard]] bool stands_alike(int from, int to) const {
    return groups_.level_of_pair(from, to) == groups_.level_of_pair(suspect_.first, suspect_.second);
  }

  /// Whether two players are a pair that stands as the link does, and whose own link is healthy.
  [[nodiscard]] bool is_apart(int from, int to) const {
    return from != to && stands_alike(from, to) && !link_unfit(from, to);
  }

  /// Whether the link of two players is suspect itself.
  [[nodiscard]] bool link_unfit(int a, int b) const {
    return unfit_.links.contains(std::pair(std::minmax(a, b)));
  }

  [[nodiscard]] int block_of(int player) const { return blocks_.of[static_cast<std::size_t>(player)]; }

  [[nodiscard]] float there_and_back(int a, int b) const { return matrix_.at(a, b) + matrix_.at(b, a); }

  /// Of the healthy players that may be compared with the suspect at a partner: by the map half of them are
  /// nearer to it.
  template <class Fits>
  [[nodiscard]] int middle_one(int partner, Fits fits) const {
    std::vector<std::pair<float, int>> others;
    for (const int player : healthy_)
      if (player != partner && fits(player) && !link_unfit(player, partner))
        if (const float seconds = there_and_back(player, partner); !std::isnan(seconds))
          others.emplace_back(seconds, player);
    const auto half = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    if (half == others.end()) return -1;
    std::ranges::nth_element(others, half);
    return half->second;
  }

  [[nodiscard]] static PairComparison turned(PairComparison one) {
    std::swap(one.suspect.from, one.suspect.to);
    for (Pair& pair : one.healthy) std::swap(pair.from, pair.to);
    return one;
  }

  [[nodiscard]] bool full() const { return out_.size() >= (both_ways(suspect_) ? 2 : 1) * most_comparisons; }

  /// In the direction of the suspect; of both, one behind the other.
  void add(const PairComparison& one) {
    if (full()) return;
    if (suspect_.direction != Direction::receives) out_.push_back(one);
    if (suspect_.direction == Direction::receives || both_ways(suspect_)) out_.push_back(turned(one));
  }

  const Suspect& suspect_;
  const Matrix& matrix_;
  const Blocks& blocks_;
  Groups groups_;
  Unfit unfit_;
  std::vector<int> healthy_;
  std::vector<PairComparison> out_;
};

}  // namespace

bool both_ways(const Suspect& suspect) {
  return suspect.direction == Direction::both && suspect.quantity == LinkQuantity::bandwidth;
}

double expected_seconds(std::span<const double> healthy) {
  return healthy.size() == 1 ? healthy[0] : healthy[0] + healthy[1] - healthy[2];
}

std::vector<PairComparison> comparisons_of(const Suspect& suspect, const Map& map, const Blocks& blocks,
                                           const std::vector<Suspect>& suspects) {
  const Matrix& matrix = suspect.quantity == LinkQuantity::latency ? map.latency : map.message;
  return Choice(suspect, matrix, blocks, suspects).comparisons();
}

}  // namespace sonde::links
