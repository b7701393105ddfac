#include "check/content.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "base/contract.hpp"

namespace sonde::check {

namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

/// A bijection of 64 bits whose output bits all depend on all input bits (splitmix64's finaliser).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr std::uint64_t key(const Stretch& s) {
  auto k = mix(static_cast<std::uint64_t>(s.sender) + golden);
  k = mix(k ^ (static_cast<std::uint64_t>(s.block) * 3 + 1));
  return mix(k ^ (static_cast<std::uint64_t>(s.generation) * 5 + 2));
}

constexpr std::uint64_t word(std::uint64_t k, std::int64_t i) {
  return mix(k + static_cast<std::uint64_t>(i) * golden);
}

std::byte first_byte_of(const Stretch& s) {
  return static_cast<std::byte>((s.sender + 17 * s.block + 59 * s.generation + 0x5a) & 0xff);
}

void fill_raw(const Stretch& stretch, std::int64_t first_byte, std::span<std::byte> out) {
  const auto k = key(stretch);
  std::size_t done = 0;
  while (done < out.size()) {
    const auto position = first_byte + static_cast<std::int64_t>(done);
    const auto inside = static_cast<std::size_t>(position % 8);
    const auto w = word(k, position / 8);
    const auto count = std::min(out.size() - done, 8 - inside);
    std::memcpy(out.data() + done, reinterpret_cast<const std::byte*>(&w) + inside, count);
    done += count;
  }
  if (first_byte == 0 && !out.empty()) out[0] = first_byte_of(stretch);
}

template <class Number, int Shift>
void fill_numbers(const Stretch& stretch, std::int64_t first_byte, std::span<std::byte> out) {
  const auto k = key(stretch);
  const auto first = first_byte / static_cast<std::int64_t>(sizeof(Number));
  for (std::size_t at = 0, i = 0; at < out.size(); at += sizeof(Number), ++i) {
    const auto number = static_cast<Number>(word(k, first + static_cast<std::int64_t>(i)) >> Shift);
    std::memcpy(out.data() + at, &number, std::min(sizeof(Number), out.size() - at));
  }
}

/// Up to where sums of whole numbers are exact: within the type.
constexpr std::int64_t largest_exact(TransferType type) {
  if (size_of(type) == 1) return 127;
  return type == TransferType::float_type ? (std::int64_t{1} << 24) - 1 : (std::int64_t{1} << 31) - 1;
}

/// The sum of (s / place) % base over s below `ranks`.
constexpr std::int64_t digit_sum(std::int64_t ranks, std::int64_t base, std::int64_t place) {
  const std::int64_t rest = ranks % (base * place), last = rest / place;
  const std::int64_t whole = ranks / (base * place) * place * (base * (base - 1) / 2);
  return whole + place * (last * (last - 1) / 2) + rest % place * last;
}

/// Hands blocks of elements to `make`(i of the block's first element, block) and stores them. Blocks keep the
/// loops over them free of aliasing and of 64-bit conversions, so that the compiler vectorises them: buffers
/// are large.
template <class Number, class Make>
void fill_blocks(std::int64_t first, std::span<std::byte> out, const Make& make) {
  std::array<Number, 1024> block;
  const auto elements = static_cast<std::int64_t>(out.size() / sizeof(Number));
  for (std::int64_t done = 0; done < elements; done += std::ssize(block)) {
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(std::ssize(block), elements - done));
    make(first + done, block);
    std::memcpy(out.data() + static_cast<std::size_t>(done) * sizeof(Number), block.data(),
                count * sizeof(Number));
  }
}

void fill_reals(int rank, std::int64_t first, std::span<std::byte> out) {
  const auto base = static_cast<float>(0.1 * (rank + 1));
  fill_blocks<float>(first, out, [base](std::int64_t begin, auto& block) {
    if (begin > std::numeric_limits<std::int32_t>::max() - std::ssize(block)) {
      for (float& real : block) real = base + static_cast<float>(begin++);
      return;
    }
    const auto at = static_cast<std::int32_t>(begin);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(block.size()); ++i)
      block[static_cast<std::size_t>(i)] = base + static_cast<float>(at + i);
  });
}

