#include "case_setup/check_messages.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "case_setup/check_pace.hpp"
#include "engine/line_up.hpp"
#include "plan/lengths.hpp"

namespace sonde::case_setup {

namespace {

std::int64_t bytes_of(const Settings& settings, const Case& c, const Benchmark& benchmark, Extent extent) {
  return extent_bytes(settings, benchmark, extent, c.bytes, c.size, c.rank, c.places).value_or(0);
}

bool drawn(ExpectedContent expect) {
  using enum ExpectedContent;
  return expect == from_drawn_sender || expect == from_drawn_partner || expect == from_drawn_ring ||
         expect == from_flow;
}

bool receives(const Benchmark& benchmark, const Case& c, const check::Facts& facts) {
  if (drawn(benchmark.expect) && check::drawn_sender(benchmark.expect, facts) < 0) return false;
  const Role role = role_of(benchmark.needs.processes.roles, c.rank, c.size, c.pair_distance);
  if (role == Role::idle) return false;
  if (benchmark.expect == ExpectedContent::window_at_answering) return role == Role::second_half;
  const auto expects = [&](ExpectedContent one, ExpectedContent other) {
    return benchmark.expect == one || benchmark.expect == other;
  };
  if (expects(ExpectedContent::from_first, ExpectedContent::window_from_first) ||
      benchmark.expect == ExpectedContent::summed_before)
    return c.rank != 0;
  if (expects(ExpectedContent::from_all_others, ExpectedContent::windows_from_others)) return c.rank == 0;
  const bool only_root = benchmark.expect == ExpectedContent::gathered_at_root ||
                         benchmark.expect == ExpectedContent::reduced_at_root;
  return !only_root || c.rank == facts.root;
}

/// The roots in the order they are checked; they are all the same where the root does not move.
std::vector<int> roots_of(const Case& c) {
  const auto& roots = c.steps.roots;
  if (roots.stride == 0) return {roots.at};
  if (c.size > 2) {
    std::vector<int> order{0, 1, c.size - 1};
    for (int root = 2; root < c.size - 1; ++root) order.push_back(root);
    return order;
  }
  return c.size == 2 ? std::vector<int>{0, 1} : std::vector<int>{0};
}

/// One checked repetition after another on the same case.
class Checker {
 public:
  Checker(const Settings& settings, const PlannedCase& planned, const CheckFacts& measured,
          host::Space& space, const check::OwnContent* own)
      : benchmark_(planned.benchmark()),
        space_(space),
        mode_(planned.mode()),
        case_(measured.c),
        loop_(measured.loop),
        roots_(roots_of(measured.c)) {
    const Case& c = measured.c;
    const bool both = benchmark_.expect == ExpectedContent::from_neighbours;
    receive_bytes_ = both ? 2 * c.bytes : bytes_of(settings, c, benchmark_, benchmark_.message.receive);
    send_bytes_ = bytes_of(settings, c, benchmark_, benchmark_.message.send);
    facts_ = {.type = transfer_type(settings, benchmark_.message.element),
              .ranks = c.size,
              .rank = c.rank,
              .bytes = c.bytes,
              .seed = c.seed,
              .flows = c.flows,
              .neighbours = c.neighbours,
              .directions = 2 * benchmark_.needs.processes.grid,
              .in_flight = benchmark_.shares_places() ? c.places : c.in_flight,
              .partitions = c.partitions,
              .threads = static_cast<int>(c.threads.size()) + 1,
              .pair_distance = c.pair_distance,
              .chain_step = c.chain_step,
              .own = own};
    threads_.assign(c.threads.begin(), c.threads.end());
    case_.threads = threads_;
    each_thread([both](Case& thread) {
      thread.steps.out.stride = thread.steps.in.stride = 0;  // every repetition in the first slot
      if (both) thread.second_in = static_cast<std::ptrdiff_t>(thread.bytes);
    });
    loop_.line_up = engine::no_barrier;
    loop_.batches = {1, 1, 1};
    loop_.computation.units = 1;
    loop_.computation.as_transfer = false;
  }

  [[nodiscard]] std::int64_t least() const { return std::min<std::int64_t>(std::ssize(roots_), 5); }

  check::Defect round(std::int64_t done, std::int64_t repetitions) {
    check::Defect all;
    for (std::int64_t i = done; i < done + repetitions; ++i) {
      if (drawn(benchmark_.expect)) facts_.repetition = loop_.first = i;
      add(all, once(roots_[static_cast<std::size_t>(i) % roots_.size()]));
    }
    return all;
  }

