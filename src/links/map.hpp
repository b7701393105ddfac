// What every pair of players of a tournament found out of its link, and where the players stand.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace sonde::links {

/// Seconds from each player (row) to each other (column), row by row; not a number where a pair has not met,
/// and on the diagonal.
struct Matrix {
  int players = 0;
  std::vector<float> seconds;  ///< players²; empty: not kept

  [[nodiscard]] float at(int from, int to) const {
    return seconds[static_cast<std::size_t>(from) * static_cast<std::size_t>(players) +
                   static_cast<std::size_t>(to)];
  }
  [[nodiscard]] bool empty() const { return seconds.empty(); }
};

struct Map {
  Matrix latency;          ///< half a round trip of a short message
  Matrix message;          ///< of one message of a stream
  bool every_pair = true;  ///< has met; else only some, drawn at random
};

/// Players that stand together: on one switch, in one cabinet. Far is not bad: pairs are compared with pairs
/// of the same blocks.
struct Blocks {
  std::vector<int> of;             ///< the block of each player
  std::vector<std::string> names;  ///< of each block

  [[nodiscard]] int count() const { return static_cast<int>(names.size()); }
};

enum class LinkQuantity { bandwidth, latency };
enum class Kind { block, host, link };
enum class Direction { sends, receives, both };

/// What looks slow in a map.
struct Suspect {
  Kind kind = Kind::host;
  LinkQuantity quantity = LinkQuantity::bandwidth;
  Direction direction = Direction::both;  ///< of a link: `sends` is from the first to the second
  int first = 0;                          ///< player or block
  int second = -1;                        ///< of a link: the other player
  double factor = 1;                      ///< of the time, by the map

  bool operator==(const Suspect&) const = default;
};

}  // namespace sonde::links
