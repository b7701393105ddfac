#include "analysis/chosen_variables.hpp"

#include <algorithm>
#include <array>

#include "record/variable_families.hpp"

namespace sonde::analysis {

namespace {

constexpr std::array<std::string_view, 8> of_launchers{"OMPI_MCA_orte_",
                                                       "OMPI_MCA_ess",
                                                       "OMPI_MCA_pmix",
                                                       "OMPI_MCA_initial_wdir",
                                                       "I_MPI_HYDRA_",
                                                       "I_MPI_INFO_",
                                                       "MPICH_INTERFACE_HOSTNAME",
                                                       "MPIR_CVAR_CH3_INTERFACE_HOSTNAME"};

}  // namespace

bool is_chosen_variable(std::string_view name) {
  const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
  return record::family_of(name).chosen && std::ranges::none_of(of_launchers, begins);
}

std::string chosen_variable(const record::Header& header, const std::string& name) {
  const auto found = header.environment.find(name);
  if (found != header.environment.end()) return found->second.empty() ? "empty" : found->second;
  return header.environment.empty() && header.settings.empty() ? "" : "not set";
}

}  // namespace sonde::analysis
