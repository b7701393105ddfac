#include "readers/nccl_case.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "record/variant.hpp"

namespace sonde::readers {

namespace {

constexpr double megabytes_of_gigabyte = 1000;

}  // namespace

record::Run nccl_run(record::Format format) {
  record::Run run;
  run.format = format;
  run.header.megabyte = decimal_megabyte;
  run.header.program = unnamed_nccl;
  run.header.conventions = "nccl-tests";
  return run;
}

void set_nccl_program(record::Header& header, std::string_view path) {
  if (const auto name = path.substr(path.find_last_of('/') + 1); !name.empty()) header.program = name;
}

std::string nccl_library(int code) {
  const int major = code < 10000 ? 1000 : 10000;
  return fmt::format("NCCL {}.{}.{}", code / major, code % major / 100, code % 100);
}

void set_nccl_ranks(record::CaseId& id, std::size_t ranks, std::size_t groups) {
  const bool even = groups > 0 && ranks % groups == 0;
  id.groups = even ? static_cast<int>(groups) : 1;
  id.processes = static_cast<int>(even ? ranks / groups : ranks);
}

record::CaseRecord nccl_case(const record::CaseId& id, const NcclSize& size, const NcclResult& result) {
  record::CaseRecord record;
  record.id = id;
  record.id.mode = result.mode;
  record.id.bytes = size.bytes;
  record::set_variant(record.id.variant, "datatype", size.type);
  if (size.operation != "none") record::set_variant(record.id.variant, "operation", size.operation);
  if (size.root.value_or(-1) >= 0) record::set_variant(record.id.variant, "root", std::to_string(*size.root));
  const double seconds = result.microseconds.value_or(0) * micro;
  record.times = record::Times{seconds, seconds, seconds};
  if (result.busbw) record.megabytes_per_second = *result.busbw * megabytes_of_gigabyte;
  if (result.algbw) record.extra["algbw[GB/s]"] = *result.algbw;
  record.defects = result.wrong;
  return record;
}

}  // namespace sonde::readers
