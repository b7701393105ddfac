// What was read of a record, looked at as a whole.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// After a map of links was read: its matrices get their number of players. A complaint where matrices,
/// blocks or findings do not fit to the players, else nothing.
[[nodiscard]] std::string settle(links::Survey& survey);

/// A complaint where the curve of single calls is none: times that do not ascend, counts that do not descend
/// from all calls to none, lists of two lengths.
[[nodiscard]] std::string settle(stats::Tail& tail);

/// Samples that an application has recorded of its own phases (include/sonde/recorder.h). The recorder writes
/// the samples and leaves to the reader what follows from them: where a summary does not know its median, it
/// is made from the batches. What else it says stays: the mean, and which rank was slowest how often.
void summarise_samples(CaseRecord& record);

}  // namespace sonde::record
