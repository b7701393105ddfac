#include "plan/conventions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sonde {

namespace {

std::string megabyte(double bytes) {
  if (bytes == 1048576) return "2^20 bytes";
  if (bytes == 1e6) return "10^6 bytes";
  return fmt::format("{:.10g} bytes", bytes);
}

std::string warm_up(const Settings& settings) {
  constexpr int usual_calls = 4;
  const int calls = settings.warm_up_calls;
  switch (settings.warm_up) {
    case WarmUp::off:
      return "off";
    case WarmUp::on:
      return fmt::format("{}before the first length and until times settle",
                         calls == usual_calls ? "" : fmt::format("{} call{} ", calls, calls == 1 ? "" : "s"));
    case WarmUp::automatic:
      return "until times settle";
  }
  return "";
}

std::string barriers(const Settings& settings) {
  const bool own = settings.start == Start::dissemination || settings.imb_barrier;
  return fmt::format("{} {}barrier{} before each loop", settings.barriers, own ? "dissemination " : "",
                     settings.barriers == 1 ? "" : "s");
}

std::string start(const Settings& settings) {
  switch (settings.start) {
    case Start::barrier:
    case Start::dissemination:
      return barriers(settings);
    case Start::clock:
      return "at an agreed time";
    case Start::none:
      return "no synchronisation before a loop";
  }
  return "";
}

std::string clock_place(const Settings& settings) {
  if (!settings.sync_calls && !settings.imb_barrier) return "around batches of one loop";
  return fmt::format("around every call{}, a {}barrier after it",
                     settings.sync_calls ? "" : " of a collective benchmark",
                     settings.imb_barrier ? "dissemination " : "");
}

std::string time_limit(const Settings& settings) {
  const bool holds = std::isfinite(settings.seconds_per_sample) && settings.iter_policy != IterPolicy::off;
  return holds ? fmt::format("{:g} s per length", settings.seconds_per_sample) : "none";
}

std::string cache_use(const Settings& settings) {
  if (facts_of(settings.suite).files) return "buffers reused, -off_cache is not effective in IMB-IO";
  if (!settings.off_cache) return "buffers reused";
  if (settings.off_cache->megabytes < 0) return "avoided, size of this machine";
  return fmt::format("avoided, {:g} MB", settings.off_cache->megabytes);
}

std::string page_cache(const Settings& settings) {
  if (settings.cold) return "dropped before each loop of reads (posix_fadvise)";
  return "reads may come from it (-cold keeps them out)";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> conventions_in_force(const Settings& settings) {
  std::vector<std::pair<std::string, std::string>> out{
      {"Mbyte", megabyte(settings.megabyte)}, {"Time limit", time_limit(settings)},
      {"Clock", clock_place(settings)},       {"Start", start(settings)},
      {"Warm-up", warm_up(settings)},
  };
  const SuiteFacts suite = facts_of(settings.suite);
  if (suite.roots) out.emplace_back("Root", settings.root_shift ? "i mod P in repetition i" : "rank 0");
  if (!suite.files || settings.off_cache) out.emplace_back("Cache", cache_use(settings));
  if (suite.files) out.emplace_back("Page cache", page_cache(settings));
  return out;
}

}  // namespace sonde
