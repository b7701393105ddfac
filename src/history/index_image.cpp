// The index as CBOR: [name of the format, version, digest, content]. The digest is of all bytes of the
// content, which is read only where it agrees.
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <tuple>
#include <variant>
#include <vector>

#include "base/fnv1a.hpp"
#include "history/index.hpp"
#include "record/json.hpp"

namespace sonde::history {
namespace {

using nlohmann::json;
using Bytes = json::binary_t::container_type;

/// CBOR of an array of four and of its first element, a text of 19 bytes.
constexpr std::string_view format_begin = "\x84\x73sonde history index";
// Any change of this format, or of how a launch is read, needs a new version; at most 23, which is one byte
// of CBOR.
constexpr char index_version =
    std::endian::native == std::endian::little ? 16 : 17;  // readings are as in memory
constexpr char number_of_8_bytes = 0x1b;
constexpr std::size_t digest_bytes = 8;

/// The head of one reading; the numbers that are there follow, in the order of their bits.
struct Piece {
  std::uint32_t number = 0;  ///< of its case, times 2, plus 1 where it failed
  std::uint32_t there = 0;   ///< a bit for each quantity
  std::uint32_t open = 0;    ///< the same where its rounding is not 0; these follow behind the numbers
};
static_assert(sizeof(Piece) == 12 && analysis::known_quantities <= 32);

std::string digest_of(std::string_view content) {
  const std::uint64_t digest = fnv1a(content);
  std::string out;
  for (std::size_t i = digest_bytes; i-- > 0;) out += static_cast<char>(digest >> (8 * i));
  return out;
}

/// The line of a case of which only the identity is known; nothing where it would not be read back as it is.
std::optional<std::string> line_of(const record::CaseId& id) {
  record::CaseRecord row;
  row.id = id;
  std::string line = record::to_json(row);
  const auto back = record::parse_line(line);
  const auto* read = back ? std::get_if<record::CaseRecord>(&*back) : nullptr;
  if (read == nullptr || read->id != id || read->id.benchmark != id.benchmark || read->id.mode != id.mode)
    return std::nullopt;
  return line;
}

/// Cases by number, so that each is written once.
class Cases {
 public:
  /// Nothing where the case cannot be kept.
  std::optional<std::uint32_t> number_of(const record::CaseId& id) {
    const auto [place, added] =
        numbers_.try_emplace({id.benchmark, id.mode, id}, static_cast<std::uint32_t>(lines_.size()));
    if (added) {
      const auto line = line_of(id);
      if (!line) return numbers_.erase(place), std::nullopt;
      lines_.push_back(*line);
    }
    return place->second;
  }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::map<std::tuple<std::string, std::string, record::CaseId>, std::uint32_t>
      numbers_;  // an id knows no letter case
  std::vector<std::string> lines_;
};

template <class Thing>
void add(Bytes& bytes, const Thing& thing) {
  const auto* from = reinterpret_cast<const std::uint8_t*>(&thing);
  bytes.insert(bytes.end(), from, from + sizeof(thing));
}

/// Reads one thing off the front of `bytes`; false where they end before.
template <class Thing>
bool read_thing(std::span<const std::uint8_t>& bytes, Thing& thing) {
  if (bytes.size() < sizeof(thing)) return false;
  std::memcpy(&thing, bytes.data(), sizeof(thing));
  bytes = bytes.subspan(sizeof(thing));
  return true;
}

/// A bit for each number that `there` wants.
template <class Numbers, class There>
std::uint32_t bits_of(const Numbers& numbers, const There& there) {
  std::uint32_t bits = 0;
  for (std::size_t q = 0; q < numbers.size(); ++q)
    if (there(numbers[q])) bits |= 1U << q;
  return bits;
}

template <class Numbers>
void add_those(Bytes& bytes, const Numbers& numbers, std::uint32_t which) {
  for (std::size_t q = 0; q < numbers.size(); ++q)
    if ((which >> q & 1U) != 0) add(bytes, numbers[q]);
}

template <class Numbers>
bool read_those(std::span<const std::uint8_t>& bytes, std::uint32_t which, Numbers& numbers) {
  for (std::size_t q = 0; q < numbers.size(); ++q)
    if ((which >> q & 1U) != 0 && !read_thing(bytes, numbers[q])) return false;
  return true;
}

std::optional<Bytes> packed(const std::vector<CaseReading>& readings, Cases& cases) {
  Bytes out;
  out.reserve(readings.size() * (sizeof(Piece) + 5 * sizeof(double)));
  for (const CaseReading& reading : readings) {
    const auto number = cases.number_of(reading.id);
    if (!number) return std::nullopt;
    const Piece piece{*number * 2 + (reading.failed ? 1 : 0),
                      bits_of(reading.of_quantity, [](double one) { return !std::isnan(one); }),
                      bits_of(reading.rounding, [](float one) { return one > 0; })};
    add(out, piece);
    add_those(out, reading.of_quantity, piece.there);
    add_those(out, reading.rounding, piece.open);
  }
  return out;
}

/// False where the bytes end too early or name a case that is not there.
bool unpack(std::span<const std::uint8_t> bytes, const std::vector<record::CaseId>& cases,
            std::vector<CaseReading>& out) {
  while (!bytes.empty()) {
    Piece piece;
    if (!read_thing(bytes, piece)) return false;
    const std::uint32_t number = piece.number / 2;
    if (number >= cases.size() || (piece.there | piece.open) >> analysis::known_quantities != 0) return false;
    CaseReading reading{cases[number], piece.number % 2 == 1};
    if (!read_those(bytes, piece.there, reading.of_quantity) ||
        !read_those(bytes, piece.open, reading.rounding))
      return false;
    out.push_back(std::move(reading));
  }
  return true;
}

/// Whether nothing in CBOR is nested deeper than our content: the decoder calls itself for each level.
class Shallow final : public json::json_sax_t {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= most; }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return ++depth_ <= most; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  static constexpr int most = 3;  ///< the content, its launches, one of them
  int depth_ = 0;
};

bool is_shallow(std::string_view content) {
  Shallow shallow;
  return json::sax_parse(content, &shallow, json::input_format_t::cbor);
}

/// Throws where the content is not of our shape.
KeptLaunches launches_in(const json& content) {
  std::vector<record::CaseId> cases;
  for (const auto& line : content.at("cases")) {
    const auto read = record::parse_line(line.get<std::string>());
    cases.push_back(std::get<record::CaseRecord>(read.value()).id);
  }
  KeptLaunches out;
  for (const auto& [name, one] : content.at("launches").items()) {
    CachedLaunch kept{{one.at("size"), one.at("modified"), one.at("changed")},
                      {one.at("program"), one.at("hosts"), {}}};
    if (!unpack(one.at("readings").get_binary(), cases, kept.launch.readings)) return {};
    out.emplace(name, std::move(kept));
  }
  return out;
}

}  // namespace

