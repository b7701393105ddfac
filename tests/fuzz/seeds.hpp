// Whole inputs of every format that a reader of ours takes, short, for faults to be planted in.
#pragma once
#include <string>
#include <vector>

namespace sonde::testing {

enum class Reader { records, rates, plan, journal };

struct Seed {
  Reader reader = Reader::records;
  std::string name;
  std::string text;
};

[[nodiscard]] std::vector<Seed> fuzz_seeds();

}  // namespace sonde::testing
