// The last line of the record, put right where MPI_Finalize fails: the record is complete by then, and no
// rank can tell another.
#pragma once
#include <string>

#include "args/settings.hpp"
#include "mpi/world.hpp"
#include "record/record.hpp"

namespace sonde::run {

class FooterAtHand {
 public:
  /// Of a run without a record.
  FooterAtHand() = default;

  /// `footer`: as the first rank has written it. Collective.
  [[nodiscard]] static FooterAtHand of(const mpi::World& world, const Settings& settings,
                                       record::Footer footer);

  /// Adds a footer with exit status 1 behind the one that is there: the last one counts. Only a rank on the
  /// first one's host is sure to see the same file; false where the record keeps another status. Makes no
  /// call of MPI.
  [[nodiscard]] bool correct() const;

 private:
  std::string path_;  ///< empty: there is no record
  std::string host_;  ///< of the first rank
  std::string line_;
};

}  // namespace sonde::run
