// Signals that the parent ignores, as nohup does with SIGHUP, stay ignored although libraries install
// handlers.
#pragma once

namespace sonde::start_up {

/// Ignores again what was ignored when the process began. UCX, for one, puts a handler of its own on SIGHUP
/// before main.
void keep_ignored_signals();

}  // namespace sonde::start_up
