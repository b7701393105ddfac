// Records on disk: JSON lines (-json) and CSV (-csv), each line written before the next case starts.
#pragma once
#include <memory>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "record/csv.hpp"
#include "sinks/sink.hpp"

namespace sonde::sinks {

/// Sinks of the files that the settings name: new files are made exclusively, old ones taken only with
/// -append or -resume. On the first rank. Every call of a sink throws OutputLost when its file cannot be
/// written. `columns`: of -csv.
[[nodiscard]] Result<std::vector<std::unique_ptr<Sink>>> open_record_sinks(const Settings& settings,
                                                                           record::CsvColumns columns = {});

/// What open_record_sinks would refuse; makes and changes no file. On the first rank.
[[nodiscard]] Result<void> could_open_record_sinks(const Settings& settings);

}  // namespace sonde::sinks
