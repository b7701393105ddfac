#include "start_up/agree_on_threads.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "args/values.hpp"
#include "base/text.hpp"
#include "case_setup/failure.hpp"
#include "mpi/error.hpp"

namespace sonde::start_up {

namespace {

constexpr std::string_view threads_variable = "OMP_NUM_THREADS";
constexpr std::int64_t most_threads = 1024;

/// The first of a list, which is for nested regions, counts.
Result<std::int64_t> from_environment() {
  const char* text = std::getenv(threads_variable.data());
  if (text == nullptr || *text == '\0') return 1;
  auto number = whole_number(trim(split(text, ',').front()), 1, most_threads);
  if (number) return number;
  return failure(fmt::format("{}: {}, or give -threads", threads_variable, number.error().message));
}

}  // namespace

Result<std::vector<std::int64_t>> agree_on_threads(const mpi::World& world, const Settings& settings) {
  using Numbers = std::vector<std::int64_t>;
  if (!runs_with(settings, Parameter::threads)) return Numbers{};
  if (!settings.threads.empty()) return settings.threads;
  if (settings.thread_level != ThreadLevel::multiple) return Numbers{1};
  const auto mine = from_environment();
  if (auto agreed = case_setup::agree_on_error(world.comm, mine.map([](std::int64_t) {})); !agreed)
    return tl::unexpected(agreed.error());
  const auto number = static_cast<int>(*mine);
  std::array<int, 2> ends{number, -number};
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, ends.data(), 2, MPI_INT, MPI_MAX, world.comm), "MPI_Allreduce");
  if (ends[0] != -ends[1])
    return failure(fmt::format("{} is {} on some processes and {} on others; give -threads", threads_variable,
                               -ends[1], ends[0]));
  return Numbers{number};
}

}  // namespace sonde::start_up
