// Samples that an application has recorded of its own phases (include/sonde/recorder.h).
#pragma once
#include "record/record.hpp"

namespace sonde::record {

/// The recorder writes the samples and leaves to the reader what follows from them: where a summary does not
/// know its median, it is made from the batches. What else it says stays: the mean, and which rank was
/// slowest how often.
void summarise_samples(CaseRecord& record);

}  // namespace sonde::record
