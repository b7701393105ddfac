// What stands around the loops of a plug-in's row: a communicator of its own, its requests, counters and
// state.
#pragma once
#include <sonde/benchmark.h>

#include <vector>

#include "case_setup/resource.hpp"
#include "check/verify.hpp"
#include "engine/own_call.hpp"
#include "host/signals.hpp"
#include "mpi/handles.hpp"

namespace sonde::case_setup {

class PluginResource final : public HeldResource {
 public:
  /// Collective over the group: a communicator is made, `setup` is called. Enters itself in the case.
  PluginResource(const ResourceFacts& facts, Case& c);
  ~PluginResource() override;

  [[nodiscard]] std::optional<Failure> inspect(std::int64_t repetitions) const override;
  [[nodiscard]] CheckResult check(const ResourceFacts& facts, const CheckFacts& measured) override;
  [[nodiscard]] std::optional<Failure> close() override;
  void abandon() override { abandoned_ = true; }

 private:
  class Expected;
  void tear_down();
  [[nodiscard]] static int fail(const sonde_case* c, const char* sentence);
  static void sent(const sonde_case* c, int rank, int place, void* out);

  const Benchmark& benchmark_;
  mpi::Communicator comm_;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Request> persistent_;  ///< those that `setup` has made
  std::vector<double> counters_;
  engine::OwnWords words_;
  sonde_case facts_{};
  engine::OwnCall call_;
  const check::Facts* checked_ = nullptr;  ///< while `expect` is called
  std::optional<host::CrashNotice> crash_;
  bool set_up_ = false, abandoned_ = false;
};

}  // namespace sonde::case_setup
