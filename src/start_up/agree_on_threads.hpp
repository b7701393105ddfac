// How many threads each process has.
#pragma once
#include <cstdint>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"

namespace sonde::start_up {

/// The numbers of -threads, else, under -thread_level multiple, that of OMP_NUM_THREADS, else 1; none where
/// no benchmark runs in threads. Equal on all ranks: an error on all of them where the environment is not, or
/// is no number. Collective over the world.
[[nodiscard]] Result<std::vector<std::int64_t>> agree_on_threads(const mpi::World& world,
                                                                 const Settings& settings);

}  // namespace sonde::start_up
