// Cases for tests of what reads records.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::test {

inline record::CaseRecord make_case(const std::string& benchmark, std::int64_t bytes, double seconds) {
  record::CaseRecord c;
  c.id.benchmark = benchmark;
  c.id.processes = 2;
  c.id.bytes = bytes;
  c.times = record::Times{seconds, seconds, seconds};
  return c;
}

inline record::CaseRecord with_rate(record::CaseRecord c, double megabytes_per_second) {
  c.megabytes_per_second = megabytes_per_second;
  return c;
}

}  // namespace sonde::test
