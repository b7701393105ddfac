// The kinds of warnings about a run and its cases: how much they weigh, their letters in the column `flags`,
// and how a sentence of each is known again.
#pragma once
#include <string_view>

namespace sonde::record {

enum class Severity {
  problem,  ///< the times are of something else than the network
  caution,  ///< one number does not say what happened
  note,     ///< how far to trust the number, or what to do next time
};

/// Of a kind of warning (record/warnings.hpp); a kind that is not known is a caution.
[[nodiscard]] Severity severity_of(std::string_view kind);
[[nodiscard]] std::string_view to_word(Severity severity);

/// 0 where the kind has none: it is about where ranks stand, or not known.
[[nodiscard]] char warning_letter(std::string_view kind);
/// "" where no kind has this letter.
[[nodiscard]] std::string_view warning_kind_of(char letter);
/// The kind that a sentence of record/warnings.hpp is of; "" where none is known.
[[nodiscard]] std::string_view warning_kind_of(std::string_view sentence);

}  // namespace sonde::record
