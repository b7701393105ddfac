// What runs, how much is done, how long it will take: one line on the terminal of the user who started the
// run.
#pragma once
#include <memory>

#include "args/settings.hpp"
#include "plan/plan.hpp"
#include "sinks/sink.hpp"

namespace sonde::sinks {

/// A sink that keeps one line on standard error up to date. Launchers put a pipe between a rank and the
/// terminal, so the standard error of the launcher among this process's ancestors counts as well. The line is
/// gone while other sinks write, so this one comes before them. Null where no terminal is there.
[[nodiscard]] std::unique_ptr<Sink> make_progress(const Settings& settings, const Plan& plan);

}  // namespace sonde::sinks
