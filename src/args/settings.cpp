#include "args/settings.hpp"

#include <fmt/format.h>

namespace sonde {

std::string kinds_of_memory(const Settings& settings) {
  const auto first = facts_of(settings.memory[0]).name, second = facts_of(settings.memory[1]).name;
  return first == second ? std::string(first) : fmt::format("{},{}", first, second);
}

}  // namespace sonde
