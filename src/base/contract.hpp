// Contracts: a broken one is a bug in Sonde, never a user's mistake. They stay on in release builds and are
// not used inside timed loops.
#pragma once

namespace sonde {
[[noreturn]] void contract_broken(const char* kind, const char* condition, const char* file, int line);
}

#define SONDE_CONTRACT(kind, condition) \
  ((condition) ? static_cast<void>(0) : ::sonde::contract_broken(kind, #condition, __FILE__, __LINE__))
#define EXPECTS(condition) SONDE_CONTRACT("precondition", condition)
#define ENSURES(condition) SONDE_CONTRACT("postcondition", condition)
