// Which performance variables of the MPI library (MPI_T) -pvars takes, and what is made of two readings of
// one. Pure.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace sonde::library {

/// As MPI_T has them. Counters, aggregates and timers grow, and count by how much; of all others the value at
/// the end counts.
enum class VariableClass {
  state,
  level,
  size,
  percentage,
  high_watermark,
  low_watermark,
  counter,
  aggregate,
  timer,
  generic
};
[[nodiscard]] std::string_view to_word(VariableClass klass);
[[nodiscard]] bool grows(VariableClass klass);

enum class Binding { none, communicator, other };  ///< other: windows, files, requests, ...

struct VariableFacts {
  int index = -1;  ///< in this process
  std::string name;
  VariableClass klass = VariableClass::counter;
  Binding binding = Binding::none;
  bool number = true;
  bool continuous = false;  ///< always counts: may not be started
  bool readonly = false;    ///< may not be set back

  /// A name may stand for several variables of different classes.
  [[nodiscard]] bool same(const VariableFacts& other) const {
    return name == other.name && klass == other.klass;
  }
};

/// Those that match and can be read.
struct VariableChoice {
  std::vector<VariableFacts> chosen;
  int elsewhere = 0;   ///< left out: they belong to windows, files and the like
  int no_numbers = 0;  ///< left out: texts
  int unsafe = 0;      ///< left out: reading one ends the process
};

/// Where none can be read, a message that says what there is. `pattern` is a regular expression, found
/// anywhere in a name in small or capital letters.
[[nodiscard]] Result<VariableChoice> choose_variables(std::span<const VariableFacts> all,
                                                      const std::string& pattern);

/// Why a choice that has come to nothing cannot be measured.
[[nodiscard]] tl::unexpected<Error> nothing_left(const VariableChoice& choice, const std::string& pattern);

/// Comment lines about the choice: names, and how many are left out and why.
[[nodiscard]] std::string describe(const VariableChoice& choice);

/// The elements of a variable at one time, as the library writes them.
template <class Number>
using Elements = std::span<const Number>;

/// Of one rank: of variables that grow the sum of what each element has grown by, also where a counter of 32
/// bits has begun again at 0; of others as they are at the end, the largest or smallest element of
/// watermarks, the largest of states and percentages, the sum of all else.
template <class Number>
[[nodiscard]] double value_of_rank(VariableClass klass, Elements<Number> before, Elements<Number> after);

extern template double value_of_rank(VariableClass, Elements<int>, Elements<int>);
extern template double value_of_rank(VariableClass, Elements<unsigned>, Elements<unsigned>);
extern template double value_of_rank(VariableClass, Elements<unsigned long>, Elements<unsigned long>);
extern template double value_of_rank(VariableClass, Elements<unsigned long long>,
                                     Elements<unsigned long long>);
extern template double value_of_rank(VariableClass, Elements<long long>, Elements<long long>);
extern template double value_of_rank(VariableClass, Elements<double>, Elements<double>);

/// Of several loops of a case, one after the other.
[[nodiscard]] double value_of_loops(VariableClass klass, double so_far, double next);

}  // namespace sonde::library