bool is_index(std::string_view image) {
  return image.empty() || image.starts_with(format_begin);
}

std::string index_image(const KeptLaunches& launches) {
  Cases cases;
  json kept_launches = json::object();
  for (const auto& [name, kept] : launches)
    if (auto readings = packed(kept.launch.readings, cases))
      kept_launches[name] = {
          {"size", kept.stamp.size},       {"modified", kept.stamp.modified},
          {"changed", kept.stamp.changed}, {"program", kept.launch.program},
          {"hosts", kept.launch.hosts},    {"readings", json::binary(std::move(*readings))}};
  std::string content;
  json::to_cbor({{"cases", cases.lines()}, {"launches", std::move(kept_launches)}}, content);
  return std::string(format_begin) + index_version + number_of_8_bytes + digest_of(content) + content;
}

KeptLaunches launches_of_index(std::string_view image) {
  if (!image.starts_with(format_begin)) return {};
  image.remove_prefix(format_begin.size());
  constexpr std::size_t head = 2 + digest_bytes;
  if (image.size() < head || image[0] != index_version || image[1] != number_of_8_bytes) return {};
  const std::string_view digest = image.substr(2, digest_bytes), content = image.substr(head);
  if (digest != digest_of(content) || !is_shallow(content)) return {};
  try {
    return launches_in(json::from_cbor(content));
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace sonde::history
