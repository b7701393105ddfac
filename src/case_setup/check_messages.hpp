// -check of messages: the pattern again on known contents, outside the clock, and a comparison with what must have
// arrived.
#pragma once
#include "case_setup/resource.hpp"

namespace sonde::case_setup {

/// The root moves in benchmarks that have one: every one of a small group, and the first, second and last of a
/// large one, before the others.
[[nodiscard]] CheckResult check_messages(const ResourceFacts& facts, const CheckFacts& measured);

}  // namespace sonde::case_setup
