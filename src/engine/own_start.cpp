#include "engine/own_start.hpp"

namespace sonde::engine {

OwnStart& own_start() {
  static OwnStart only;
  return only;
}

}  // namespace sonde::engine
