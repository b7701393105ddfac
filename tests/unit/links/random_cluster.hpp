// A cluster that is drawn by lot, with a fault of a chosen kind: delays add, of rates the lowest on the way
// counts.
#pragma once
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "links/investigate.hpp"

namespace sonde::links {

enum class Fault {
  none,
  host_rate,
  host_one_way,
  host_latency,
  host_latency_far,  ///< a host of larger latency where routes differ in length
  switch_rate,
  switch_latency,
  host_on_slow_switch,  ///< a host at half the rate on a switch that is farther, or slow itself
  link_rate,
  link_one_way,
  link_latency,
  two_hosts,  ///< at half the rate, or of larger latency, among 12 to 18
};

class RandomCluster {
 public:
  RandomCluster(Fault fault, std::uint64_t seed) : dice_(seed * 100 + static_cast<std::uint64_t>(fault)) {
    draw_switches(fault);
    draw_routes(fault);
    noise_ = one_of({0.0, 0.002, 0.01, 0.02});
    hiccups_ = noise_ > 0 ? 0.01 : 0;
    crowd_ = one_of({0.0, 0.05, 0.1});
    slow_rate_ = 0.4 + 0.3 * dice_.uniform();
    messages_of_window_ = below(2) == 0 ? 16 : 2;
    plant(fault);
  }

  [[nodiscard]] const Blocks& blocks() const { return blocks_; }
  [[nodiscard]] int hosts() const { return static_cast<int>(blocks_.of.size()); }

  /// Kind, quantity, direction and who it is, of everything that is slow beyond the threshold.
  using Named = std::set<std::tuple<Kind, LinkQuantity, Direction, int, int>>;
  [[nodiscard]] const Named& planted() const { return planted_; }

  [[nodiscard]] std::vector<TrialFinding> findings() {
    return investigate(map(), blocks_, 0.10, [&](std::span<const LonePair> steps) {
      std::vector<double> seconds;
      for (const auto& [from, to, quantity] : steps)
        seconds.push_back(
            measured(quantity == LinkQuantity::latency ? latency(from, to) : message(from, to)));
      return seconds;
    });
  }

  [[nodiscard]] Named named() {
    Named out;
    for (const auto& [suspect, verdict, factor, low, high, p, trials] : findings())
      if (verdict == TrialVerdict::slow)
        out.insert({suspect.kind, suspect.quantity, suspect.direction, suspect.first, suspect.second});
    return out;
  }

 private:
  static constexpr double micro = 1e-6;

  [[nodiscard]] int below(int count) {
    return std::min(count - 1, static_cast<int>(dice_.uniform() * count));
  }
  [[nodiscard]] double one_of(std::initializer_list<double> values) {
    return values.begin()[below(static_cast<int>(values.size()))];
  }
  [[nodiscard]] int between(int least, int most) { return least + below(most - least + 1); }
  [[nodiscard]] std::size_t at(int from, int to) const {
    return static_cast<std::size_t>(from * blocks_.count() + to);
  }
  [[nodiscard]] int home(int host) const { return blocks_.of[static_cast<std::size_t>(host)]; }

  void add_switch(int hosts) {
    blocks_.of.insert(blocks_.of.end(), static_cast<std::size_t>(hosts), blocks_.count());
    blocks_.names.push_back("s" + std::to_string(blocks_.count()));
  }

