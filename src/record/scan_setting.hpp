// The setting of a launch that a scan has started: handed on in the environment, kept in the header and as
// labels of the cases.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"

namespace sonde::record {

/// What `sonde run -L` sets for each launch. The launcher hands its environment on to the first rank at
/// least.
inline constexpr const char* scan_variable = "SONDE_SCAN";

/// Lines NAME=VALUE, and back: of text of any origin the first few lines that can be labels.
[[nodiscard]] std::string scan_text(std::span<const ScanSetting> settings);
[[nodiscard]] std::vector<ScanSetting> scan_of_text(std::string_view text);

/// Of this process.
[[nodiscard]] std::vector<ScanSetting> scan_of_launch();

/// Cases of other settings are other cases.
void add_labels(CaseId& id, std::span<const ScanSetting> settings);
void remove_labels(CaseId& id, std::span<const ScanSetting> settings);

/// The run with cases that tell nothing of its setting.
[[nodiscard]] Run without_labels(Run run);

/// "eager=4096 map=core"
[[nodiscard]] std::string label_of(std::span<const ScanSetting> settings);

}  // namespace sonde::record
