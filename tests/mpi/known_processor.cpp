#include "known_processor.hpp"

#include <mpi.h>

#include <cstdint>
#include <cstdlib>

namespace known {

constexpr double unit_seconds = 1e-6;

std::atomic<double> now = 0;

double number(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::atof(value) : 0;
}

}  // namespace known

extern "C" {

/// Called instead of engine::burn (int64_t is long on every Linux of 64 bits).
double __wrap__ZN5sonde6engine4burnEl(std::int64_t units) {
  known::now += static_cast<double>(units) * known::unit_seconds;
  return 0;
}

double MPI_Wtime() {
  return known::now;
}
}
