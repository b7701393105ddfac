// A benchmark of a plug-in, and the loop over it written by hand.
#pragma once
#include "engine/own_call.hpp"
#include "hand_loop.hpp"

namespace cost {

[[nodiscard]] std::span<const Twin> own_twins();
/// What a case of it calls.
[[nodiscard]] const sonde::engine::OwnCall& own_call();

}  // namespace cost
