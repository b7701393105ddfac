// The sender of one node: which process may put how many bytes on the link next. Round robin in chunks among
// the processes of a group, and in larger chunks among groups. No time in here.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sonde::model {

/// Where a message that is no multiple of the chunk has its short piece.
enum class Remainder {
  last,    ///< at the end, as software does it
  inside,  ///< before the last piece (second of three or more): the last piece is a whole chunk, as equation
           ///< (2) has it
};

struct Shares {
  int processes = 2;       ///< k
  int group = 2;           ///< m; processes 0..m-1 are the first group, and so on
  std::int64_t bytes = 0;  ///< length of every message, at least 1
  std::int64_t inner = 0;  ///< C1, at least 1
  std::int64_t outer = 0;  ///< C2, at least C1
  Remainder remainder = Remainder::last;
};

/// Length of the next piece of a message of `bytes`, of which `sent` have gone, in chunks of `chunk`.
[[nodiscard]] std::int64_t next_piece(std::int64_t bytes, std::int64_t sent, std::int64_t chunk,
                                      Remainder remainder);

struct Piece {
  int process = 0;
  std::int64_t bytes = 0;
  bool last = false;  ///< ends the message
};

class Arbiter {
 public:
  explicit Arbiter(const Shares& shares);

  /// A process has a message to send; it has none queued.
  void enqueue(int process);
  /// The next piece, or nothing when all queues are empty. The piece is under way until `finish`.
  [[nodiscard]] std::optional<Piece> next();
  /// The piece has left; its process queues behind those that came meanwhile.
  void finish(const Piece& piece);

 private:
  struct Progress {
    std::int64_t sent = 0;        ///< of the message
    std::int64_t slice = 0;       ///< bytes the process may send in a turn of its group
    std::int64_t slice_sent = 0;  ///< of the slice
  };
  struct Group {
    std::deque<int> ready;    ///< have bytes left in this turn
    std::deque<int> waiting;  ///< have had their slice, wait for the next turn
  };

  void start_slice(int process);
  void pass_turn();

  Shares shares_;
  std::vector<Progress> progress_;
  std::vector<Group> groups_;
  std::size_t turn_ = 0;
};

}  // namespace sonde::model
