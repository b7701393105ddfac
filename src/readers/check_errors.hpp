// What programs say of data that arrived wrong.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::readers {

struct CheckError {
  std::string_view benchmark;  ///< empty where the line does not name it
  std::int64_t bytes = 0;
};

/// "15: Error Reduce_scatter,size = 4,sample #0" of the IMB family with -DCHECK, and "DATA VALIDATION ERROR:
/// ... on message size 16." of OSU with -c.
[[nodiscard]] std::optional<CheckError> check_error(std::string_view line);

}  // namespace sonde::readers
