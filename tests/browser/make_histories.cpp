// Writes the pages of histories that the browser tests look at into the folder given, each from a directory
// of records beside it.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "history/acknowledged.hpp"
#include "history/html_page.hpp"

namespace {

using namespace sonde;
namespace fs = std::filesystem;

/// What a site measures, and what becomes of it.
struct Site {
  std::size_t cases = 0, nights = 0;
  std::size_t launches = 3;
  std::function<std::string(std::size_t)> benchmark = [](std::size_t c) {
    return c % 2 == 0 ? "Allreduce" : "Bcast";
  };
  std::function<double(std::size_t, std::size_t)> factor = [](std::size_t, std::size_t) { return 1.0; };
  std::set<std::size_t> nights_off{};  ///< days without any launch
  std::function<bool(std::size_t, std::size_t)> left_out = [](std::size_t, std::size_t) { return false; };
  std::function<bool(std::size_t, std::size_t)> failed = [](std::size_t, std::size_t) { return false; };
  std::size_t new_kernel = SIZE_MAX;                       ///< the day from which there is another one
  bool cases_on_disk = true;                               ///< else the files have headers alone
  std::vector<std::array<std::string, 2>> acknowledged{};  ///< night and text, of the case of this number:
  std::size_t acknowledged_case = 0;
};

constexpr std::int64_t first_minute = 29386980;  // 2025-11-15T03:00Z

record::CaseRecord measured(const Site& site, std::size_t c, double seconds, bool failed) {
  record::CaseRecord out;
  out.id.benchmark = site.benchmark(c);
  out.id.processes = 4;
  out.id.bytes = std::int64_t{8} * static_cast<std::int64_t>(c + 1);
  out.status = failed ? record::Status::failed : record::Status::measured;
  if (failed) return out;
  if (c == 3)
    out.megabytes_per_second = 1e-4 / seconds;
  else
    out.times = record::Times{seconds, seconds, seconds};
  return out;
}

record::Run launch(const Site& site, std::size_t day, std::mt19937_64& random, std::vector<double>& of_night,
                   std::size_t number) {
  std::normal_distribution<double> normal;
  record::Run run;
  run.header.program = "IMB-MPI1";
  run.header.kernel = day < site.new_kernel ? "6.1.0-25" : "6.1.0-27";
  run.header.places = {{0, "n1", {}}, {1, "n2", {}}};
  run.header.start =
      history::minute_text(first_minute + static_cast<std::int64_t>(day * 24 * 60 + number * 20));
  run.footer = record::Footer{};
  if (number == 0)
    for (double& value : of_night) value = 0.01 * normal(random);
  for (std::size_t c = 0; c < site.cases; ++c) {
    if (site.left_out(c, day)) continue;
    const double seconds = 1e-5 * static_cast<double>(c + 1) * site.factor(c, day) *
                           std::exp(of_night[c] + 0.003 * normal(random));
    run.cases.push_back(measured(site, c, seconds, site.failed(c, day)));
  }
  return run;
}

bool write_page(const std::string& folder, const std::string& name, const std::string& title,
                const Site& site) {
  const std::string directory = folder + "/" + name + ".nights";
  fs::remove_all(directory);
  std::mt19937_64 random(1);
  std::vector<double> of_night(site.cases);
  history::TableMaker table;
  std::size_t night = 0;
  for (std::size_t day = 0; day < site.nights; ++day) {
    if (site.nights_off.contains(day)) continue;
    for (std::size_t number = 0; number < site.launches; ++number) {
      record::Run run = launch(site, day, random, of_night, number);
      table.add(night, run);
      if (!site.cases_on_disk) run.cases.clear();
      const std::string content = history::content_of(run);
      const auto minutes = history::minutes_of(run.header.start);
      if (!minutes || !history::add_file(directory, history::file_name(*minutes, content), content))
        return false;
    }
    ++night;
  }
  auto read = history::read_history(directory);
  if (!read) return false;
  for (const auto& [from, text] : site.acknowledged)
    if (!history::acknowledge(directory, {from, read->rows.at(site.acknowledged_case).name, text}))
      return false;
  if (!site.acknowledged.empty()) read = history::read_history(directory);
  if (!site.cases_on_disk) {
    read->rows = table.rows(night);
    read->new_levels.resize(read->rows.size());
  }
  const auto found = history::check(*read);
  if (!found) return false;
  const auto page = history::html_page(*read, *found, {title, "2026-02-13 05:00 UTC"});
  if (page) std::ofstream(folder + "/" + name + ".html") << *page;
  return page.has_value();
}

/// 24 cases over 90 days: one is slower since the new kernel, one failed, one had become slower before, which
/// is known.
Site example() {
  Site site{.cases = 24, .nights = 90};
  site.factor = [](std::size_t c, std::size_t day) {
    return c == 4 && day >= 87 ? 1.15 : c == 6 && day >= 87 ? 1.30 : c == 8 && day >= 70 ? 1.2 : 1.0;
  };
  site.nights_off = {40, 41, 42, 43};
  site.left_out = [](std::size_t c, std::size_t day) { return c == 0 && day >= 20 && day < 30; };
  site.failed = [](std::size_t c, std::size_t day) { return c == 10 && day == 89; };
  site.new_kernel = 87;
  site.acknowledged_case = 4;  // rows are in the order of benchmark and length: of Allreduce, 72 B
  site.acknowledged = {{"2026-01-24", "new level, UCX 1.17"}};
  return site;
}

Site hostile() {
  Site site{.cases = 4, .nights = 64};
  site.benchmark = [](std::size_t c) {
    return c == 0 ? "</script><img src=x onerror=alert(1)>{{script}}" : fmt::format("=cmd|'/c calc'!A{}", c);
  };
  site.factor = [](std::size_t c, std::size_t day) { return c == 0 && day >= 62 ? 1.5 : 1.0; };
  site.acknowledged_case = 3;
  site.acknowledged = {{"2025-11-20", "<b onclick=alert(1)>bold</b>"}};
  return site;
}

Site few_nights() {
  Site site{.cases = 3, .nights = 2, .launches = 8};
  site.factor = [](std::size_t c, std::size_t day) { return c == 1 && day == 1 ? 1.5 : 1.0; };
  return site;
}

Site large() {
  Site site{.cases = 300, .nights = 365};
  site.factor = [](std::size_t c, std::size_t day) { return c % 50 == 0 && day >= 363 ? 1.2 : 1.0; };
  site.cases_on_disk = false;
  return site;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  const std::string markup = "<i>hostile</i> & {{data}}";
  const bool done = write_page(folder, "nights", "nights", example()) &&
                    write_page(folder, "nights-hostile", markup, hostile()) &&
                    write_page(folder, "nights-few", "few", few_nights()) &&
                    write_page(folder, "nights-one", "one", {.cases = 2, .nights = 1}) &&
                    write_page(folder, "nights-large", "large", large());
  return done ? 0 : 1;
}
