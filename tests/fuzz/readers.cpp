// fuzz_readers [INPUTS [SEED]]: plants faults in inputs of every format. What a reader takes goes through
// show, compare, fit, plot and report. No exception, no abort, no hang, bounded memory; an input that is
// refused has one line of error.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "analysis/comparison.hpp"
#include "campaign/journal.hpp"
#include "model/describe_fit.hpp"
#include "model/fit_latency.hpp"
#include "model/fit_loggp.hpp"
#include "model/fit_maxrate.hpp"
#include "model/fit_overlap.hpp"
#include "model/selection.hpp"
#include "mutator.hpp"
#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/json.hpp"
#include "reports/comparison_text.hpp"
#include "reports/fit_script.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/html_report.hpp"
#include "reports/show_table.hpp"
#include "seeds.hpp"

namespace {

using namespace sonde;
using namespace sonde::testing;

constexpr unsigned seconds_per_input = 60;     // under sanitizers on a loaded machine
constexpr long most_kibibytes = 1536L * 1024;  // resident, with what sanitizers add

// What an input may not do; its text is in the file that is named at the end.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void must(bool holds, const char* what) {
  if (!holds) throw Broken(what);
}

void must_be_one_message(const std::string& message) {
  must(!message.empty(), "an error without a message");
  must(message.size() < 2000, "an error message of more than 2000 characters");
}

void show(const record::Run& run) {
  must(!reports::show_summary(run).empty(), "an empty summary");
  (void)(reports::show_table(run) + reports::show_warnings(run));
  for (const auto& c : run.cases) {
    (void)record::to_csv(c, run.header.megabyte);
    const auto again = record::parse_line(record::to_json(c));
    must(again.has_value(), "a case written as JSON that is not read back");
  }
  must(record::parse_line(record::to_json(run.header)).has_value(),
       "a header written as JSON that is not read back");
}

void fit(const std::vector<model::Sample>& samples) {
  using namespace model;
  std::vector<Result<FittedCurve>> fits{
      fit_latency(weighted(samples)), fit_maxrate(weighted(at_least(samples, 1))),
      fit_loggp(weighted(at_least(ping_pongs(samples), 1)), weighted(streams(samples)))};
  for (const auto& [pairs, some] : by_pairs(ping_pongs(samples)))
    fits.push_back(fit_overlap(weighted(some), {}));
  for (const auto& one : fits) {
    if (!one) must_be_one_message(one.error().message);
    if (one) (void)(describe(*one) + reports::fit_script(*one, {}));
  }
}

void use(const record::Run& run, const record::Run& sound) {
  show(run);
  const std::vector<record::Run> one{run}, other{sound}, both{run, sound};
  for (const auto& comparison : {analysis::compare(one, other, 0.03), analysis::compare(other, one, 0.03)})
    (void)(reports::comparison_table(comparison) + reports::comparison_json(comparison));
  fit(model::samples_of(run));
  for (const auto quantity : {reports::Plotted::time, reports::Plotted::rate})
    if (const auto script = reports::gnuplot_script(both, {.quantity = quantity}); !script)
      must_be_one_message(script.error().message);
  // Fits take more time than all the rest: of the new run alone, and once.
  (void)reports::html_report(analysis::report_of(one), {});
  (void)reports::html_report(
      analysis::report_of(both, analysis::TwoSides{1, analysis::compare(one, other, 0.03)}), {});
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// The plan read from a file, every launch of it as a command line.
Result<campaign::CampaignPlan> read_plan(const std::filesystem::path& folder, const std::string& text) {
  write(folder / "plan.toml", text);
  auto plan = campaign::read_plan((folder / "plan.toml").string());
  if (!plan) return plan;
  const auto launches = campaign::schedule(*plan, plan->seed.value_or(0));
  for (std::size_t i = 0; i < launches.size() && i < 100; ++i)
    if (const auto words = campaign::command_line(*plan, launches[i], "r.json"); !words)
      must_be_one_message(words.error().message);
  return plan;
}

/// True where the input was taken.
bool try_one(const Seed& seed, const std::string& text, const record::Run& sound,
             const std::filesystem::path& folder) {
  const auto refused = [](const auto& result) {
    if (!result) must_be_one_message(result.error().message);
    return !result;
  };
  if (seed.reader == Reader::records) {
    const auto run = readers::read_text(text, seed.name);
    return !refused(run) && (use(*run, sound), true);
  }
  if (seed.reader == Reader::rates) {
    const auto samples = model::samples_of_rates(text, seed.name);
    return !refused(samples) && (fit(*samples), true);
  }
  if (seed.reader == Reader::plan) return !refused(read_plan(folder, text));
  const auto plan =
      read_plan(folder, "launches = 1\ndirectory = \"j\"\n[[command]]\nname = \"a\"\nrun = \"b\"\n");
  must(plan.has_value(), "the sound plan is refused");
  std::filesystem::create_directory(folder / "j");
  write(folder / "j" / "plan.toml", plan->text);
  write(folder / "j" / "campaign.journal", text);
  return !refused(campaign::Journal::open(*plan, 1));
}

void too_long(int) {
  constexpr std::string_view text = "fuzz_readers: no end within the limit\n";
  (void)!::write(STDERR_FILENO, text.data(), text.size());
  std::abort();
}

long resident_kibibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int fuzz(int inputs, unsigned number, const std::filesystem::path& folder) {
  const auto seeds = fuzz_seeds();
  const auto sound = readers::read_text(seeds[0].text, "sound.json");
  must(sound.has_value(), "the sound record is refused");
  for (const Seed& seed : seeds)
    must(try_one(seed, seed.text, *sound, folder), ("refused as it is: " + seed.name).c_str());
  Mutator faults(number);
  int taken = 0;
  for (int i = 0; i < inputs; ++i) {
    const Seed& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    const std::string text = faults.mutated(seed.text, seeds[faults.below(seeds.size())].text);
    write(folder / ("input-" + seed.name), text);
    alarm(seconds_per_input);
    taken += try_one(seed, text, *sound, folder) ? 1 : 0;
    alarm(0);
    must(resident_kibibytes() < most_kibibytes, "more memory than 1.5 GiB");
    std::filesystem::remove(folder / ("input-" + seed.name));
    std::filesystem::remove_all(folder / "j");
  }
  fmt::print("{} inputs of seed {}: {} taken, {} refused\n", inputs, number, taken, inputs - taken);
  return 2 * taken > inputs / 5 && taken < inputs ? 0
                                                  : 1;  // else the faults are too coarse or have no effect
}

}  // namespace

int main(int argc, char** argv) {
  const int inputs = argc > 1 ? std::atoi(argv[1]) : 2000;
  const auto number = static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 1);
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("sonde-fuzz-{}", getpid());
  std::filesystem::create_directory(folder);
  std::signal(SIGALRM, too_long);
  fmt::print("inputs that fail stay in {}\n", folder.string());
  std::fflush(stdout);
  try {
    const int status = fuzz(inputs, number, folder);
    std::filesystem::remove_all(folder);
    return status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "fuzz_readers: {}\n", error.what());
    return 1;
  }
}