 private:
  check::Defect once(int root) {
    facts_.root = root;
    each_thread([root](Case& thread) { thread.steps.roots = {thread.size, root, 0}; });
    fill_anew();
    check::Defect found;
    // What has come without computation is not taken for what should come beside it.
    loop_.between = [&] {
      found = look();
      fill_anew();
    };
    LoopSample sample;
    mode_.measure(case_, loop_, sample);
    add(found, look());
    return found;
  }

  /// The cases of this rank's threads.
  template <class Action>
  void each_thread(const Action& action) {
    action(case_);
    for (Case& thread : threads_) action(thread);
  }

  void fill_anew() {
    ++facts_.generation;
    each_thread([this](const Case& thread) { fill(thread); });
  }

  /// Whether messages are sent from where others arrive.
  [[nodiscard]] bool in_place() const {
    return benchmark_.expect == ExpectedContent::from_root ||
           benchmark_.expect == ExpectedContent::from_left_in_place;
  }
  /// What a receive buffer is filled with.
  [[nodiscard]] auto before_arrival() const { return in_place() ? check::sent : check::spoiled; }
  /// Plug-ins may use their memory as they like, and what stands in for a call that of ranks that receive
  /// nothing.
  [[nodiscard]] bool leaves_send_buffers() const { return !in_place() && benchmark_.plugin == nullptr; }
  [[nodiscard]] bool leaves_other_receive_buffers() const {
    return benchmark_.guideline.empty() && benchmark_.plugin == nullptr;
  }

  void fill(const Case& c) {
    facts_.thread = c.thread;
    const auto write = [&](std::byte* to, std::int64_t bytes, const auto& content) {
      space_.write(to, bytes, content(benchmark_.expect, facts_, bytes));
    };
    if (!in_place()) write(c.steps.out.at, send_bytes_, check::sent);
    write(c.steps.in.at, receive_bytes_, before_arrival());
  }

  [[nodiscard]] check::Defect look() {
    using check::ContentComparison;
    check::Defect all;
    const bool receiving = receives(benchmark_, case_, facts_);
    each_thread([&](const Case& thread) {
      facts_.thread = thread.thread;
      const std::byte *out = thread.steps.out.at, *in = thread.steps.in.at;
      const auto content_before = [&](const auto& content, std::int64_t bytes) {
        return ContentComparison(content(benchmark_.expect, facts_, bytes), facts_, bytes);
      };
      if (receiving)
        compare(all, in, receive_bytes_, ContentComparison(benchmark_.expect, facts_, receive_bytes_), "");
      else if (leaves_other_receive_buffers())
        compare(all, in, receive_bytes_, content_before(before_arrival(), receive_bytes_),
                ", where nothing may arrive");
      if (leaves_send_buffers())
        compare(all, out, send_bytes_, content_before(check::sent, send_bytes_), ", in the send buffer");
    });
    return all;
  }

  /// Adds what of the bytes from `buffer` on differs to `all`; `where` ends its sentence.
  void compare(check::Defect& all, const std::byte* buffer, std::int64_t bytes,
               check::ContentComparison comparison, std::string_view where) {
    space_.read(buffer, bytes,
                [&](std::int64_t at, std::span<const std::byte> piece) { comparison.look(at, piece); });
    check::Defect found = comparison.result();
    if (found.found()) found.text += where;
    add(all, found);
  }

  const Benchmark& benchmark_;
  host::Space& space_;
  const Mode& mode_;
  Case case_;                  ///< with a root of its own, and a place for each message
  std::vector<Case> threads_;  ///< the further ones
  Loop loop_;
  std::vector<int> roots_;
  check::Facts facts_;
  std::int64_t send_bytes_ = 0, receive_bytes_ = 0;
};

}  // namespace

CheckResult check_messages(const ResourceFacts& facts, const CheckFacts& measured,
                           const check::OwnContent* own) {
  if (facts.benchmark().expect == ExpectedContent::nothing) return {};
  Checker checker(facts.settings, facts.planned, measured, facts.window.space(), own);
  return check_in_rounds(
      facts, measured, checker.least(),
      [&checker](std::int64_t done, std::int64_t repetitions) { return checker.round(done, repetitions); });
}

}  // namespace sonde::case_setup
