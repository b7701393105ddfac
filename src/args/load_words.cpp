#include "args/load_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "args/setters.hpp"
#include "args/values.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde {

namespace {

constexpr std::int64_t longest_message = std::int64_t{1} << 30;
constexpr double usual_seconds = 10, longest_load = 1e6;

using enum LoadKind;
constexpr auto kinds = setters::in_order<LoadKind>(
    {"alltoall", "incast", "put_incast", "get_outcast", "shift", "stream", "fileio"});

Result<double> share_of(std::string_view text) {
  auto share = positive_number(text, 1);
  if (share && *share < 1) return share;
  return failure(fmt::format("the share {} of the processes is not above 0 and below 1", quoted(text)));
}

Result<std::int64_t> size_of(std::string_view text) {
  auto bytes = parse_bytes(text);
  if (!bytes || (*bytes >= 1 && *bytes <= longest_message)) return bytes;
  return failure(fmt::format("a message of {} is not of 1 to {} bytes", quoted(text), longest_message));
}

/// "only" or "only,KIND".
bool is_alone(std::string_view words) {
  return same_word(words.substr(0, words.find(',')), "only");
}

Result<LoadKind> kind_of(std::string_view words) {
  if (!is_alone(words))
    return setters::meaning_of<kinds>(words).map_error(
        [](const Error& error) { return Error{error.message + ", or only"}; });
  const auto comma = words.find(',');
  return comma == std::string_view::npos ? alltoall : setters::meaning_of<kinds>(words.substr(comma + 1));
}

}  // namespace

namespace setters {

Result<void> load(Draft& draft, std::string_view value) {
  const auto colon = value.find(':');
  const auto words = value.substr(0, colon);
  const auto kind = kind_of(words);
  if (!kind) return tl::unexpected(kind.error());
  const bool alone = is_alone(words);
  Load made{.kind = *kind, .bytes = usual_bytes(*kind), .alone_seconds = alone ? usual_seconds : 0};
  if (colon != std::string_view::npos) {
    const auto numbers = value.substr(colon + 1);
    const auto comma = numbers.find(',');
    const auto first = numbers.substr(0, comma);
    const auto amount = alone ? duration(first, longest_load) : share_of(first);
    if (!amount) return tl::unexpected(amount.error());
    (alone ? made.alone_seconds : made.share) = *amount;
    if (comma != std::string_view::npos) {
      const auto bytes = size_of(numbers.substr(comma + 1));
      if (!bytes) return tl::unexpected(bytes.error());
      made.bytes = *bytes;
    }
  }
  draft.settings.load = made;
  return {};
}

}  // namespace setters

std::string_view word_of(LoadKind kind) {
  return std::ranges::find(kinds, kind, &setters::Words<LoadKind>::second)->first;
}

std::string text_of(const Load& load) {
  if (load.alone_seconds > 0)
    return fmt::format("only,{}:{:.12g},{}", word_of(load.kind), load.alone_seconds, load.bytes);
  return fmt::format("{}:{:.12g},{}", word_of(load.kind), load.share, load.bytes);
}

}  // namespace sonde
