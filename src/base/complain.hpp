// What a program says to its user on standard error.
#pragma once
#include <exception>
#include <string>
#include <string_view>

namespace sonde {

/// No message is longer, whatever text of a user or of a file stands in it.
inline constexpr std::size_t longest_message = 300;

/// The message as one line that a terminal shows as it is: printable, of bounded length.
[[nodiscard]] std::string message_line(std::string_view message);

/// What an exception says: "Resource temporarily unavailable" means no thread, and std::bad_alloc what may be
/// used.
[[nodiscard]] std::string reason_of(const std::exception& error);

/// Writes to standard error; what cannot be written there is dropped. Never throws, waits two seconds at most
/// and never ends the process (by SIGPIPE).
void write_message(std::string_view text) noexcept;

/// Writes "PROGRAM: MESSAGE" as a line of its own. What cannot be written is dropped: the exit status tells.
void complain(std::string_view program, std::string_view message) noexcept;

}  // namespace sonde