void fill_wholes(int rank, std::int64_t first, std::span<std::byte> out) {
  constexpr std::int64_t modulus = 10000000;
  fill_blocks<std::int32_t>(first, out, [rank](std::int64_t begin, auto& block) {
    auto i = static_cast<std::uint32_t>(begin % modulus);
    for (std::int32_t& whole : block) {
      whole = static_cast<std::int32_t>(static_cast<std::uint32_t>(modulus * (1 + rank)) + i);
      i = i + 1 == modulus ? 0 : i + 1;
    }
  });
}

}  // namespace

void fill_stretch(TransferType type, const Stretch& stretch, std::int64_t first_byte,
                  std::span<std::byte> out) {
  EXPECTS(first_byte % size_of(type) == 0);
  if (type == TransferType::float_type) return fill_numbers<float, 40>(stretch, first_byte, out);
  if (type == TransferType::double_type) return fill_numbers<double, 11>(stretch, first_byte, out);
  fill_raw(stretch, first_byte, out);
}

Summands::Summands(TransferType type, int ranks, std::int64_t generation, std::int64_t times)
    : ranks_(ranks), generation_(generation), times_(times) {
  EXPECTS(ranks >= 1 && times >= 1 && generation >= 0);
  const std::int64_t largest = largest_exact(type);
  const std::int64_t least_weights = size_of(type) == 1 ? 4 : 1;  // few numbers must do for all elements
  const auto exact = [&] { return largest_total() <= (largest / least_weights - 1) / times; };
  for (choose_digits(); base_ > 1 && !exact(); choose_digits()) base_ /= 2;
  while (!exact() && stride_ < ranks) ++stride_;
  weights_ = std::clamp<std::int64_t>(largest / (largest_total() * times + 1), 1, 64);
}

void Summands::choose_digits() {
  digits_.clear();
  std::int64_t place = 1;
  do {
    digits_.push_back({place, ranks_ + digit_sum(ranks_, base_, place)});
    place *= base_;
  } while (base_ > 1 && place < ranks_);
}

std::int64_t Summands::largest_total() const {
  if (stride_ > 1) return (ranks_ + stride_ - 1) / stride_;
  return std::ranges::max(digits_, {}, &Digit::total).total;
}

const Summands::Digit& Summands::digit_of(std::int64_t element) const {
  if (digits_.size() == 1) return digits_.front();
  return digits_[static_cast<std::size_t>(element + generation_) % digits_.size()];
}

std::int64_t Summands::weight(std::int64_t element) const {
  const auto g = static_cast<std::uint64_t>(generation_);
  const auto spread = element == 0 ? g : mix(mix(g + 7) + static_cast<std::uint64_t>(element) * golden);
  return 1 + static_cast<std::int64_t>(spread % static_cast<std::uint64_t>(weights_));
}

std::int64_t Summands::contribution(int rank, std::int64_t element) const {
  if (stride_ > 1 && (rank + shift(element)) % stride_ != 0) return 0;
  return weight(element) * (1 + rank / digit_of(element).place % base_);
}

std::int64_t Summands::sum(std::int64_t element) const {
  if (stride_ == 1) return weight(element) * digit_of(element).total * times_;
  return sum_of_first(ranks_, element);
}

std::int64_t Summands::sum_of_first(int ranks, std::int64_t element) const {
  if (stride_ == 1)
    return weight(element) * (ranks + digit_sum(ranks, base_, digit_of(element).place)) * times_;
  const std::int64_t first = (stride_ - shift(element)) % stride_;
  const std::int64_t adding = first < ranks ? (ranks - 1 - first) / stride_ + 1 : 0;
  return weight(element) * adding * times_;
}

std::int64_t Summands::before(std::int64_t element) const {
  return static_cast<std::int64_t>(mix(static_cast<std::uint64_t>(element) + golden) %
                                   static_cast<std::uint64_t>(weights_)) +
         1;
}

void fill_guide(Suite suite, int rank, std::int64_t first_byte, std::span<std::byte> out) {
  EXPECTS(first_byte % 4 == 0);
  const std::int64_t first = first_byte / 4;
  std::ranges::fill(out.last(out.size() % 4), std::byte{0});
  if (facts_of(suite).files)
    fill_wholes(rank, first, out);
  else
    fill_reals(rank, first, out);
}

}  // namespace sonde::check
