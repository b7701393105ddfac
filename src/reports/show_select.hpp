// Which cases `sonde show` prints, and in which order.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"
#include "reports/show_columns.hpp"

namespace sonde::reports {

/// Values and closed ranges; an empty list takes everything.
struct Ranges {
  std::vector<std::pair<std::int64_t, std::int64_t>> parts;

  [[nodiscard]] bool contains(std::int64_t value) const;
};

/// "0,8,1k:64k" of -s: numbers with the suffixes k, M and G (2^10, 2^20, 2^30); a colon makes a range, whose
/// ends may be left out. An empty text takes everything.
[[nodiscard]] Result<Ranges> parse_lengths(std::string_view text);
/// The same of -p: numbers of processes, without suffixes.
[[nodiscard]] Result<Ranges> parse_processes(std::string_view text);

struct Selection {
  std::vector<std::string> benchmarks;  ///< as printed or without "Multi-", any case; empty: all
  Ranges bytes, processes;
  std::vector<std::string>
      sort;  ///< keys of columns, the first counts most; "-key" sorts downwards; empty: as measured
  Shown shown = Shown::usual;  ///< the columns that may be sorted by
};

/// Drops the other cases and sorts the rest; cases without the value stand last. An error where a benchmark
/// or a key is not known, with the nearest that is.
[[nodiscard]] Result<void> select(std::vector<record::Run>& runs, const Selection& selection);

}  // namespace sonde::reports
