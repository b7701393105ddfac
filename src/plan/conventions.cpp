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

std::string warm_up(WarmUp choice) {
  switch (choice) {
    case WarmUp::off:
      return "off";
    case WarmUp::on:
      return "before the first length and until times settle";
    case WarmUp::automatic:
      return "until times settle";
  }
  return "";
}

std::string start(const Settings& settings) {
  switch (settings.start) {
    case Start::barrier:
      return "2 barriers before each loop";
    case Start::dissemination:
      return "2 dissemination barriers before each loop";
    case Start::clock:
      return "at an agreed time";
    case Start::none:
      return "no synchronisation before a loop";
  }
  return "";
}

std::string clock_place(const Settings& settings) {
  if (!settings.sync_calls) return "around batches of one loop";
  return "around every call, a barrier after it";
}

std::string time_limit(double seconds) {
  return std::isfinite(seconds) ? fmt::format("{:g} s per length", seconds) : "none";
}

std::string cache_use(const Settings& settings) {
  if (!settings.off_cache || settings.suite == Suite::io) return "buffers reused";
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
      {"Mbyte", megabyte(settings.megabyte)}, {"Time limit", time_limit(settings.seconds_per_sample)},
      {"Clock", clock_place(settings)},       {"Start", start(settings)},
      {"Warm-up", warm_up(settings.warm_up)},
  };
  if (settings.suite == Suite::mpi1)
    out.emplace_back("Root", settings.root_shift ? "i mod P in repetition i" : "rank 0");
  if (settings.suite != Suite::io) out.emplace_back("Cache", cache_use(settings));
  if (settings.suite == Suite::io) out.emplace_back("Page cache", page_cache(settings));
  return out;
}

}  // namespace sonde
