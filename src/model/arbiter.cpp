#include "model/arbiter.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace sonde::model {

std::int64_t next_piece(std::int64_t bytes, std::int64_t sent, std::int64_t chunk, Remainder remainder) {
  const std::int64_t left = bytes - sent;
  const std::int64_t odd = bytes % chunk;
  if (remainder == Remainder::last || odd == 0 || bytes < chunk) return std::min(chunk, left);
  const std::int64_t before = bytes >= 2 * chunk ? chunk : 0;
  return sent == before ? odd : std::min(chunk, left);
}

Arbiter::Arbiter(const Shares& shares)
    : shares_(shares),
      progress_(static_cast<std::size_t>(shares.processes)),
      groups_(static_cast<std::size_t>(shares.processes / shares.group)) {
  EXPECTS(shares.group >= 1 && shares.processes % shares.group == 0);
  EXPECTS(shares.bytes >= 1 && shares.inner >= 1 && shares.outer >= shares.inner);
}

void Arbiter::start_slice(int process) {
  Progress& p = progress_[static_cast<std::size_t>(process)];
  p.slice = next_piece(shares_.bytes, p.sent, shares_.outer, shares_.remainder);
  p.slice_sent = 0;
}

void Arbiter::enqueue(int process) {
  progress_[static_cast<std::size_t>(process)].sent = 0;
  start_slice(process);
  groups_[static_cast<std::size_t>(process / shares_.group)].ready.push_back(process);
}

// To the next group that has anything to send; the group itself comes last.
void Arbiter::pass_turn() {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    turn_ = (turn_ + 1) % groups_.size();
    Group& group = groups_[turn_];
    for (const int process : group.waiting) {
      start_slice(process);
      group.ready.push_back(process);
    }
    group.waiting.clear();
    if (!group.ready.empty()) return;
  }
}

std::optional<Piece> Arbiter::next() {
  if (groups_[turn_].ready.empty()) pass_turn();
  Group& group = groups_[turn_];
  if (group.ready.empty()) return std::nullopt;
  const int process = group.ready.front();
  group.ready.pop_front();
  const Progress& p = progress_[static_cast<std::size_t>(process)];
  const std::int64_t bytes = next_piece(p.slice, p.slice_sent, shares_.inner, shares_.remainder);
  return Piece{process, bytes, p.sent + bytes == shares_.bytes};
}

void Arbiter::finish(const Piece& piece) {
  Progress& p = progress_[static_cast<std::size_t>(piece.process)];
  p.sent += piece.bytes;
  p.slice_sent += piece.bytes;
  if (piece.last) return;
  Group& group = groups_[static_cast<std::size_t>(piece.process / shares_.group)];
  (p.slice_sent < p.slice ? group.ready : group.waiting).push_back(piece.process);
}

}  // namespace sonde::model
