// Where records go. Sinks live on the first rank and are called between cases, never while a clock runs.
#pragma once
#include <string_view>

#include "plan/plan.hpp"
#include "record/record.hpp"

namespace sonde::sinks {

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void begin(const record::Header&) {}
  /// Comment lines for people, before a section.
  virtual void remark(std::string_view) {}
  virtual void section(const TableRun&) {}
  /// Before the cases of a message length, of which there are several under -multi 1.
  virtual void size(const TableRun&) {}
  virtual void add(const TableRun& section, const record::CaseRecord& result) = 0;
  /// A case that stands in the record since an earlier launch (-resume): shown, but not recorded again.
  virtual void recall(const TableRun&, const record::CaseRecord&) {}
  /// After every sink has shown the head of a section, or taken the cases of a message length.
  virtual void after_all() {}
  virtual void end(const record::Footer& footer) = 0;
};

}  // namespace sonde::sinks
