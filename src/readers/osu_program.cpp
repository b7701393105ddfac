#include "readers/osu_program.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace sonde::readers {

namespace {

using Renamed = std::pair<std::string_view, std::string_view>;

// The titles that follow no rule.
constexpr std::array<Renamed, 10> programs{{{"Latency", "osu_latency"},
                                            {"Bandwidth", "osu_bw"},
                                            {"Bandwidth Persistent", "osu_bw_persistent"},
                                            {"Bi-Directional Bandwidth", "osu_bibw"},
                                            {"Bidirectional Bandwidth", "osu_bibw"},
                                            {"Bi-Directional Bandwidth Persistent", "osu_bibw_persistent"},
                                            {"Multiple Bandwidth / Message Rate", "osu_mbw_mr"},
                                            {"Multi Latency", "osu_multi_lat"},
                                            {"Multi-threaded Latency", "osu_latency_mt"},
                                            {"Multi-process Latency", "osu_latency_mp"}}};

// "MPI_Put Bandwidth": the call, and what is measured of it.
constexpr std::array<Renamed, 9> words_of_one_sided{{{"mpi_put", "put"},
                                                     {"mpi_get", "get"},
                                                     {"mpi_accumulate", "acc"},
                                                     {"mpi_get_accumulate", "get_acc"},
                                                     {"mpi_fetch_and_op", "fop"},
                                                     {"mpi_compare_and_swap", "cas"},
                                                     {"bandwidth", "bw"},
                                                     {"bi-directional", "bi"},
                                                     {"multiple", "m"}}};

// "All-to-All Personalized Exchange Latency": as blanks and dashes have become underscores.
constexpr std::array<Renamed, 5> words_of_collectives{{{"broadcast", "bcast"},
                                                       {"all_to_all", "alltoall"},
                                                       {"_personalized_exchange", ""},
                                                       {"neighborhood_", "neighbor_"},
                                                       {"non_blocking_", "i"}}};

std::string one_sided_program(std::string_view what) {
  std::string name = "osu";
  bool joined = false;  // "bi" and "m" stand before "bw" without a gap
  for (const auto word : words_in(what)) {
    const auto* const found = std::ranges::find_if(
        words_of_one_sided, [&](const Renamed& pair) { return same_word(pair.first, word); });
    name +=
        (joined ? "" : "_") + (found == words_of_one_sided.end() ? lower(word) : std::string(found->second));
    joined = name.ends_with("_bi") || name.ends_with("_m");
  }
  return name;
}

}  // namespace

std::string osu_program(std::string_view what) {
  for (const auto& [title, program] : programs)
    if (same_word(what, title)) return std::string(program);
  if (what.starts_with("MPI_")) return one_sided_program(what);
  std::string name = lower(what);
  if (name.ends_with(" latency")) name.resize(name.size() - 8);
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == '/' || c == '-'; }, '_');
  for (const auto& [title, word] : words_of_collectives)
    if (const auto at = name.find(title); at != std::string::npos) name.replace(at, title.size(), word);
  return "osu_" + name;
}

}  // namespace sonde::readers
