// Which of the OSU programs prints a title.
#pragma once
#include <string>
#include <string_view>

namespace sonde::readers {

/// "osu_allreduce" of "Allreduce Latency", the words between "MPI" and "Test" of a title; those of one-sided
/// programs begin with the call, "MPI_Put Bandwidth".
[[nodiscard]] std::string osu_program(std::string_view what);

}  // namespace sonde::readers
