// The world ranks of a case, which many cases have alike: lists that are copied share their numbers.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace sonde::record {

/// A list of ranks that is read like a vector. A copy costs nothing; a change makes the list its own again.
class RankList {
 public:
  using value_type = int;
  using const_iterator = std::vector<int>::const_iterator;
  using iterator = const_iterator;

  RankList() = default;
  RankList(std::vector<int> ranks)  // NOLINT(google-explicit-constructor): it is one
      : ranks_(ranks.empty() ? nullptr : std::make_shared<const std::vector<int>>(std::move(ranks))) {}
  RankList(std::initializer_list<int> ranks) : RankList(std::vector<int>(ranks)) {}

  [[nodiscard]] const std::vector<int>& list() const {
    static const std::vector<int> none;
    return ranks_ ? *ranks_ : none;
  }
  [[nodiscard]] const_iterator begin() const { return list().begin(); }
  [[nodiscard]] const_iterator end() const { return list().end(); }
  [[nodiscard]] std::size_t size() const { return list().size(); }
  [[nodiscard]] bool empty() const { return ranks_ == nullptr; }
  [[nodiscard]] int operator[](std::size_t place) const { return list()[place]; }

  /// Whether another list shares its numbers.
  [[nodiscard]] bool shared() const { return ranks_.use_count() > 1; }

  void clear() { ranks_.reset(); }
  void push_back(int rank) {
    std::vector<int> longer = list();
    longer.push_back(rank);
    *this = std::move(longer);
  }

  friend bool operator==(const RankList& a, const RankList& b) { return a.list() == b.list(); }

 private:
  std::shared_ptr<const std::vector<int>> ranks_;  ///< none: no rank
};

}  // namespace sonde::record
