// The kinds of warnings about a run and its cases: their letters in the column `flags`, and how a sentence of
// each is known again.
#pragma once
#include <string_view>

namespace sonde::record {

/// 0 where the kind has none: it is about where ranks stand, or not known.
[[nodiscard]] char warning_letter(std::string_view kind);
/// "" where no kind has this letter.
[[nodiscard]] std::string_view warning_kind_of(char letter);
/// The kind that a sentence of record/warnings.hpp is of; "" where none is known.
[[nodiscard]] std::string_view warning_kind_of(std::string_view sentence);

}  // namespace sonde::record
