#include "base/message.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>

#include "base/descriptor.hpp"
#include "base/text.hpp"

namespace sonde {

std::string message_line(std::string_view message) {
  return shortened(trim(message), longest_message);
}

void complain(std::string_view program, std::string_view message) noexcept {
  try {
    constexpr int patience_ms = 2000;  // a message is not worth a hang
    static_cast<void>(
        write_all(STDERR_FILENO, fmt::format("{}: {}\n", program, message_line(message)), patience_ms));
  } catch (const std::exception&) {  // no memory for the message
    return;
  }
}

}  // namespace sonde
