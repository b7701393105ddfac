// The text of nccl-tests: a head that lists devices, then a table with the results of both ways to call a
// collective, out of place and in place.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"
#include "record/runs.hpp"

namespace sonde::readers {

struct NcclSize;

class NcclText {
 public:
  explicit NcclText(record::Runs& runs) : runs_(runs) {}

  /// True where the line opens a head or a table of this suite.
  [[nodiscard]] static bool is_title(std::string_view line);
  /// What stands above the title: a command may name the program.
  void before_title(std::string_view line);
  Result<void> line(std::string_view text);
  /// Notes what all lines together tell: rows that were left out, errors that no row shows.
  static void complete(record::Run& run);

 private:
  /// The columns of one way to call: where they begin, and how many they are.
  struct Block {
    std::size_t from = 0, size = 0;
    std::string_view mode;
  };
  Result<void> begin();
  Result<void> comment(std::string_view text);
  Result<void> heading(const std::vector<std::string_view>& names);
  void name(std::string_view program);
  void versions(const std::vector<std::string_view>& parts);
  void settings(const std::vector<std::string_view>& parts);
  void device(const std::vector<std::string_view>& parts);
  Result<void> row(std::string_view text, const std::vector<std::string_view>& parts);
  Result<void> result(std::string_view text, const std::vector<std::string_view>& parts, const NcclSize& size,
                      const Block& block);

  record::Runs& runs_;
  record::CaseId id_;
  std::string program_;    ///< named above the title
  bool in_head_ = false;   ///< a run has begun, and no row of it has come
  bool open_ = false;      ///< a run has begun
  bool repeated_ = false;  ///< a rank stands in the head more than once
  std::int64_t repetitions_ = 0;
  std::set<int> ranks_;
  std::set<int> groups_;
  std::vector<std::string> columns_;
  std::vector<Block> blocks_;
};

}  // namespace sonde::readers
