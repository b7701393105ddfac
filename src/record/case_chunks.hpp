// Cases while their number is unknown: a single list holds them twice when it grows.
#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "record/record.hpp"

namespace sonde::record {

class CaseChunks {
 public:
  void add(CaseRecord&& record) {
    if (size_ == chunks_.size() * length) chunks_.emplace_back();
    chunks_.back().push_back(std::move(record));
    ++size_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  CaseRecord& operator[](std::size_t place) { return chunks_[place / length][place % length]; }

  /// All of them in one list; none is left here.
  std::vector<CaseRecord> take() {
    std::vector<CaseRecord> all;
    all.reserve(size_);
    for (auto& chunk : std::exchange(chunks_, {})) {
      std::ranges::move(chunk, std::back_inserter(all));
      std::vector<CaseRecord>().swap(chunk);  // its memory is needed for what `all` still gets
    }
    size_ = 0;
    return all;
  }

 private:
  static constexpr std::size_t length = 4096;
  std::vector<std::vector<CaseRecord>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace sonde::record
