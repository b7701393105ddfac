#include "plan/lengths.hpp"

namespace sonde {

TransferType transfer_type(const Settings& settings, Element element) {
  if (element == Element::real32) return TransferType::float_type;
  if (element == Element::whole32) return TransferType::int_type;
  return element == Element::reduction ? settings.red_data_type : settings.data_type;
}

std::int64_t element_bytes(const Settings& settings, Element element) {
  return size_of(transfer_type(settings, element));
}

std::int64_t round_up(std::int64_t bytes, std::int64_t unit) {
  const std::int64_t over = bytes % unit;
  if (over == 0) return bytes;
  std::int64_t rounded = 0;
  if (__builtin_add_overflow(bytes, unit - over, &rounded)) return bytes - over;
  return rounded;
}

std::vector<std::int64_t> lengths_for(const Settings& settings, const Benchmark& benchmark) {
  if (!benchmark.sized()) return {0};
  const std::int64_t unit = element_bytes(settings, benchmark.message.element);
  if (benchmark.single_element()) return {unit};
  if (benchmark.usual_bytes >= 0 && !settings.lengths_said) return {round_up(benchmark.usual_bytes, unit)};
  std::vector<std::int64_t> lengths;
  if (!settings.lengths.empty()) {
    for (const auto bytes : settings.lengths) lengths.push_back(round_up(bytes, unit));
    return lengths;
  }
  if (!settings.counts.empty()) {
    for (const auto count : settings.counts) lengths.push_back(count * unit);
    return lengths;
  }
  if (settings.zero_size) lengths.push_back(0);
  for (int log = settings.min_log; log <= settings.max_log; ++log) {
    const auto bytes = round_up(std::int64_t{1} << log, unit);
    if (lengths.empty() || lengths.back() != bytes) lengths.push_back(bytes);
  }
  return lengths;
}

}  // namespace sonde
