// The points a fit works on, taken out of records or of a small table of rates.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::model {

struct Sample {
  std::string benchmark{};  ///< primary name, "PingPong"
  std::string mode{};       ///< record::labels_of() ("AGGREGATE"), "2 threads", "window 64", or empty
  double bytes = 0;         ///< message length x; -1: the benchmark has none
  double seconds = 0;       ///< of a repetition, the number that charts show; of PingPong half a round trip
  double sigma = 0;         ///< standard deviation of `seconds`; 0: not known
  int processes = 2;        ///< ranks of one group
  int pairs = 1;            ///< groups that ran at the same time
  std::int64_t repetitions = 1;  ///< n
  double half_interval = 0;      ///< half of the 95 % interval the record gives, seconds; 0: it gives none
  double whole = 0;     ///< of the whole loop over its repetitions, on the slowest rank; 0: as `seconds`
  int launch = 0;       ///< of those that are fitted together
  double rounding = 0;  ///< seconds by which printed digits or a coarse timer may be off

  bool operator==(const Sample&) const = default;
};

/// "Allreduce", "Unidir_Put AGGREGATE", "osu_allreduce datatype MPI_INT".
[[nodiscard]] std::string name_of(const Sample& sample);

/// Every measured case with a time and without wrong data, in the order of the record: the median over the
/// batches where there is one, else the time of the slowest rank, as analysis/figures.hpp has it; a case with
/// a rate alone (osu_bw) counts with the time of a message, x / rate. Groups that are shown one by one
/// (-multi 1) count as one case with the slowest group's time. Where the record has a summary, sigma comes
/// from the interval of its median.
[[nodiscard]] std::vector<Sample> samples_of(const record::Run& run);

/// Cases that samples_of() leaves out.
struct LeftOut {
  int failed = 0, wrong = 0, zero = 0;  ///< wrong: data; zero: measured, with a time of 0
};
void count_left_out(const record::Run& run, LeftOut& counts);

/// A table of rates: comment lines from '#', then a head "pairs,bytes,aggregate" with an optional fourth
/// column "repetitions", then numbers; aggregate in 10^6 bytes per second over all pairs, as equation (6)
/// counts it. Without repetitions n(x) of equation (3). An error names source and line.
[[nodiscard]] Result<std::vector<Sample>> samples_of_rates(std::string_view text, const std::string& source);

/// True where the text is such a table.
[[nodiscard]] bool is_rate_table(std::string_view text);

/// All samples of a file, either kind, which is read once: a pipe will do. Its runs are launches, from 0 on.
/// `notes` gets what its reader left out, `left_out` counts cases. An error says what is wrong with the file.
[[nodiscard]] Result<std::vector<Sample>> read_samples(const std::string& path,
                                                       std::vector<std::string>* notes = nullptr,
                                                       LeftOut* left_out = nullptr);

/// Gives every sample a sigma: unknown ones the median relative deviation of the known ones (1 % where none
/// is known), and none less than half of that median, so that no single point rules the fit.
void set_weights(std::vector<Sample>& samples);

/// The same with each relative deviation taken of what a fit says there: weights by measured values prefer
/// what came out low by chance. `fitted` gives the seconds of each sample that a fit to all of them has, or
/// nothing; once is enough, what is low everywhere changes no weight against another. None may count over
/// four times as much as by its measured value; one that misses its points tells no weights.
[[nodiscard]] std::vector<Sample> weighted_by_fit(
    std::vector<Sample> samples, const std::function<std::vector<double>(std::span<const Sample>)>& fitted);

/// With the times of whole loops, for a model of a loop from its start to its end.
[[nodiscard]] std::vector<Sample> over_whole_loops(std::vector<Sample> samples);

/// From the shortest length to the longest; those of one length stay in order.
[[nodiscard]] std::vector<Sample> by_length(std::span<const Sample> samples);

/// The samples of one fit with their weights set relative to each other.
[[nodiscard]] std::vector<Sample> weighted(std::vector<Sample> samples);

[[nodiscard]] std::size_t distinct_lengths(std::span<const Sample> samples);

/// Every so-manyth sample, at most `most`.
[[nodiscard]] std::vector<Sample> thinned(std::span<const Sample> samples, std::size_t most);

}  // namespace sonde::model
