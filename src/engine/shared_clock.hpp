// A common time for the ranks of a case: this rank's clock as a straight line over the reference rank's.
#pragma once

namespace sonde::engine {

/// local time = reference time + offset + rate x (reference time - origin), in seconds.
struct SharedClock {
  double origin = 0, offset = 0, rate = 0;

  [[nodiscard]] double to_local(double reference) const {
    return reference + offset + rate * (reference - origin);
  }
  [[nodiscard]] double to_reference(double local) const {
    return origin + (local - origin - offset) / (1 + rate);
  }
};

}  // namespace sonde::engine
