#include "record/secrets.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "record/variable_families.hpp"

namespace sonde::record {

namespace {

// Where a job runs and how its ranks are placed.
constexpr std::array<std::string_view, 40> slurm_facts{"SLURM_CLUSTER_NAME",
                                                       "SLURM_CPUS_ON_NODE",
                                                       "SLURM_CPUS_PER_GPU",
                                                       "SLURM_CPUS_PER_TASK",
                                                       "SLURM_CPU_BIND",
                                                       "SLURM_CPU_BIND_LIST",
                                                       "SLURM_CPU_BIND_TYPE",
                                                       "SLURM_CPU_BIND_VERBOSE",
                                                       "SLURM_CPU_FREQ_REQ",
                                                       "SLURM_DISTRIBUTION",
                                                       "SLURM_GPUS",
                                                       "SLURM_GPUS_ON_NODE",
                                                       "SLURM_GPUS_PER_NODE",
                                                       "SLURM_GPUS_PER_TASK",
                                                       "SLURM_HINT",
                                                       "SLURM_JOBID",
                                                       "SLURM_JOB_CPUS_PER_NODE",
                                                       "SLURM_JOB_ID",
                                                       "SLURM_JOB_NODELIST",
                                                       "SLURM_JOB_NUM_NODES",
                                                       "SLURM_JOB_PARTITION",
                                                       "SLURM_JOB_QOS",
                                                       "SLURM_MEM_BIND",
                                                       "SLURM_MEM_PER_CPU",
                                                       "SLURM_MEM_PER_NODE",
                                                       "SLURM_MPI_TYPE",
                                                       "SLURM_NETWORK",
                                                       "SLURM_NNODES",
                                                       "SLURM_NODELIST",
                                                       "SLURM_NPROCS",
                                                       "SLURM_NTASKS",
                                                       "SLURM_NTASKS_PER_CORE",
                                                       "SLURM_NTASKS_PER_NODE",
                                                       "SLURM_NTASKS_PER_SOCKET",
                                                       "SLURM_OVERCOMMIT",
                                                       "SLURM_STEP_NODELIST",
                                                       "SLURM_STEP_NUM_NODES",
                                                       "SLURM_STEP_NUM_TASKS",
                                                       "SLURM_TASKS_PER_NODE",
                                                       "SLURM_THREADS_PER_CORE"};

// Within a name in small letters, with '_' for dashes and dots.
constexpr auto marks = std::to_array<std::string_view>(
    {"jwt", "token", "secret", "passw", "passphrase", "credential", "auth", "bearer", "apikey", "api_key",
     "access_key", "private", "security", "cookie", "precondition_transports", "_pwd"});
constexpr auto last_words = std::to_array<std::string_view>({"key", "keys", "pass", "pw"});
/// Counts of tokens and the number of a partition of InfiniBand.
constexpr auto innocent_parts = std::to_array<std::string_view>({"tokens_per", "tokeniz", "pkey"});

/// Options of launchers that take names of variables without their values.
constexpr auto options_of_names = std::to_array<std::string_view>({"x", "genvlist", "envlist", "export"});

std::string plain_name(std::string_view name) {
  std::string out = lower(name);
  for (char& c : out)
    if (c == '-' || c == '.') c = '_';
  for (const auto part : innocent_parts)
    for (auto at = out.find(part); at != std::string::npos; at = out.find(part)) out.erase(at, part.size());
  return out;
}

/// The value without what stands before the @ of an address, where that has a password.
std::string without_user(std::string_view value) {
  std::string out;
  for (auto at = value.find("://"); at != std::string_view::npos; at = value.find("://")) {
    out += value.substr(0, at + 3);
    value.remove_prefix(at + 3);
    const auto end = value.find_first_of("/ ,;");
    const auto authority = value.substr(0, end);
    const auto user = authority.rfind('@');
    if (user == std::string_view::npos || !contains(authority.substr(0, user), ":")) continue;
    out += withheld;
    value.remove_prefix(user);
  }
  return out += value;
}

std::string_view without_dashes(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  return word;
}

/// Where the value of a secret begins: behind NAME= at the beginning, or within a list or an address
/// (--export=API_KEY=x, http://host/?token=x), or behind "NAME": as JSON has it.
std::size_t value_of_secret(std::string_view word) {
  for (auto at = word.find_first_of("=:"); at != std::string_view::npos;
       at = word.find_first_of("=:", at + 1)) {
    auto before = word.substr(0, at);
    const bool quoted = before.ends_with('"') || before.ends_with('\'');
    if (word[at] == ':' && !quoted) continue;
    if (quoted) before.remove_suffix(1);
    const auto separator = before.find_last_of("=,;:?&/{\"'");
    if (names_a_secret(
            without_dashes(before.substr(separator == std::string_view::npos ? 0 : separator + 1))))
      return at + 1;
  }
  return std::string_view::npos;
}

/// Goes over the words of a command line; a word with blanks is a line of its own (sh -c "...").
class Sieve {
 public:
  std::string pass(std::string_view word) {
    const bool line = word.find_first_of(blanks) != std::string_view::npos;
    const bool value = value_follows_;
    if (value || line) *this = Sieve();
    const auto from = value ? 0 : line ? Sieve().secret_in_line(word) : secret_in(word);
    if (from == std::string_view::npos) return without_user(word);
    return without_user(word.substr(0, from)) + std::string(withheld);
  }

 private:
  static constexpr std::string_view blanks = " \t\r\n";

  std::size_t secret_in_line(std::string_view line) {
    for (const auto word : words_in(line, blanks)) {
      const auto at = static_cast<std::size_t>(word.data() - line.data());
      if (value_follows_) return at;
      if (const auto from = secret_in(word); from != std::string_view::npos) return at + from;
    }
    return std::string_view::npos;
  }

  /// Of a word without blanks; notes what the next word is.
  std::size_t secret_in(std::string_view word) {
    const auto from = value_of_secret(word);
    auto name = without_dashes(word);
    const bool option = name.size() < word.size();
    const bool head = name.ends_with(':');  // Authorization: x
    if (head) name.remove_suffix(1);
    value_follows_ = !names_follow_ && word.find_first_of("=/") == std::string_view::npos &&
                     names_a_secret(name) && (option || head || after_option_ || is_loud(name));
    after_option_ = option;
    names_follow_ = option && std::ranges::find(options_of_names, name) != options_of_names.end();
    return from;
  }

  /// API_KEY, as environments have them; token_ring is a program.
  static bool is_loud(std::string_view name) {
    return std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  }

  bool value_follows_ = false;  ///< the word before is the name of a secret
  bool names_follow_ = false;   ///< the word before is -x
  bool after_option_ = false;
};

}  // namespace

bool is_recorded_variable(std::string_view name) {
  return family_of(name).recorded || std::ranges::binary_search(slurm_facts, name);
}

bool names_a_secret(std::string_view name) {
  const std::string plain = plain_name(name);
  const auto last = plain.substr(plain.rfind('_') + 1);  // all of it where there is no '_'
  return std::ranges::find(last_words, last) != last_words.end() ||
         std::ranges::any_of(marks, [&](auto mark) { return contains(plain, mark); });
}

std::string without_secrets(std::string_view name, std::string_view value) {
  return names_a_secret(name) ? std::string(withheld) : Sieve().pass(value);
}

std::vector<std::string> without_secrets(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  out.reserve(words.size());
  Sieve sieve;
  for (const auto& word : words) out.push_back(sieve.pass(word));
  return out;
}

}  // namespace sonde::record
