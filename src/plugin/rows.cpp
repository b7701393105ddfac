#include "plugin/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "catalog/well_formed.hpp"
#include "patterns/own.hpp"

namespace sonde::plugin {

namespace {

bool right_name(const char* name) {
  const std::string_view text = name == nullptr ? "" : name;
  return !text.empty() && text.size() <= 40 && std::ranges::all_of(text, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_';
  });
}

ExpectedContent content_of(const sonde_benchmark& row) {
  using enum ExpectedContent;
  if (row.expect != nullptr) return plugin_says;
  switch (row.expected) {
    case SONDE_UNCHECKED:
      return nothing;
    case SONDE_FROM_LEFT:
      return from_left;
    case SONDE_FROM_PEER:
      return from_peer;
    case SONDE_FROM_ROOT:
      return from_root;
    case SONDE_SCATTERED:
      return scattered;
    case SONDE_GATHERED_AT_ROOT:
      return gathered_at_root;
    case SONDE_GATHERED:
      return gathered;
    case SONDE_TRANSPOSED:
      return transposed;
    case SONDE_REDUCED_AT_ROOT:
      return reduced_at_root;
    case SONDE_REDUCED:
      return reduced;
  }
  return nothing;
}

Extent extent_of(sonde_extent extent) {
  if (extent == SONDE_NO_BUFFER) return Extent::none;
  return extent == SONDE_MESSAGE_PER_RANK ? Extent::message_per_rank : Extent::message;
}

Root root_of(sonde_root root) {
  if (root == SONDE_ROOT_ROTATES) return Root::rotates;
  return root == SONDE_ROOT_ZERO ? Root::zero : Root::none;
}

TransferClass class_of(const sonde_benchmark& row) {
  if (row.active != nullptr && row.exactly == 2) return TransferClass::single_transfer;
  return row.messages > 0 || row.active != nullptr ? TransferClass::parallel_transfer
                                                   : TransferClass::collective;
}

Benchmark made_of(const sonde_benchmark& row) {
  Benchmark made;
  made.name = row.name;
  made.summary = row.summary;
  made.suite = Suite::sonde;
  made.klass = class_of(row);
  made.overlapped = row.start != nullptr;
  made.message = {.send = row.send_bytes != nullptr ? Extent::plugin_sends : extent_of(row.send),
                  .receive = row.receive_bytes != nullptr ? Extent::plugin_receives : extent_of(row.receive),
                  .element = row.element == SONDE_NUMBERS ? Element::reduction : Element::transfer,
                  .root = root_of(row.root),
                  .send_bytes = row.send_bytes,
                  .receive_bytes = row.receive_bytes};
  const bool pairs = row.active != nullptr;
  made.needs.processes = {.least = std::max({row.least, row.exactly, pairs ? 2 : 1}),
                          .exactly = row.exactly,
                          .roles = pairs ? Roles::halves : Roles::alike};
  made.needs.resource = Resource::plugin;
  made.plugin = &row;
  made.expect = content_of(row);
  made.metric = {.time_scale = row.time_scale > 0 ? row.time_scale : 1.0, .messages = row.messages};
  made.modes[0] = patterns::own_mode(row);
  return made;
}

/// Whether it has the functions of one kind, all of them.
bool of_one_kind(const sonde_benchmark& row) {
  if ((row.active == nullptr) != (row.passive == nullptr)) return false;
  if ((row.start == nullptr) != (row.finish == nullptr)) return false;
  const std::array kinds{row.repetition != nullptr, row.active != nullptr, row.start != nullptr};
  return std::ranges::count(kinds, true) == 1;
}

/// The rule of rows that it breaks, in the words of plug-ins; "" where it keeps them.
std::string rule_broken_by(const sonde_benchmark& row) {
  switch (const Benchmark made = made_of(row); broken_by(made)) {
    case Rule::none:
      return made.expect == ExpectedContent::from_peer && made.needs.processes.exactly != 2
                 ? "SONDE_FROM_PEER needs .exactly = 2"
                 : "";
    case Rule::enough_processes_for_the_least:
      return "it needs more processes than .exactly says";
    case Rule::a_rate_needs_a_length:
      return "it has no buffers, so no rate; leave .messages out";
    case Rule::checked_contents_need_a_length:
      return "it has no buffers, so nothing can be expected in them";
    default:
      return "what it says does not fit together";
  }
}

/// Why a benchmark cannot be measured; "" where it can.
std::string fault_of(const sonde_benchmark& row) {
  if (!right_name(row.name)) return "its name must be 1 to 40 letters, digits and _";
  if (row.summary == nullptr || *row.summary == '\0') return "it needs a .summary";
  if (!of_one_kind(row)) return "it needs a .repetition, or .active and .passive, or .start and .finish";
  if (row.least < 0 || row.exactly < 0 || row.messages < 0 || row.requests < 0 || row.time_scale < 0)
    return "its numbers must not be below 0";
  if (row.start != nullptr && row.messages > 0)
    return "with .start and .finish it has no rate; leave .messages out";
  if (row.teardown != nullptr && row.setup == nullptr) return "it has a .teardown without a .setup";
  const bool in_numbers = row.expected == SONDE_REDUCED || row.expected == SONDE_REDUCED_AT_ROOT;
  if (in_numbers && row.element != SONDE_NUMBERS) return "reductions need .element = SONDE_NUMBERS";
  return rule_broken_by(row);
}

}  // namespace

Result<std::vector<Benchmark>> rows_of(const sonde_plugin& table, std::string_view file) {
  std::vector<Benchmark> rows;
  if (table.count < 1) return failure(fmt::format("{} has no benchmarks", file));
  for (int i = 0; i < table.count; ++i) {
    const sonde_benchmark& row = table.benchmarks[i];
    if (const std::string fault = fault_of(row); !fault.empty())
      return failure(fmt::format("{}: benchmark {} ({}): {}", file, i + 1,
                                 right_name(row.name) ? row.name : "without a name", fault));
    if (std::ranges::any_of(rows,
                            [&](const Benchmark& other) { return lower(other.name) == lower(row.name); }))
      return failure(
          fmt::format("{}: two benchmarks are named {}; name one of them otherwise", file, row.name));
    rows.push_back(made_of(row));
  }
  return rows;
}

}  // namespace sonde::plugin
