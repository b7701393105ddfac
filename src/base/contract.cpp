#include "base/contract.hpp"

#include <cstdio>
#include <cstdlib>

namespace sonde {

void contract_broken(const char* kind, const char* condition, const char* file, int line) {
  std::fprintf(stderr, "sonde: internal error: %s '%s' does not hold (%s:%d)\n", kind, condition, file, line);
  std::abort();
}

}  // namespace sonde
