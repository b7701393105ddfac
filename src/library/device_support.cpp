#include "library/device_support.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "base/text.hpp"
#include "case_setup/failure.hpp"
#include "device/spaces.hpp"
#include "host/child.hpp"
#include "library/detect_library.hpp"
#include "library/library_variables.hpp"

namespace sonde::library {

namespace {

constexpr std::string_view trial_request = "--try-device-message";
constexpr double trial_seconds = 60;
constexpr int trial_bytes = 8;

/// How libraries ask: a function of Open MPI for each driver, a number of MPICH.
struct Question {
  GpuDriver driver;
  const char* of_open_mpi;
  int of_mpich;
};
constexpr std::array questions{Question{GpuDriver::cuda, "MPIX_Query_cuda_support", 0},
                               Question{GpuDriver::level_zero, "MPIX_Query_ze_support", 1},
                               Question{GpuDriver::hip, "MPIX_Query_rocm_support", 2}};

/// A negative answer is none.
Support meaning_of(int answer) {
  if (answer < 0) return Support::unknown;
  return answer == 0 ? Support::no : Support::yes;
}

Support what_library_says(const Question& question) {
  if (auto* ask = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, question.of_open_mpi)))
    return meaning_of(ask());
  auto* ask = reinterpret_cast<int (*)(int, int*)>(dlsym(RTLD_DEFAULT, "MPIX_GPU_query_support"));
  int answer = 0;
  if (ask == nullptr || ask(question.of_mpich, &answer) != MPI_SUCCESS) return Support::unknown;
  return meaning_of(answer);
}

/// A switch of the user's: nothing where it is not set.
std::optional<bool> switched(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  return std::string_view(text) != "0";
}

/// The name and version of the library, for a sentence.
std::string library_name() {
  const std::string text = library_text();
  const std::string_view line = trim(std::string_view(text).substr(0, text.find_first_of(",\n")));
  constexpr std::string_view label = "Version:";
  const auto at = line.find(label);
  if (at == std::string_view::npos) return std::string(line);
  return fmt::format("{} {}", trim(line.substr(0, at)), trim(line.substr(at + label.size())));
}

/// The environment without what ties this process to its launcher, so that the trial is a run of one process.
std::vector<std::string> environment_of_one() {
  static constexpr std::array<std::string_view, 14> launchers{
      "PMI_",      "PMIX_", "PMI2_",  "OMPI_COMM_WORLD_", "OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix",
      "OMPI_ARGV", "PRTE_", "HYDRA_", "MPI_LOCAL",        "SLURM_",         "PALS_",        "ALPS_"};
  auto out = whole_environment();
  std::erase_if(out, [](const std::string& variable) {
    return std::ranges::any_of(launchers, [&](auto start) { return variable.starts_with(start); });
  });
  return out;
}

/// An error that says how the trial ended where it was no success.
Result<void> try_message(MemoryKind kind, int index) {
  auto child = host::Child::start_again(
      {std::string(trial_request), std::string(facts_of(kind).name), std::to_string(index)},
      environment_of_one());
  if (!child) return tl::unexpected(child.error());
  const auto answer = child->answer(trial_seconds);
  if (!answer) return tl::unexpected(answer.error());
  return {};
}

std::string refusal(const Settings& settings, GpuDriver driver, const std::string& reason) {
  const MemoryKind managed = device::kind_at(driver, GpuPlace::managed);
  return fmt::format("{}: a device pointer would crash it; use -memory {}, or -memory_unchecked on", reason,
                     facts_of(managed).name) +
         (settings.memory[0] == settings.memory[1] ? "" : " for both kinds");
}

/// On the first rank.
Result<std::string> find_support(const Settings& settings, MemoryKind kind) {
  const GpuDriver driver = facts_of(kind).driver;
  const Support support = device_support(driver);
  if (support == Support::yes) return "yes";
  if (settings.memory_unchecked) return support == Support::no ? "no" : "unknown";
  if (support == Support::no)
    return failure(refusal(settings, driver,
                           fmt::format("{} was built without {} support, or it is switched off",
                                       library_name(), name_of(driver))));
  const int index = settings.devices.empty() ? 0 : settings.devices.front();
  if (auto tried = try_message(kind, index); !tried)
    return failure(
        refusal(settings, driver,
                fmt::format("{} does not say whether it takes {} memory, and a trial message failed ({})",
                            library_name(), name_of(driver), tried.error().message)));
  return "yes";
}

}  // namespace

Support device_support(GpuDriver driver) {
  const auto* const question = std::ranges::find(questions, driver, &Question::driver);
  if (question == questions.end()) return Support::unknown;
  if (switched("MPIR_CVAR_ENABLE_GPU") == false) return Support::no;
  if (const auto cray = switched("MPICH_GPU_SUPPORT_ENABLED")) return *cray ? Support::yes : Support::no;
  return what_library_says(*question);
}

Result<std::string> check_device_support(const mpi::World& world, const Settings& settings) {
  const auto* const kind = std::ranges::find_if(
      settings.memory, [](MemoryKind each) { return facts_of(each).place == GpuPlace::device; });
  if (kind == settings.memory.end()) return std::string{};
  Result<std::string> found;
  if (world.first()) found = find_support(settings, *kind);
  const auto agreed = case_setup::agree_on_error(world.comm, found.map([](const std::string&) {}));
  return agreed ? found : tl::unexpected(agreed.error());
}

bool asked_for_trial(int argc, char** argv) {
  return argc == 4 && argv[1] == trial_request;
}

int run_trial(char** argv) {
  const auto* const kind = std::ranges::find(memory_kinds, std::string_view(argv[2]), &MemoryKindFacts::name);
  if (kind == memory_kinds.end()) return 1;
  const std::array devices{number_of<int>(argv[3]).value_or(0)};
  auto spaces = device::Spaces::open({kind->kind, kind->kind}, devices);
  if (!spaces || !spaces->choose(0) || MPI_Init(nullptr, nullptr) != MPI_SUCCESS) return 1;
  host::Space& space = spaces->space(false);
  std::byte *const out = space.allocate(trial_bytes), *const in = space.allocate(trial_bytes);
  if (out == nullptr || in == nullptr) return 1;
  const auto fill_with = [](std::byte value) {
    return [value](std::int64_t, std::span<std::byte> piece) { std::ranges::fill(piece, value); };
  };
  space.write(out, trial_bytes, fill_with(std::byte{0x5a}));
  space.write(in, trial_bytes, fill_with(std::byte{0}));
  MPI_Sendrecv(out, trial_bytes, MPI_BYTE, 0, 0, in, trial_bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  bool right = false;
  space.read(in, trial_bytes, [&](std::int64_t, std::span<const std::byte> piece) {
    right = std::ranges::count(piece, std::byte{0x5a}) == trial_bytes;
  });
  return MPI_Finalize() == MPI_SUCCESS && right ? 0 : 1;
}

}  // namespace sonde::library
