// The one table of options: parsing, help, documentation, man pages and completion all follow from it.
#pragma once
#include <functional>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "args/parse.hpp"

namespace sonde {

/// Settings while the command line is being read.
struct Draft {
  Catalog offered;  ///< the rows this program has
  const ReadFile& read;
  Settings settings;
  std::vector<std::string_view> chosen{}, included{}, excluded{};   ///< names of rows
  std::set<std::string, std::less<>> info_keys{}, variable_keys{};  ///< of -info and -cvar, to find twins
};

/// Takes a value into the draft; the error says what is wrong with the value, without the flag's name.
using SetOption = Result<void> (*)(Draft& draft, std::string_view value);
/// The value in given settings as one writes it on the command line; "" where the flag is not given.
using ShowOption = std::string (*)(const Settings& settings);

/// The words that are right values, where values are not free.
using WordsOf = std::vector<std::string_view> (*)();

/// What an option changes: what is measured, or only how long, and where and how it is shown.
enum class Effect { results, output };

enum class Group { cases, repetitions, measuring, files, output, answers };

/// The bits of some suites.
constexpr unsigned bits(std::initializer_list<Suite> suites) {
  unsigned out = 0;
  for (const Suite suite : suites) out |= 1U << static_cast<unsigned>(suite);
  return out;
}

/// Which suites an option is for, a bit each.
enum class For : unsigned {
  all = bits({Suite::mpi1, Suite::ext, Suite::io, Suite::nbc, Suite::rma, Suite::p2p, Suite::mt, Suite::mpi4,
              Suite::sonde}),
  messages = bits({Suite::mpi1, Suite::ext, Suite::nbc, Suite::rma, Suite::p2p, Suite::mt, Suite::mpi4,
                   Suite::sonde}),  ///< that move no files, which take host memory
  mpi1 = bits({Suite::mpi1}),
  reduced = bits({Suite::mpi1, Suite::sonde}),  ///< with reductions of elements as asked for
  io = bits({Suite::io}),
  places = bits({Suite::mpi1, Suite::io, Suite::nbc, Suite::p2p, Suite::mpi4,
                 Suite::sonde}),                      ///< that move files, or may be beside a load that does
  modes = bits({Suite::ext, Suite::io, Suite::rma}),  ///< with aggregate and non-aggregate tables
  hints = bits({Suite::ext, Suite::io, Suite::rma}),  ///< that open files or create windows
  collectives = bits({Suite::mpi1, Suite::nbc, Suite::mpi4}),  ///< with roots and reductions
  apart = bits(
      {Suite::mpi1, Suite::nbc, Suite::mpi4, Suite::rma}),  ///< as `collectives`; IMB-RMA takes them in vain
  timed = bits({Suite::mpi1, Suite::nbc, Suite::mpi4, Suite::rma, Suite::sonde}),  ///< call by call
  later = bits(
      {Suite::mpi1, Suite::nbc, Suite::mpi4, Suite::rma, Suite::p2p}),  ///< that are in the suites of 2021
  overlap = bits(
      {Suite::io, Suite::nbc, Suite::mpi4, Suite::rma, Suite::sonde}),  ///< that compute beside transfers
  p2p = bits({Suite::p2p}),
  sonde = bits({Suite::sonde}),
  grids = bits({Suite::p2p, Suite::sonde}),  ///< some of whose benchmarks stand on a grid
  drawn = bits({Suite::p2p, Suite::sonde}),  ///< with partners that are drawn
  mt = bits({Suite::mt}),
  single_calls = bits({Suite::mpi1, Suite::ext, Suite::nbc, Suite::rma, Suite::p2p, Suite::mpi4,
                       Suite::sonde}),  ///< between processes, not files or threads
  calls_of_some =
      bits({Suite::mpi1, Suite::nbc, Suite::p2p, Suite::mpi4, Suite::sonde}),  ///< the same without windows
  threads = bits({Suite::mt, Suite::sonde}),  ///< some of whose benchmarks run in several threads
  groups = bits({Suite::mpi1, Suite::ext, Suite::io, Suite::nbc, Suite::rma, Suite::p2p, Suite::mpi4,
                 Suite::sonde}),  ///< that run on fewer processes than there are, or in several groups
  progress = bits({Suite::nbc, Suite::mpi4, Suite::sonde}),  ///< and can call MPI_Test meanwhile
  bursts = bits({Suite::mpi1, Suite::mt, Suite::sonde}),     ///< with windows of messages in flight
};

struct Option {
  std::string_view name;
  std::string_view metavar{};  ///< empty: takes no value
  Group group = Group::measuring;
  For suites = For::all;
  std::string_view expects{};   ///< what a right value is, where there is no choice of words
  std::string_view help{};      ///< one line
  std::string_view details{};   ///< more sentences for the documentation, may be empty
  std::string_view example{};   ///< a right value
  SetOption set = nullptr;      ///< null: help, version, list and settings, which `parse` itself answers
  ShowOption shown = nullptr;   ///< null: another flag of the same field shows it
  WordsOf words = nullptr;      ///< null: values are free
  bool value_optional = false;  ///< may come without its value, which then is empty
  bool repeatable = false;
  Effect effect = Effect::results;
  bool first = false;  ///< taken before the others, which win over what it sets
  bool early = false;  ///< needed before files are read: not in a settings file
};

[[nodiscard]] std::span<const Option> option_table();
[[nodiscard]] const Option* find_option(
    std::string_view name);  ///< exact name without dashes; null if unknown
[[nodiscard]] bool applies(const Option& option, Suite suite);
/// Options that a program, or any of several, has: group by group, each in the order of the table.
[[nodiscard]] std::vector<const Option*> options_of(const Program& program);
[[nodiscard]] std::vector<const Option*> options_of(std::span<const Program> programs);
[[nodiscard]] std::string_view heading(Group group);
/// What a right value is, as the end of the sentence "-name needs a value: ".
[[nodiscard]] std::string expected_value(const Option& option);
/// "IMB-EXT and IMB-IO": the programs that have the option.
[[nodiscard]] std::string programs(const Option& option);

}  // namespace sonde
