// The one table of options: parsing, help, documentation, man pages and completion all follow from it.
#pragma once
#include <functional>
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
  std::vector<std::string_view> chosen{}, included{}, excluded{};  ///< names of rows
  std::set<std::string, std::less<>> info_keys{};                  ///< of -info, to find twins
};

/// Takes a value into the draft; the error says what is wrong with the value, without the flag's name.
using SetOption = Result<void> (*)(Draft& draft, std::string_view value);
/// The value in given settings as one writes it on the command line; "" where the flag is not given.
using ShowOption = std::string (*)(const Settings& settings);

/// The words that are right values, where values are not free.
using WordsOf = std::vector<std::string_view> (*)();

/// What an option changes: the numbers or which of them there are, or only where and how they are shown.
enum class Effect { results, output };

enum class Group { cases, repetitions, measuring, files, output, answers };

/// Which suites an option is for, a bit each.
enum class For { mpi1 = 1, io = 4, ext_io = 6, all = 7 };

struct Option {
  std::string_view name;
  std::string_view metavar{};  ///< empty: takes no value
  Group group = Group::cases;
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
  bool early = false;  ///< needed before files are read: not in a settings file
};

[[nodiscard]] std::span<const Option> option_table();
[[nodiscard]] const Option* find_option(
    std::string_view name);  ///< exact name without dashes; null if unknown
[[nodiscard]] bool applies(const Option& option, Suite suite);
[[nodiscard]] std::vector<const Option*> options_of(const Program& program);
[[nodiscard]] std::string_view heading(Group group);
/// What a right value is, as the end of the sentence "-name needs a value: ".
[[nodiscard]] std::string expected_value(const Option& option);
/// "IMB-EXT and IMB-IO": the programs that have the option.
[[nodiscard]] std::string_view programs(const Option& option);

}  // namespace sonde
