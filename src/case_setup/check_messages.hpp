// -check of messages: the pattern again on known contents, outside the clock, and a comparison with what must
// have arrived.
#pragma once
#include "case_setup/resource.hpp"
#include "check/verify.hpp"

namespace sonde::case_setup {

/// `own`: what a plug-in expects. The root moves in benchmarks that have one: every one of a small group, and
/// the first, second and last of a large one, before the others.
[[nodiscard]] CheckResult check_messages(const ResourceFacts& facts, const CheckFacts& measured,
                                         const check::OwnContent* own = nullptr);

}  // namespace sonde::case_setup