  void draw_switches(Fault fault) {
    const bool tells_switches =
        fault == Fault::switch_rate || fault == Fault::switch_latency || fault == Fault::host_on_slow_switch;
    const bool routes_differ = fault == Fault::host_latency_far;
    const int shape = tells_switches ? 2 : routes_differ ? 1 : below(5);
    if (fault == Fault::two_hosts) {
      const int hosts = between(12, 18), switches = between(1, 4);
      for (int i = 0; i < switches; ++i) add_switch(hosts / switches + (i < hosts % switches ? 1 : 0));
    } else if (shape == 0) {
      add_switch(between(6, 24));
    } else if (shape == 1) {
      for (int i = between(2, 3); i > 0; --i) add_switch(between(4, 8));
    } else if (shape == 2) {
      for (int i = between(4, 7); i > 0; --i) add_switch(between(3, 8));
    } else if (shape == 3) {
      for (int i = between(6, 12); i > 0; --i) add_switch(2);
    } else {
      for (int i = between(2, 5); i > 0; --i) add_switch(between(3, 6));
      for (int i = between(2, 4); i > 0; --i) add_switch(2);
      if (below(2) == 0) add_switch(1);
    }
    small_ = shape > 2;
    const auto hosts_count = static_cast<std::size_t>(hosts());
    delay_.assign(hosts_count, 0);
    out_rate_.assign(hosts_count, 1);
    in_rate_.assign(hosts_count, 1);
    if (below(4) == 0) {
      for (auto* rates : {&out_rate_, &in_rate_})
        for (double& rate : *rates) rate = 1 - 0.03 * dice_.uniform();
      for (double& delay : delay_) delay = 0.03e-6 * dice_.uniform();
    }
    if (below(4) == 0) delay_[static_cast<std::size_t>(below(hosts()))] = -0.3e-6;
    of_links_.assign(hosts_count * hosts_count, {});
  }

  /// All switches equally far from each other; with three or fewer, or in a chain or in two rooms, not.
  void draw_routes(Fault fault) {
    const int switches = blocks_.count();
    near_ = one_of({1.0, 2.0, 10.0}) * micro;
    routes_.assign(static_cast<std::size_t>(switches * switches), {});
    const bool equal = fault == Fault::switch_rate || fault == Fault::switch_latency ||
                       fault == Fault::host_on_slow_switch || small_;
    const int course = equal ? 0 : switches <= 3 ? 1 : between(2, 3);
    const double hop = near_ * (0.5 + 2 * dice_.uniform());
    const double rate = one_of({1.0, 0.9, 0.8});
    for (int a = 0; a < switches; ++a)
      for (int b = 0; b < a; ++b) {
        const int rooms = (a < (switches + 2) / 3) == (b < (switches + 2) / 3) ? 1 : 3;
        const double hops = course == 0 ? 1 : course == 1 ? 4 * dice_.uniform() : course == 2 ? a - b : rooms;
        routes_[at(a, b)] = routes_[at(b, a)] = {hops * hop, rate};
      }
  }

  void plant(Fault fault) {
    const bool last_is_single = std::ranges::count(blocks_.of, blocks_.of.back()) == 1;
    const int known = hosts() - (last_is_single ? 1 : 0);  // of a host without company nothing can be said
    const int host = below(known);
    const int other = (host + between(1, known - 1)) % known;
    const auto [first, second] = std::minmax(host, other);
    const bool of_rate = below(2) == 0;
    switch (fault) {
      case Fault::none:
        break;
      case Fault::host_rate:
        slow_down(host, true, true);
        break;
      case Fault::host_one_way:
        of_rate ? slow_down(host, true, false) : slow_down(host, false, true);
        break;
      case Fault::host_latency:
      case Fault::host_latency_far:
        take_away(host);
        break;
      case Fault::switch_rate:
        slow_down_switch(home(host));
        break;
      case Fault::switch_latency:
        take_away_switch(home(host));
        break;
      case Fault::host_on_slow_switch:
        of_rate ? slow_down_switch(home(host)) : take_away_switch(home(host));
        slow_down(host, true, true);
        break;
      case Fault::link_rate:
        slow_down_link(first, second, true);
        break;
      case Fault::link_one_way:
        slow_down_link(host, other, false);
        break;
      case Fault::link_latency:
        take_away_link(first, second);
        break;
      case Fault::two_hosts:
        of_rate ? slow_down(host, true, true) : take_away(host);
        of_rate ? slow_down(other, true, true) : take_away(other);
        break;
    }
  }

