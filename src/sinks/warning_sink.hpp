// Warnings a user must see: on standard error at the end of the run, one of each kind spelt out.
#pragma once
#include <memory>

#include "sinks/sink.hpp"

namespace sonde::sinks {

[[nodiscard]] std::unique_ptr<Sink> make_warning_sink();

}  // namespace sonde::sinks
