// Which samples belong to which model.
#pragma once
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/samples.hpp"

namespace sonde::model {

/// PingPong and osu_latency between two processes, of any number of pairs.
[[nodiscard]] std::vector<Sample> ping_pongs(std::span<const Sample> samples);

/// What makes samples of one benchmark different cases, as where buffers lie: no model takes several of them.
[[nodiscard]] std::set<std::string> modes_of(std::span<const Sample> samples);

/// Messages with bytes sent back to back: osu_bw, and Unidir_Put in one epoch (AGGREGATE).
[[nodiscard]] std::vector<Sample> streams(std::span<const Sample> samples);

/// Those with at least `fewest` bytes.
[[nodiscard]] std::vector<Sample> at_least(std::span<const Sample> samples, double fewest);

[[nodiscard]] std::map<int, std::vector<Sample>> by_pairs(std::span<const Sample> samples);

/// Runs of one group alone, by benchmark and what else makes cases of it different ones (name_of()).
[[nodiscard]] std::map<std::string, std::vector<Sample>> by_benchmark(std::span<const Sample> samples);

}  // namespace sonde::model