  void slow_down(int host, bool sends, bool receives) {
    const auto which = static_cast<std::size_t>(host);
    if (sends) out_rate_[which] = slow_rate_;
    if (receives) in_rate_[which] = slow_rate_;
    planted_.insert({Kind::host, LinkQuantity::bandwidth,
                     sends && receives ? Direction::both
                     : sends           ? Direction::sends
                                       : Direction::receives,
                     host, -1});
  }
  void take_away(int host) {
    delay_[static_cast<std::size_t>(host)] = (2 + 2 * dice_.uniform()) * near_;
    planted_.insert({Kind::host, LinkQuantity::latency, Direction::both, host, -1});
  }
  void slow_down_switch(int which) {
    for (int b = 0; b < blocks_.count(); ++b)
      routes_[at(which, b)].rate = routes_[at(b, which)].rate *= slow_rate_;
    routes_[at(which, which)].rate = 1;
    planted_.insert({Kind::block, LinkQuantity::bandwidth, Direction::both, which, -1});
  }
  void take_away_switch(int which) {
    for (int b = 0; b < blocks_.count(); ++b)
      if (b != which)
        routes_[at(which, b)].seconds = routes_[at(b, which)].seconds +=
            4 * near_ + routes_[at(b, which)].seconds;
    planted_.insert({Kind::block, LinkQuantity::latency, Direction::both, which, -1});
  }
  void slow_down_link(int from, int to, bool both) {
    of_links_[static_cast<std::size_t>(from * hosts() + to)].rate =
        slow_rate_ * routes_[at(home(from), home(to))].rate;
    if (both)
      of_links_[static_cast<std::size_t>(to * hosts() + from)] =
          of_links_[static_cast<std::size_t>(from * hosts() + to)];
    planted_.insert(
        {Kind::link, LinkQuantity::bandwidth, both ? Direction::both : Direction::sends, from, to});
  }
  void take_away_link(int first, int second) {
    of_links_[static_cast<std::size_t>(first * hosts() + second)].seconds = 2 * latency(first, second);
    planted_.insert({Kind::link, LinkQuantity::latency, Direction::both, first, second});
  }

  /// Of a route, beyond what every pair takes.
  struct Part {
    double seconds = 0, rate = 1;  ///< rate: of messages, over that of a healthy host
  };

  [[nodiscard]] double one_way(int from, int to) const {
    return near_ + delay_[static_cast<std::size_t>(from)] + delay_[static_cast<std::size_t>(to)] +
           routes_[at(home(from), home(to))].seconds +
           of_links_[static_cast<std::size_t>(from * hosts() + to)].seconds;
  }
  [[nodiscard]] double latency(int from, int to) const { return (one_way(from, to) + one_way(to, from)) / 2; }
  [[nodiscard]] double message(int from, int to) const {
    const double rate =
        std::min({out_rate_[static_cast<std::size_t>(from)], in_rate_[static_cast<std::size_t>(to)],
                  routes_[at(home(from), home(to))].rate,
                  of_links_[static_cast<std::size_t>(from * hosts() + to)].rate});
    // So long a message that what delays add to a window's does not reach the threshold.
    return 500 * near_ / rate + 2 * latency(from, to) / messages_of_window_;
  }

  [[nodiscard]] double measured(double seconds) {
    return seconds * std::exp(noise_ * dice_.normal()) * (dice_.uniform() < hiccups_ ? 2 : 1);
  }

  /// While the map is measured others share the way between switches.
  [[nodiscard]] double crowded(int from, int to) {
    return message(from, to) * (home(from) == home(to) ? 1 : 1 + crowd_ * std::abs(dice_.normal()));
  }

  [[nodiscard]] Map map() {
    Map out{{hosts(), {}}, {hosts(), {}}, true};
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    for (int from = 0; from < hosts(); ++from)
      for (int to = 0; to < hosts(); ++to) {
        out.latency.seconds.push_back(from == to ? unknown : static_cast<float>(measured(latency(from, to))));
        out.message.seconds.push_back(from == to ? unknown : static_cast<float>(measured(crowded(from, to))));
      }
    return out;
  }

  test::Dice dice_;
  Blocks blocks_;
  double near_ = 0, noise_ = 0, hiccups_ = 0, crowd_ = 0, slow_rate_ = 1, messages_of_window_ = 1;
  std::vector<double> delay_, out_rate_, in_rate_;  ///< of hosts
  std::vector<Part> routes_, of_links_;             ///< between switches, and what a pair has beyond that
  bool small_ = false;                              ///< some switches have less than three hosts
  Named planted_;
};

}  // namespace sonde::links
