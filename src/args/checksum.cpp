#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "args/parse.hpp"

namespace sonde {

namespace {

/// FNV-1a over the fields; every text and list is preceded by its length.
struct Hash {
  std::uint64_t value = 14695981039346656037ull;

  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) value = (value ^ ((word >> (8 * byte)) & 0xff)) * 1099511628211ull;
  }
  template <class T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
  void add(T number) { add(static_cast<std::uint64_t>(number)); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const std::string& text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  void add(const Grid& grid) { add(grid.rows), add(grid.columns); }
  void add(const OffCache& cache) { add(cache.megabytes), add(cache.line_bytes); }
  void add(const Iterations& counts) {
    add(counts.per_sample), add(counts.overall_bytes), add(counts.nonaggregate);
  }
  void add(const std::pair<std::string, std::string>& pair) { add(pair.first), add(pair.second); }
  template <class T>
  void add(const std::optional<T>& maybe) {
    add(std::uint64_t{maybe.has_value()});
    if (maybe) add(*maybe);
  }
  template <class T>
  void add(const std::vector<T>& list) {
    add(std::uint64_t{list.size()});
    for (const T& item : list) add(item);
  }
  template <class... Fields>
  void all(const Fields&... fields) {
    (add(fields), ...);
  }
};

}  // namespace

// The names are those of the fields in their order: a field that is added to Settings does not compile until
// it is added here.
std::uint64_t checksum(const Settings& settings) {
  const auto& [suite, profile, program, command_line, benchmarks, npmin, multi, map, lengths, min_log,
               max_log, zero_size, modes, iterations, iter_policy, seconds_per_sample, budget_seconds,
               precision, warm_up, warm_up_calls, msg_pause, start, barriers, sync_calls, imb_barrier,
               root_shift, off_cache, mem_gib, data_type, red_data_type, contig_type, thread_level, info,
               path, file_name, keep_files, cold, cpu_seconds, cpu_match, check, dry_run, verbose,
               extra_columns, all_samples, megabyte, json_path, csv_path, append, resume] = settings;
  Hash hash;
  hash.all(suite, profile, program, command_line, benchmarks, npmin, multi, map, lengths, min_log, max_log,
           zero_size, modes, iterations, iter_policy, seconds_per_sample, budget_seconds, precision, warm_up,
           warm_up_calls, msg_pause, start, barriers, sync_calls, imb_barrier, root_shift, off_cache, mem_gib,
           data_type, red_data_type, contig_type, thread_level, info, path, file_name, keep_files, cold,
           cpu_seconds, cpu_match, check, dry_run, verbose, extra_columns, all_samples, megabyte, json_path,
           csv_path, append, resume);
  return hash.value;
}

}  // namespace sonde
