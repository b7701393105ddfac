#include <fmt/format.h>

#include <map>

#include "base/text.hpp"
#include "base/units.hpp"
#include "record/describe.hpp"
#include "record/message_memory.hpp"
#include "reports/page_parts.hpp"

namespace sonde::reports {
namespace {

std::string words(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ' ';
    text += contains(part, " ") ? fmt::format("\"{}\"", part) : part;
  }
  return text;
}

// "3 hosts: n1 (ranks 0-7: 8), ..." would be long; the number of ranks on each host is what matters.
std::string hosts_and_ranks(const record::Header& header) {
  std::map<std::string, int> ranks;
  for (const record::RankPlace& place : header.places) ++ranks[place.host];
  std::string text;
  std::size_t told = 0;
  for (const auto& [host, count] : ranks) {
    if (++told > 16) break;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", host, count);
  }
  if (ranks.size() > 16) text += fmt::format(" and {} more", ranks.size() - 16);
  return text;
}

class Collector {
 public:
  void add(std::string label, std::string value) {
    if (!value.empty()) facts_.emplace_back(std::move(label), std::move(value));
  }
  void seconds(std::string label, std::optional<double> value) {
    if (value) add(std::move(label), human_seconds(*value));
  }
  Facts take() { return std::move(facts_); }

 private:
  Facts facts_;
};

}  // namespace

Facts provenance(const record::Run& run) {
  const record::Header& h = run.header;
  Collector facts;
  facts.add("Program", h.program + (h.version.empty() ? "" : " " + h.version) +
                           (h.revision.empty() ? "" : " (" + h.revision + ")"));
  facts.add("Conventions", h.conventions);
  facts.add("Command line", words(h.command_line));
  facts.add("Started", h.start);
  facts.add("Ended", run.footer ? run.footer->end : "");
  facts.add("Ranks", h.ranks > 0 ? std::to_string(h.ranks) : "");
  facts.add("Hosts (ranks)", hosts_and_ranks(h));
  facts.add("MPI library", h.mpi_library);
  facts.add("MPI standard", h.mpi_standard);
  facts.add("Thread level", h.thread_level);
  for (const auto& plugin : h.plugins) facts.add("Plug-in", plugin.file + ", SHA-256 " + plugin.digest);
  facts.add("Memory of messages", h.memory ? record::memory_text(*h.memory) : "");
  facts.add("Processor", h.cpu_model + (h.cpu_mhz ? fmt::format(" at {:.0f} MHz", *h.cpu_mhz) : ""));
  facts.add("Frequency governor", h.governor);
  facts.add("Fastest port", record::port_text(h));
  facts.add("System",
            h.system + (h.kernel.empty() ? "" : " " + h.kernel) + (h.machine.empty() ? "" : " " + h.machine));
  facts.add("Timer", h.timer_name);
  facts.seconds("Timer resolution", h.timer_resolution);
  facts.seconds("Timer cost", h.timer_cost);
  facts.add("Compiler", h.compiler + (h.compiler_flags.empty() ? "" : " " + h.compiler_flags));
  facts.add("Random seed", h.seed ? std::to_string(*h.seed) : "");
  facts.add("Mbyte of the rates", fmt::format("{:.0f} bytes", h.megabyte));
  if (run.footer) {
    facts.seconds("Time in measured loops", run.footer->measured_seconds);
    facts.seconds("Time around them", run.footer->dead_seconds);
  }
  for (const auto& [name, value] : h.conventions_in_force) facts.add(name, value);
  return facts.take();
}

}  // namespace sonde::reports
