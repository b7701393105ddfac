// Warnings a user must see: at the end of the run, one of each kind spelt out.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "args/settings.hpp"
#include "sinks/sink.hpp"

namespace sonde::sinks {

/// On standard error, or before the foot of the tables, which is written after this sink then.
[[nodiscard]] std::unique_ptr<Sink> make_warning_sink(Warnings where);

/// Each kind in two lines, what and what to do, those that weigh most first; at most eight lines of 80
/// columns (a single kind may take more). Every line begins with # and no whole number stands between blanks:
/// people find rows by the blanks around their length. The rest is in the record.
[[nodiscard]] std::string on_screen(std::span<const record::Warning> warnings);

}  // namespace sonde::sinks
