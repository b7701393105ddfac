#include "plan/conventions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "args/canonical.hpp"
#include "catalog/convention_words.hpp"

namespace sonde {

namespace {

/// What the canonical list says, looked up by flag; "" where a flag is not given or not one of the program.
class Given {
 public:
  explicit Given(const Settings& settings) : list_(canonical(settings)) {}

  [[nodiscard]] const std::string& operator[](std::string_view flag) const {
    static const std::string nothing;
    const auto found = std::ranges::find(list_, flag, &FlagValue::first);
    return found == list_.end() ? nothing : found->second;
  }
  [[nodiscard]] bool on(std::string_view flag) const { return (*this)[flag] == "on"; }

 private:
  std::vector<FlagValue> list_;
};

std::string megabyte(const Given& given) {
  return given["mbytes"] == "1e6" ? "10^6 bytes" : given["mbytes"] + " bytes";
}

std::string warm_up(const Given& given, const SuiteFacts& suite) {
  if (given["warm_up"] == "off") return "off";
  if (suite.files) return "one transfer before each length";
  if (given["warm_up"] == "auto") return "until times settle";
  const auto& calls = given["n_warmup"];
  if (suite.threads) return fmt::format("{} repetition{} before each length", calls, calls == "1" ? "" : "s");
  constexpr std::string_view usual_calls = "4";
  return fmt::format("{}before the first length and until times settle",
                     calls == usual_calls ? "" : fmt::format("{} call{} ", calls, calls == "1" ? "" : "s"));
}

std::string start(const Given& given) {
  const auto& way = given["start"];
  if (const auto& late = given["arrival"]; !late.empty())
    return fmt::format("each call at an agreed time, processes late as -arrival {} says", late);
  if (way == "clock") return "at an agreed time";
  if (way == "none") return "no synchronisation before a loop";
  const bool own = way == "dissemination" || given.on("imb_barrier");
  const auto& count = given["n_barr"];
  return fmt::format("{} {}barrier{} before each loop", count, own ? "dissemination " : "",
                     count == "1" ? "" : "s");
}

std::string clock_place(const Given& given, const SuiteFacts& suite) {
  if (!given["arrival"].empty()) return "around every call";
  const std::string barrier = fmt::format("a {}barrier", given.on("imb_barrier") ? "dissemination " : "");
  const bool asked = given.on("sync") || given.on("imb_barrier");
  const bool on = given["barrier"] != "off";
  const bool barriers = on && (suite.threads || (asked && suite.collective));
  if (given.on("tails") || !given["load"].empty())
    return "around every call that completes by itself" +
           (barriers ? fmt::format(", {} after those of a collective", barrier) : "");
  if (!barriers)
    return fmt::format("around batches of one loop{}", given.on("sync") ? ", -sync has no effect" : "");
  if (suite.threads) return fmt::format("around every call of a collective, {} of all after it", barrier);
  return fmt::format("around every call of a collective that completes by itself, {} after it", barrier);
}

std::string time_limit(const Given& given) {
  const auto& policy = given["iter_policy"];
  if (given["time"] == "no limit") return "none";
  const auto limit = fmt::format("{:g} s per length", std::strtod(given["time"].c_str(), nullptr));
  if (!given["precision"].empty() || policy == "dynamic") return limit;
  if (policy == "auto") return limit + ", none for benchmarks with a root";
  return limit + "; a row that would take longer ends its table";
}

std::string cache_use(const Given& given, const SuiteFacts& suite) {
  if (suite.files) return "buffers reused, -off_cache is not effective in IMB-IO";
  const auto& size = given["off_cache"];
  if (size.empty()) return "buffers reused";
  if (size == "-1") return "avoided, size of this machine";
  return fmt::format("avoided, {:g} MB", std::strtod(size.c_str(), nullptr));
}

std::string page_cache(const Given& given) {
  if (given.on("cold")) return "dropped before each loop of reads (posix_fadvise)";
  return "reads may come from it (-cold keeps them out)";
}

std::string_view reduce_scatter(const Given& given) {
  return given["reduce_scatter"] == "each" ? x_for_each : x_for_all;
}

}  // namespace

std::string_view conventions_name(const Settings& settings) {
  if (settings.conventions == Conventions::of_2021) return "IMB 2021";
  return settings.profile == Profile::pmb22 ? "PMB 2.2" : "IMB 3.2";
}

std::vector<std::pair<std::string, std::string>> conventions_in_force(const Settings& settings) {
  const Given given(settings);
  const SuiteFacts suite = facts_of(settings.suite);
  std::vector<std::pair<std::string, std::string>> out{
      {"Mbyte", megabyte(given)}, {"Time limit", time_limit(given)},  {"Clock", clock_place(given, suite)},
      {"Start", start(given)},    {"Warm-up", warm_up(given, suite)},
  };
  if (suite.roots) out.emplace_back("Root", given.on("root_shift") ? "i mod P in repetition i" : "rank 0");
  const bool asked_for_root = !settings.arrival && settings.conventions == Conventions::guide;
  if (!suite.roots && asked_for_root && given["root_shift"] == "off")
    out.emplace_back("Root", "-root_shift has no effect");
  if (suite.roots) out.emplace_back(share_convention, reduce_scatter(given));
  if (suite.overlaps)
    out.emplace_back(suite.passive ? "Progress" : "Overlap",
                     fmt::format("(t_pure + t_CPU - t_ovrl) / {}(t_pure, t_CPU)", given["overlap_over"]));
  if (suite.passive) {
    out.emplace_back("Locks", "taken before the clock, given back after it");
    out.emplace_back("Truly_passive_put",
                     "put and flush alone, without the barrier that IMB 2021 times with them");
  }
  if (suite.threads) {
    out.emplace_back(
        "Threads",
        fmt::format("{} in each process, each with a communicator of its own",
                    settings.threads.empty() ? "1" : fmt::format("{}", fmt::join(settings.threads, ", "))));
    out.emplace_back("Message length", "of one thread; #bytes is that of all threads of a process");
  }
  if (!suite.files || !given["off_cache"].empty()) out.emplace_back("Cache", cache_use(given, suite));
  if (suite.files) out.emplace_back("Page cache", page_cache(given));
  return out;
}

}  // namespace sonde
