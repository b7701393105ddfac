// Message lengths: which ones run, in whole elements.
#pragma once
#include <cstdint>
#include <vector>

#include "args/settings.hpp"
#include "base/share.hpp"
#include "catalog/benchmark.hpp"
#include "catalog/transfer_type.hpp"

namespace sonde {

/// The type of an element of the kind under -data_type and -red_data_type; `real32` is always a float.
[[nodiscard]] TransferType transfer_type(const Settings& settings, Element element);

/// Bytes of one element of the kind under -data_type and -red_data_type.
[[nodiscard]] std::int64_t element_bytes(const Settings& settings, Element element);

/// The lengths of a table in bytes, in the order they run: 0 and 2^min..2^max (guide 5.2.1), or the user's
/// own in the user's order. Rounded up to whole elements; lengths of the default sequence that become equal
/// run once. A benchmark without a length has the single entry 0, one of single elements the size of one.
[[nodiscard]] std::vector<std::int64_t> lengths_for(const Settings& settings, const Benchmark& benchmark);

/// `bytes` rounded up to a multiple of `unit`; the nearest multiple below where that exceeds 64 bits.
[[nodiscard]] std::int64_t round_up(std::int64_t bytes, std::int64_t unit);

}  // namespace sonde
