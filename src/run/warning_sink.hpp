// Warnings a user must see: on standard error at the end of the run, one of each kind spelt out.
#pragma once
#include <memory>

#include "run/sink.hpp"

namespace sonde::run {

[[nodiscard]] std::unique_ptr<Sink> make_warning_sink();

}  // namespace sonde::run
