#include "start_up/ignored_signals.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>

namespace sonde::start_up {

namespace {

constexpr std::array watched{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
std::array<bool, watched.size()> ignored_at_start{};

/// What the kernel fills in begins with the handler on every architecture but MIPS.
struct KernelAction {
  void (*handler)(int);
  std::array<long, 15> rest;
};

/// Runs before the constructors of shared libraries and of sanitizers: nothing but system calls may happen
/// here.
__attribute__((no_sanitize("address", "undefined"))) void look() {  // clang knows no [[gnu::no_sanitize]]
  constexpr std::size_t bytes_of_a_set = 8;
  for (std::size_t i = 0; i < watched.size(); ++i) {
    KernelAction action{};
    const long done = syscall(SYS_rt_sigaction, watched[i], nullptr, &action, bytes_of_a_set);
    ignored_at_start[i] = done == 0 && action.handler == SIG_IGN;
  }
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const look_first)() = look;

}  // namespace

void keep_ignored_signals() {
  for (std::size_t i = 0; i < watched.size(); ++i)
    if (ignored_at_start[i]) static_cast<void>(std::signal(watched[i], SIG_IGN));
}

}  // namespace sonde::start_up
