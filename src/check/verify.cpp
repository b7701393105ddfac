#include "check/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/contract.hpp"
#include "base/share.hpp"
#include "catalog/draws.hpp"
#include "check/content.hpp"
#include "check/elements.hpp"

namespace sonde::check {

namespace {

using Bytes = std::span<std::byte>;

bool is_reduction(ExpectedContent expect) {
  using enum ExpectedContent;
  return expect == reduced_at_root || expect == reduced || expect == reduced_scattered ||
         expect == reduced_block || expect == reduced_locally || expect == summed_up_to ||
         expect == summed_before;
}

bool is_window(ExpectedContent expect) {
  return expect == ExpectedContent::window_from_partner || expect == ExpectedContent::window_at_answering ||
         expect == ExpectedContent::window_from_first;
}

std::int64_t partner_of(const Facts& f) {
  return sonde::partner_of(f.rank, f.ranks, f.pair_distance);
}
std::int64_t left_of(const Facts& f) {
  return (f.rank + f.ranks - f.chain_step) % f.ranks;
}
std::int64_t right_of(const Facts& f) {
  return (f.rank + f.chain_step) % f.ranks;
}

/// The number that block d on a grid bears. Where one rank is the neighbour on both sides, its two blocks are alike:
/// libraries differ in which of them comes first (MPICH 4.0.2 changes their order in MPI_Neighbor_alltoall alone).
std::int64_t grid_block(const Facts& f, std::int64_t d) {
  return f.neighbours[d] == f.neighbours[d ^ 1] ? d & ~std::int64_t{1} : d;
}

/// Who sends what this thread receives from a rank: the thread of the same number.
std::int64_t sender(const Facts& f, std::int64_t rank) {
  return rank * f.threads + f.thread;
}

Summands summands(const Facts& f) {
  return Summands(f.type, f.ranks, f.generation * f.threads + f.thread);
}

/// The first element of a received buffer within the whole vector that was reduced.
std::int64_t first_reduced(ExpectedContent expect, const Facts& f) {
  if (expect == ExpectedContent::reduced_block) return f.rank * (f.bytes / size_of(f.type));
  if (expect != ExpectedContent::reduced_scattered) return 0;
  return share_offset(f.bytes / size_of(f.type), f.ranks, f.rank);
}

void reduced_bytes(ExpectedContent expect, const Facts& f, std::int64_t from, Bytes out) {
  const auto sums = summands(f);
  if (expect == ExpectedContent::reduced_locally)
    return fill_elements(f.type, from / size_of(f.type), out,
                         [&](std::int64_t i) { return sums.before(i) + sums.contribution(f.rank, i); });
  if (expect == ExpectedContent::summed_up_to || expect == ExpectedContent::summed_before) {
    const int ranks = f.rank + (expect == ExpectedContent::summed_up_to ? 1 : 0);
    return fill_elements(f.type, from / size_of(f.type), out,
                         [&](std::int64_t i) { return sums.sum_of_first(ranks, i); });
  }
  const auto first = first_reduced(expect, f) + from / size_of(f.type);
  fill_elements(f.type, first, out, [&](std::int64_t i) { return sums.sum(i); });
}

/// The length of a block: of a message, or of a partition of it.
std::int64_t block_bytes(const Facts& f) {
  return f.bytes / f.partitions;
}

/// A part of what is received: `bytes` of a stretch.
struct Part {
  Stretch stretch;
  std::int64_t bytes = 0;
};

std::int64_t part_count(ExpectedContent expect, const Facts& f) {
  using enum ExpectedContent;
  if (expect == from_peer) return f.partitions;
  if (expect == from_neighbours) return 2;
  if (expect == from_grid_neighbours || expect == from_grid_blocks || expect == from_grid_ranks)
    return f.directions;
  if (is_window(expect)) return f.in_flight;
  if (expect == from_all_others) return f.ranks - 1;
  if (expect == windows_from_others) return std::int64_t{f.ranks - 1} * f.in_flight;
  const bool whole_file = expect == file_written && f.view != FileView::own;
  return expect == gathered || expect == gathered_at_root || expect == transposed || whole_file ? f.ranks : 1;
}

std::int64_t file_share(const Facts& f, std::int64_t rank) {
  return share(f.bytes, f.ranks, static_cast<int>(rank));
}

Part part(ExpectedContent expect, const Facts& f, std::int64_t index) {
  const auto g = f.generation;
  switch (expect) {
    case ExpectedContent::from_peer:
      return {{f.rank ^ 1, index, g}, block_bytes(f)};
    case ExpectedContent::from_left:
    case ExpectedContent::from_left_in_place:
      return {{sender(f, left_of(f)), 0, g}, f.bytes};
    case ExpectedContent::from_drawn_sender:
    case ExpectedContent::from_drawn_partner:
    case ExpectedContent::from_drawn_ring:
    case ExpectedContent::from_flow:
      return {{drawn_sender(expect, f), 0, g}, f.bytes};
    case ExpectedContent::from_first:
      return {{0, 0, g}, f.bytes};
    case ExpectedContent::from_all_others:
      return {{index + 1, 0, g}, f.bytes};
    case ExpectedContent::from_grid_neighbours:
      return {{f.neighbours[index], index ^ 1, g}, f.bytes};
    case ExpectedContent::from_grid_blocks:
      return {{f.neighbours[index], grid_block(f, index), g}, f.bytes};
    case ExpectedContent::from_grid_ranks:
      return {{f.neighbours[index], 0, g}, f.bytes};
    case ExpectedContent::from_neighbours:
      return index == 0 ? Part{{sender(f, left_of(f)), 0, g}, f.bytes}
                        : Part{{sender(f, right_of(f)), 1, g}, f.bytes};
    case ExpectedContent::window_from_partner:
    case ExpectedContent::window_at_answering:
      return {{sender(f, partner_of(f)), index, g}, f.bytes};
    case ExpectedContent::windows_from_others:
      return {{index / f.in_flight + 1, index % f.in_flight, g}, f.bytes};
    case ExpectedContent::window_from_first:
      return {{0, index, g}, f.bytes};
    case ExpectedContent::from_root:
      return {{sender(f, f.root), 0, g}, f.bytes};
    case ExpectedContent::scattered:
      return {{f.root, f.rank, g}, f.bytes};
    case ExpectedContent::gathered:
    case ExpectedContent::gathered_at_root:
      return {{index, 0, g}, f.bytes};
    case ExpectedContent::transposed:
      return {{index, f.rank, g}, f.bytes};
    case ExpectedContent::file_written: {
      const auto owner = f.view == FileView::own ? f.rank : index;
      return {{owner, f.section, g}, file_share(f, owner)};
    }
    default:
      return {};
  }
}

/// The stretch that a file holds before it is read: one for all ranks, by position.
Stretch file_stretch(const Facts& f) {
  return {-1, 0, f.generation};
}

void file_bytes(const Facts& f, std::int64_t position, Bytes out) {
  fill_stretch(TransferType::byte_type, file_stretch(f), position, out);
}

/// The bytes [from, from + out.size()) of what is expected, out of parts.
void part_bytes(ExpectedContent expect, const Facts& f, std::int64_t from, Bytes out) {
  std::int64_t begin = 0;
  auto count = part_count(expect, f);
  std::int64_t index = 0;
  if (expect != ExpectedContent::file_written && f.bytes > 0) {
    index = std::min(from / block_bytes(f), count - 1);
    begin = index * block_bytes(f);
  }
  for (; index < count && !out.empty(); ++index) {
    const auto p = part(expect, f, index);
    const auto inside = from - begin;
    begin += p.bytes;
    if (inside >= p.bytes) continue;
    const auto size = static_cast<std::size_t>(std::min<std::int64_t>(p.bytes - inside, std::ssize(out)));
    fill_stretch(f.type, p.stretch, inside, out.first(size));
    out = out.subspan(size);
    from += static_cast<std::int64_t>(size);
  }
}

void expected_bytes(ExpectedContent expect, const Facts& f, std::int64_t from, Bytes out) {
  if (is_reduction(expect)) return reduced_bytes(expect, f, from, out);
  if (expect == ExpectedContent::file_read) return file_bytes(f, f.position + from, out);
  part_bytes(expect, f, from, out);
}

/// Where in what is expected a buffer of `size` bytes begins: one that both neighbours' messages go into
/// holds the second.
std::int64_t start_of(ExpectedContent expect, const Facts& f, std::size_t size) {
  return expect == ExpectedContent::from_neighbours && static_cast<std::int64_t>(size) <= f.bytes ? f.bytes
                                                                                                  : 0;
}

constexpr std::size_t chunk = 4096;

/// Calls `use(at, content)` for successive pieces of the `size` bytes of a content that begin at `start`.
template <class Use>
void in_pieces(const Content& content, std::size_t size, std::int64_t start, Use use) {
  std::array<std::byte, chunk> memory{};
  for (std::size_t at = 0; at < size; at += chunk) {
    const auto piece = Bytes(memory).first(std::min(chunk, size - at));
    content(start + static_cast<std::int64_t>(at), piece);
    use(at, std::span<const std::byte>(piece));
  }
}

template <class Number>
std::string number_text(std::span<const std::byte> element) {
  Number number{};
  std::memcpy(&number, element.data(), sizeof number);
  return fmt::format("{}", number);
}

std::string element_text(TransferType type, std::span<const std::byte> element) {
  if (static_cast<std::int64_t>(element.size()) < size_of(type)) type = TransferType::byte_type;
  switch (type) {
    case TransferType::byte_type:
    case TransferType::char_type:
      return fmt::format("0x{:02x}", static_cast<unsigned>(element[0]));
    case TransferType::int_type:
      return number_text<std::int32_t>(element);
    case TransferType::float_type:
      return number_text<float>(element);
    case TransferType::double_type:
      return number_text<double>(element);
  }
  return {};
}

/// Counts the elements of a piece that differ and notes the first one.
void compare(const Facts& f, std::size_t from, std::span<const std::byte> want,
             std::span<const std::byte> got, Defect& defect) {
  if (std::ranges::equal(want, got)) return;
  const auto size = static_cast<std::size_t>(size_of(f.type));
  for (std::size_t at = 0; at < want.size(); at += size) {
    const auto length = std::min(size, want.size() - at);
    const auto w = want.subspan(at, length), g = got.subspan(at, length);
    if (std::ranges::equal(w, g)) continue;
    if (defect.wrong++ > 0) continue;
    defect.index = static_cast<std::int64_t>((from + at) / size);
    defect.got = element_text(f.type, g);
    defect.expected = element_text(f.type, w);
  }
}

std::string sentence(const Facts& f, const Defect& d, std::size_t bytes) {
  const auto size = static_cast<std::size_t>(size_of(f.type));
  return fmt::format(
      "rank {} of {}{}, {} bytes: {} of {} elements wrong, the first at index {}: got {}, expected {}",
      f.rank, f.ranks, f.threads > 1 ? fmt::format(", thread {}", f.thread) : "", f.bytes, d.wrong,
      (bytes + size - 1) / size, d.index, d.got, d.expected);
}

}  // namespace

void fill_send(ExpectedContent expect, const Facts& f, Bytes send) {
  using enum ExpectedContent;
  if (is_reduction(expect)) {
    const auto sums = summands(f);
    fill_elements(f.type, 0, send, [&](std::int64_t i) { return sums.contribution(f.rank, i); });
    return;
  }
  const bool in_place_receiver = expect == from_root && f.rank != f.root;
  if (in_place_receiver) return spoil(expect, f, send);
  if (f.bytes == 0) return;
  const bool sections = expect == file_written;
  const auto slot = sections ? std::max<std::int64_t>(1, std::ssize(send)) : block_bytes(f);
  std::int64_t block = sections ? f.section : 0;
  for (std::int64_t from = 0; from < std::ssize(send); from += slot, ++block) {
    const auto size = std::min(slot, std::ssize(send) - from);
    const auto number = expect == from_grid_blocks ? grid_block(f, block) : block;
    fill_stretch(f.type, {sender(f, f.rank), number, f.generation}, 0,
                 send.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size)));
  }
}

