// A case that fails on one rank fails on all, with the text of the first rank that met it, and costs no other
// case.
#pragma once
#include <mpi.h>

#include <optional>
#include <string>

#include "base/result.hpp"
#include "engine/own_call.hpp"
#include "engine/own_start.hpp"
#include "engine/transfer_errors.hpp"
#include "host/space.hpp"
#include "mpi/error.hpp"
#include "record/record.hpp"

namespace sonde::case_setup {

struct Failure {
  record::Reason reason = record::Reason::mpi_error;
  std::string text;
};

/// What the file system refused, as a failure of the row; nothing where all went well.
[[nodiscard]] std::optional<Failure> io_failure(const Result<void>& result);

/// The failure of the lowest rank that has one, on every rank of `comm`; nothing where all went well.
/// Collective. A rank that failed alone waits for the others here. They may be at work for as long as the
/// phase takes, up to `phase_seconds`; where they are in a deadlock, since they
/// wait for a message of the failed rank, a timeout half a minute beyond that ends the run with status 1.
/// Where none has failed, and some do not come, the timeout of all calls outside the loops ends it.
[[nodiscard]] std::optional<Failure> agree(MPI_Comm comm, const std::optional<Failure>& mine,
                                           double phase_seconds = 0);

/// The same of what is no case's: the error of the lowest rank that has one, on every rank. Collective.
[[nodiscard]] Result<void> agree_on_error(MPI_Comm comm, const Result<void>& mine);

/// Runs `action` and turns an MPI error, a file transfer that failed, or memory that its driver lost, into a
/// failure.
template <class Action>
[[nodiscard]] std::optional<Failure> attempt(const Action& action) {
  try {
    action();
  } catch (const mpi::MpiError& error) {
    return Failure{record::Reason::mpi_error, error.what()};
  } catch (const engine::OwnError& error) {
    return Failure{record::Reason::mpi_error, error.what()};
  } catch (const engine::TransferError& error) {
    return Failure{record::Reason::io_error, error.what()};
  } catch (const host::SpaceError& error) {
    return Failure{record::Reason::device_error, error.what()};
  } catch (const engine::NotOffered& error) {
    return Failure{record::Reason::unsupported, error.what()};
  } catch (const engine::NotMeasuredAtStart& error) {
    return Failure{record::Reason::unsupported, error.what()};
  }
  return std::nullopt;
}

}  // namespace sonde::case_setup
