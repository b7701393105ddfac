// What the tests of the command line share: small catalogs, files in memory, and a parse of words.
#pragma once
#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "args/option_table.hpp"
#include "args/parse.hpp"
#include "base/text.hpp"

namespace sonde::testing {

inline void nothing(const Case&, const Loop&, LoopSample&) {}
inline constexpr Mode plain{"", Counting::per_sample, nothing};

inline constexpr std::array mpi1_rows{
    Benchmark{.name = "PingPong", .summary = "A message goes there and comes back"},
    Benchmark{.name = "PingPing", .summary = "Messages cross"},
    Benchmark{.name = "Allreduce", .summary = "A reduction for all"},
    Benchmark{.name = "Gather", .summary = "Blocks go to the root"},
    Benchmark{.name = "Barrier", .summary = "All wait for all", .message = no_message}};
inline constexpr std::array pmb_rows{mpi1_rows[0], mpi1_rows[1], mpi1_rows[2], mpi1_rows[4]};
inline constexpr std::array ext_rows{
    Benchmark{.name = "Window", .summary = "A window opens", .suite = Suite::ext},
    Benchmark{.name = "Unidir_Get", .summary = "One gets", .suite = Suite::ext}};
inline constexpr std::array io_rows{
    Benchmark{.name = "S_Write_Indv", .summary = "One writes", .suite = Suite::io},
    Benchmark{.name = "P_Read_Priv", .summary = "All read", .suite = Suite::io}};

inline constexpr std::array nbc_rows{
    Benchmark{.name = "Ibcast", .summary = "Beside computation", .suite = Suite::nbc, .overlapped = true},
    Benchmark{.name = "Ibcast_pure", .summary = "Alone", .suite = Suite::nbc, .optional = true}};

inline constexpr std::array rma_rows{
    Benchmark{.name = "Unidir_put", .summary = "One puts", .suite = Suite::rma},
    Benchmark{.name = "Bidir_put", .summary = "Both put", .suite = Suite::rma}};
inline constexpr std::array p2p_rows{
    Benchmark{.name = "Unirandom", .summary = "Drawn partners", .suite = Suite::p2p},
    Benchmark{.name = "Corandom", .summary = "Drawn rings", .suite = Suite::p2p}};

inline constexpr std::array mt_rows{
    Benchmark{.name = "PingPongMT", .summary = "Between threads", .suite = Suite::mt},
    Benchmark{.name = "BarrierMT", .summary = "Of threads", .suite = Suite::mt, .message = no_message}};

inline constexpr std::array cluster_rows{
    Benchmark{.name = "Links", .summary = "Every pair", .suite = Suite::sonde, .klass = TransferClass::links},
    Benchmark{.name = "Shift", .summary = "All at once", .suite = Suite::sonde}};

inline const Program mpi1{"IMB-MPI1", Suite::mpi1, Profile::imb32, mpi1_rows};
inline const Program pmb{"PMB-MPI1", Suite::mpi1, Profile::pmb22, pmb_rows};
inline const Program ext{"IMB-EXT", Suite::ext, Profile::imb32, ext_rows};
inline const Program io{"IMB-IO", Suite::io, Profile::imb32, io_rows};
inline const Program nbc{"IMB-NBC", Suite::nbc, Profile::imb32, nbc_rows};
inline const Program rma{"IMB-RMA", Suite::rma, Profile::imb32, rma_rows};
inline const Program p2p{"IMB-P2P", Suite::p2p, Profile::imb32, p2p_rows};
inline const Program mt{"IMB-MT", Suite::mt, Profile::imb32, mt_rows};
inline const Program cluster{"sonde-mpi", Suite::sonde, Profile::imb32, cluster_rows};
inline const std::array all_programs{mpi1, ext, io, pmb, nbc, rma, p2p, mt, cluster};

using Files = std::map<std::string, std::string>;

/// Files the examples of the option table name.
inline Files example_files(const Program& program) {
  return {{"lengths.txt", "0\n8\n1k\n"},
          {"benchmarks.txt", std::string(program.catalog.front().name) + "\n"},
          {"topology.conf", "SwitchName=s1 Nodes=n[1-4]\nn5 s2\n"},
          {"site.settings", "mem 2\n"}};
}

inline Result<Parsed> parse_words(const Program& program, const std::vector<std::string>& words,
                                  const Files& files) {
  return parse(program, words, [&](const std::string& path) -> Result<std::string> {
    const auto file = files.find(path);
    if (file == files.end()) return failure("cannot read '" + path + "': No such file or directory");
    return file->second;
  });
}

/// The words of a line separated by blanks.
inline std::vector<std::string> words_of_line(std::string_view line) {
  std::vector<std::string> words;
  for (const auto word : split(line, ' '))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

/// Settings of a line that is right.
inline Settings good(std::string_view line, const Program& program = mpi1, const Files& files = {}) {
  const auto parsed = parse_words(program, words_of_line(line), files);
  if (!parsed) throw std::runtime_error(std::string(line) + ": " + parsed.error().message);
  return parsed->settings.value();
}

/// The message for a line that is wrong; "" where it was taken.
inline std::string wrong(std::string_view line, const Program& program = mpi1, const Files& files = {}) {
  const auto parsed = parse_words(program, words_of_line(line), files);
  return parsed ? "" : parsed.error().message;
}

}  // namespace sonde::testing