void fill_file(const Facts& f, Bytes part) {
  file_bytes(f, f.position, part);
}

void expected(ExpectedContent expect, const Facts& f, Bytes out) {
  expected_bytes(expect, f, start_of(expect, f, out.size()), out);
}

void spoil(ExpectedContent expect, const Facts& f, Bytes received) {
  if (expect == ExpectedContent::reduced_locally)
    return fill_elements(f.type, 0, received,
                         [sums = summands(f)](std::int64_t i) { return sums.before(i); });
  expected(expect, f, received);
  for (auto& byte : received) byte = ~byte;
}

int drawn_sender(ExpectedContent expect, const Facts& f) {
  if (expect == ExpectedContent::from_flow)
    return f.flows.ends_of(static_cast<int>(f.rank), f.repetition).from;
  if (expect == ExpectedContent::from_drawn_ring)
    return drawn_neighbours(f.seed, f.ranks, static_cast<int>(f.rank), f.repetition).before;
  int sender = -1;
  for (int draw = 0; draw < f.ranks; ++draw) {
    const auto [first, second] = drawn_pair(f.seed, f.ranks, f.repetition, draw);
    if (second == f.rank) sender = first;
    if (first == f.rank && expect == ExpectedContent::from_drawn_partner) sender = second;
  }
  return sender;
}

Defect verify(const Content& content, const Facts& f, std::span<const std::byte> received, std::int64_t start,
              std::int64_t from) {
  Defect defect;
  in_pieces(content, received.size(), start + from, [&](std::size_t at, std::span<const std::byte> want) {
    compare(f, static_cast<std::size_t>(from) + at, want, received.subspan(at, want.size()), defect);
  });
  if (defect.found()) defect.text = sentence(f, defect, received.size());
  return defect;
}

Defect verify(ExpectedContent expect, const Facts& f, std::span<const std::byte> received,
              std::int64_t from) {
  if (expect == ExpectedContent::nothing || received.empty()) return {};
  const auto content = [&](std::int64_t at, Bytes out) { expected_bytes(expect, f, at, out); };
  return verify(content, f, received, start_of(expect, f, received.size()), from);
}

}  // namespace sonde::check
