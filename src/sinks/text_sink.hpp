// The tables on standard output.
#pragma once
#include <memory>

#include "args/settings.hpp"
#include "plan/plan.hpp"
#include "sinks/sink.hpp"

namespace sonde::sinks {

/// `settings` and `plan` must outlive the sink. Every call throws OutputLost when the output
/// cannot be written.
[[nodiscard]] std::unique_ptr<Sink> make_text_sink(const Settings& settings, const Plan& plan);

}  // namespace sonde::sinks
