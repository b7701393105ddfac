// What a comparison says, in one sentence: the same wherever it is said.
#pragma once
#include <string>

namespace sonde::analysis {

struct Comparison;

/// "24 of 3461 cases slower: Allreduce, 64 to 512 processes, 8 KiB to 256 KiB: 1.57 [1.49, 1.72]": what
/// failed or is proven, by groups of neighbours, those that matter most by name; how many else; and what was
/// left out, by benchmark. No end of a sentence.
[[nodiscard]] std::string headline(const Comparison& comparison);

/// "3 only in base (Bcast 2, Gather 1), 1 not compared (Links 1)"; empty where all was compared.
[[nodiscard]] std::string left_out_text(const Comparison& comparison);

}  // namespace sonde::analysis
