// A value or a message for the user. Errors that a user can cause travel as values; bugs are contracts.
#pragma once
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace sonde {

/// What went wrong and what would be right, as one sentence for a person; no trailing newline.
struct Error {
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}

}  // namespace sonde
