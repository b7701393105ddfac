#include "check/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/share.hpp"
#include "catalog/draws.hpp"
#include "check/content.hpp"
#include "check/whole_numbers.hpp"

namespace sonde::check {

namespace {

using Bytes = std::span<std::byte>;

bool is_reduction(ExpectedContent expect) {
  using enum ExpectedContent;
  return expect == reduced_at_root || expect == reduced || expect == reduced_scattered ||
         expect == reduced_block || expect == reduced_locally || expect == summed_up_to ||
         expect == summed_before;
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

/// The number that block d on a grid bears. Where one rank is the neighbour on both sides, its two blocks are
/// alike:
/// libraries differ in which of them comes first (MPICH 4.0.2 changes their order in MPI_Neighbor_alltoall
/// alone).
std::int64_t grid_block(const Facts& f, std::int64_t d) {
  return f.neighbours[d] == f.neighbours[d ^ 1] ? d & ~std::int64_t{1} : d;
}

/// The sending thread has the number of the receiving one.
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

std::int64_t file_share(const Facts& f, std::int64_t rank) {
  return share(f.bytes, f.ranks, static_cast<int>(rank));
}

Part message(const Facts& f, std::int64_t rank, std::int64_t block = 0) {
  return {{rank, block, f.generation}, f.bytes};
}

/// What is received in parts, each a block of one rank's buffer: how many there are, and part i of them.
struct Parts {
  ExpectedContent expect;
  std::int64_t (*count)(const Facts& f);
  Part (*part)(const Facts& f, std::int64_t i);
};

std::int64_t one(const Facts&) {
  return 1;
}
std::int64_t one_a_rank(const Facts& f) {
  return f.ranks;
}
std::int64_t one_a_direction(const Facts& f) {
  return f.directions;
}
std::int64_t window(const Facts& f) {
  return f.in_flight;
}
Part of_left(const Facts& f, std::int64_t) {
  return message(f, sender(f, left_of(f)));
}
template <ExpectedContent drawn>
Part of_drawn(const Facts& f, std::int64_t) {
  return message(f, drawn_sender(drawn, f));
}
Part of_partner(const Facts& f, std::int64_t i) {
  return message(f, sender(f, partner_of(f)), i);
}
Part of_each_rank(const Facts& f, std::int64_t i) {
  return message(f, i);
}
Part of_file(const Facts& f, std::int64_t i) {
  const auto owner = f.view == FileView::own ? f.rank : i;
  return {{owner, f.section, f.generation}, file_share(f, owner)};
}

constexpr auto all_parts = [] {
  using enum ExpectedContent;
  return std::to_array<Parts>({
      {from_peer, [](const Facts& f) { return f.partitions; },
       [](const Facts& f, std::int64_t i) {
         return Part{{f.rank ^ 1, i, f.generation}, block_bytes(f)};
       }},
      {from_left, one, of_left},
      {from_left_in_place, one, of_left},
      {from_drawn_sender, one, of_drawn<from_drawn_sender>},
      {from_drawn_partner, one, of_drawn<from_drawn_partner>},
      {from_drawn_ring, one, of_drawn<from_drawn_ring>},
      {from_flow, one, of_drawn<from_flow>},
      {from_first, one, [](const Facts& f, std::int64_t) { return message(f, 0); }},
      {from_all_others, [](const Facts& f) -> std::int64_t { return f.ranks - 1; },
       [](const Facts& f, std::int64_t i) { return message(f, i + 1); }},
      {from_grid_blocks, one_a_direction,
       [](const Facts& f, std::int64_t i) { return message(f, f.neighbours[i], grid_block(f, i)); }},
      {from_grid_ranks, one_a_direction,
       [](const Facts& f, std::int64_t i) { return message(f, f.neighbours[i]); }},
      {from_grid_neighbours, one_a_direction,
       [](const Facts& f, std::int64_t i) { return message(f, f.neighbours[i], i ^ 1); }},
      {from_neighbours, [](const Facts&) -> std::int64_t { return 2; },
       [](const Facts& f, std::int64_t i) {
         return message(f, sender(f, i == 0 ? left_of(f) : right_of(f)), i);
       }},
      {from_root, one, [](const Facts& f, std::int64_t) { return message(f, sender(f, f.root)); }},
      {scattered, one, [](const Facts& f, std::int64_t) { return message(f, f.root, f.rank); }},
      {gathered_at_root, one_a_rank, of_each_rank},
      {gathered, one_a_rank, of_each_rank},
      {transposed, one_a_rank, [](const Facts& f, std::int64_t i) { return message(f, i, f.rank); }},
      {window_from_partner, window, of_partner},
      {window_at_answering, window, of_partner},
      {windows_from_others, [](const Facts& f) { return (f.ranks - 1) * f.in_flight; },
       [](const Facts& f, std::int64_t i) { return message(f, i / f.in_flight + 1, i % f.in_flight); }},
      {window_from_first, window, [](const Facts& f, std::int64_t i) { return message(f, 0, i); }},
      {file_written, [](const Facts& f) -> std::int64_t { return f.view == FileView::own ? 1 : f.ranks; },
       of_file},
  });
}();

/// None where nothing arrives in parts.
const Parts* parts_of(ExpectedContent expect) {
  for (const Parts& parts : all_parts)
    if (parts.expect == expect) return &parts;
  return nullptr;
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
  const Parts* const parts = parts_of(expect);
  if (parts == nullptr) return;
  const auto count = parts->count(f);
  std::int64_t begin = 0, index = 0;
  if (expect != ExpectedContent::file_written && f.bytes > 0) {
    index = std::min(from / block_bytes(f), count - 1);
    begin = index * block_bytes(f);
  }
  for (; index < count && !out.empty(); ++index) {
    const auto p = parts->part(f, index);
    const auto inside = from - begin;
    begin += p.bytes;
    if (inside >= p.bytes) continue;
    const auto size = static_cast<std::size_t>(std::min<std::int64_t>(p.bytes - inside, std::ssize(out)));
    fill_stretch(f.type, p.stretch, inside, out.first(size));
    out = out.subspan(size);
    from += static_cast<std::int64_t>(size);
  }
}

/// Zeros at places of which nothing certain is known.
void own_bytes(const Facts& f, std::int64_t from, Bytes out) {
  while (!out.empty() && f.bytes > 0) {
    const auto inside = from % f.bytes;
    const auto part = out.first(static_cast<std::size_t>(std::min(f.bytes - inside, std::ssize(out))));
    const auto told = f.own->at(f, from / f.bytes);
    std::ranges::fill(part, std::byte{});
    if (!told.empty())
      std::ranges::copy(told.subspan(static_cast<std::size_t>(inside), part.size()), part.begin());
    out = out.subspan(part.size());
    from += std::ssize(part);
  }
}

/// Whether nothing certain is known of a byte.
bool uncertain(const Facts& f, std::int64_t byte) {
  return f.own != nullptr && f.own->at(f, byte / f.bytes).empty();
}

void expected_bytes(ExpectedContent expect, const Facts& f, std::int64_t from, Bytes out) {
  if (expect == ExpectedContent::plugin_says) return own_bytes(f, from, out);
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
    if (std::ranges::equal(w, g) || uncertain(f, static_cast<std::int64_t>(from + at))) continue;
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

Content sent(ExpectedContent expect, const Facts& f, std::int64_t bytes) {
  using enum ExpectedContent;
  if (is_reduction(expect))
    return [f, sums = summands(f)](std::int64_t from, Bytes out) {
      fill_elements(f.type, from / size_of(f.type), out,
                    [&](std::int64_t i) { return sums.contribution(f.rank, i); });
    };
  const bool in_place_receiver = expect == from_root && f.rank != f.root;
  if (in_place_receiver) return spoiled(expect, f, bytes);
  if (f.bytes == 0) return [](std::int64_t, Bytes) {};
  const bool sections = expect == file_written;
  const auto slot = sections ? std::max<std::int64_t>(1, bytes) : block_bytes(f);
  const std::int64_t first = sections ? f.section : 0;
  return [=](std::int64_t from, Bytes out) {
    while (!out.empty()) {
      const auto block = first + from / slot, inside = from % slot;
      const auto size = std::min(slot - inside, std::ssize(out));
      const auto number = expect == from_grid_blocks ? grid_block(f, block) : block;
      fill_stretch(f.type, {sender(f, f.rank), number, f.generation}, inside,
                   out.first(static_cast<std::size_t>(size)));
      out = out.subspan(static_cast<std::size_t>(size));
      from += size;
    }
  };
}

Content spoiled(ExpectedContent expect, const Facts& f, std::int64_t bytes) {
  if (expect == ExpectedContent::reduced_locally)
    return [f, sums = summands(f)](std::int64_t from, Bytes out) {
      fill_elements(f.type, from / size_of(f.type), out, [&](std::int64_t i) { return sums.before(i); });
    };
  return [=, start = start_of(expect, f, static_cast<std::size_t>(bytes))](std::int64_t from, Bytes out) {
    expected_bytes(expect, f, start + from, out);
    for (auto& byte : out) byte = ~byte;
  };
}

void fill_send(ExpectedContent expect, const Facts& f, Bytes send) {
  sent(expect, f, std::ssize(send))(0, send);
}

void fill_file(const Facts& f, Bytes part) {
  file_bytes(f, f.position, part);
}

void expected(ExpectedContent expect, const Facts& f, Bytes out) {
  expected_bytes(expect, f, start_of(expect, f, out.size()), out);
}

void spoil(ExpectedContent expect, const Facts& f, Bytes received) {
  spoiled(expect, f, std::ssize(received))(0, received);
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

ContentComparison::ContentComparison(Content content, const Facts& facts, std::int64_t bytes,
                                     std::int64_t start)
    : content_(std::move(content)), facts_(facts), bytes_(bytes), start_(start) {}

ContentComparison::ContentComparison(ExpectedContent expect, const Facts& facts, std::int64_t bytes)
    : ContentComparison(
          [expect, facts](std::int64_t at, Bytes out) { expected_bytes(expect, facts, at, out); }, facts,
          expect == ExpectedContent::nothing ? 0 : bytes,
          start_of(expect, facts, static_cast<std::size_t>(bytes))) {}

void ContentComparison::look(std::int64_t from, std::span<const std::byte> received) {
  if (bytes_ == 0) return;
  in_pieces(content_, received.size(), start_ + from, [&](std::size_t at, std::span<const std::byte> want) {
    compare(facts_, static_cast<std::size_t>(from) + at, want, received.subspan(at, want.size()), defect_);
  });
}

Defect ContentComparison::result() const {
  Defect all = defect_;
  if (all.found()) all.text = sentence(facts_, all, static_cast<std::size_t>(bytes_));
  return all;
}

Defect verify(const Content& content, const Facts& f, std::span<const std::byte> received) {
  ContentComparison comparison(content, f, std::ssize(received));
  comparison.look(0, received);
  return comparison.result();
}

Defect verify(ExpectedContent expect, const Facts& f, std::span<const std::byte> received,
              std::int64_t from) {
  ContentComparison comparison(expect, f, std::ssize(received));
  comparison.look(from, received);
  return comparison.result();
}

}  // namespace sonde::check
