#include "readers/parse_imb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "catalog/convention_words.hpp"
#include "readers/check_errors.hpp"
#include "readers/rate_units.hpp"
#include "readers/text_head.hpp"
#include "record/describe.hpp"
#include "record/message_memory.hpp"
#include "record/variant.hpp"

namespace sonde::readers {

namespace {

// Since 2018 these suites reduce P X bytes where they say X; the guide and PMB split X.
void add_conventions(const Title& title, record::Header& header) {
  if (title.format != record::Format::imb_text) return;
  const auto generation = number_of<double>(std::string_view(title.version).substr(0, 4));
  header.conventions_in_force.emplace_back(share_convention,
                                           generation.value_or(0) >= 2018 ? x_for_each : x_for_all);
}

// A table of a kind that is not known here: "#bytes ..." or columns of microseconds.
bool looks_like_a_head(std::string_view line) {
  const auto parts = words_in(line);
  if (parts.size() < 2 || number_of<double>(parts[0])) return false;
  const auto names = [](std::string_view word) { return word == "#bytes" || word.ends_with("[usec]"); };
  return std::ranges::any_of(parts, names);
}

// Lines that say what a table is about, copied without their '#'.
bool is_bare_comment(std::string_view line) {
  const auto parts = words_in(line);
  return (parts.size() == 2 && parts[0] == "Benchmarking") ||
         (parts.size() == 3 && parts[0] == "processes" && parts[1] == "=");
}

/// Where the messages of a table lay, the label "memory" of its cases: what the head of our own tables says;
/// of the GPU builds of IMB (IMB-MPI1-GPU) what the command line says: "device", "locked host", "shared".
/// Empty for plain host memory.
std::string memory_of_tables(const record::Run& run) {
  const record::Header& header = run.header;
  if (header.memory) return kinds_of(*header.memory);
  if (run.format == record::Format::sonde_text) return "";
  std::string type = lower(header.program).ends_with("-gpu") ? "device" : "";
  const auto& words = header.command_line;
  const auto flag =
      std::ranges::find_if(words, [](const auto& word) { return same_word(word, "-mem_alloc_type"); });
  if (flag != words.end() && flag + 1 != words.end()) type = lower(*(flag + 1));
  if (type == "host") return "locked host";
  return type == "cpu" ? "" : type;
}

}  // namespace

bool ImbText::is_title(std::string_view line) {
  return title_of(line).has_value();
}

record::Run& ImbText::run() {
  if (runs_.empty()) runs_.last().format = record::Format::imb_text;
  return runs_.last();
}

Result<void> ImbText::title(std::string_view text) {
  warnings_.begin_run();
  record::Run fresh;
  const Title found = *title_of(text);
  fresh.format = found.format;
  fresh.header.version = found.version;
  fresh.header.conventions = found.conventions;
  add_conventions(found, fresh.header);
  id_ = {};
  memory_.reset();
  columns_.clear();
  left_out_ = false;
  expect_ = ExpectedContent::nothing;
  return runs_.begin(std::move(fresh));
}

Result<void> ImbText::line(std::string_view text) {
  if (is_title(text)) return title(text);
  const auto inner = trim(text);
  if (warnings_.line(inner)) return {};
  if (auto columns = columns_of(text); !columns.empty()) {
    columns_ = std::move(columns);
    leading_pattern_ = columns_.front().name == "pattern";
    if (leading_pattern_) columns_.erase(columns_.begin());
    expect_ = ExpectedContent::nothing;
    return {};
  }
  if (!id_.benchmark.empty() && looks_like_a_head(inner)) return leave_out();
  if (check_error(inner)) return found_wrong(inner);
  if (inner.starts_with('#') || is_bare_comment(inner)) return comment(inner);
  if (inner.starts_with("MODE:")) id_.mode = std::string(trim(inner.substr(5)));
  if (columns_.empty() || id_.benchmark.empty()) return unread(inner);
  return inner.empty() ? Result<void>{} : row(text);
}

// A row that stands under no head that is understood, or under a head without a name.
Result<void> ImbText::unread(std::string_view text) {
  const auto parts = words_in(text);
  if (parts.size() < 2 || !std::ranges::all_of(parts, is_number)) return {};
  if (columns_.empty() != id_.benchmark.empty()) return leave_out();
  return runs_.pass_over(text, "no head of a table that is known stands above it");
}

Result<void> ImbText::leave_out() {
  columns_.clear();
  return std::exchange(left_out_, true) ? Result<void>{} : runs_.leave_out(id_.benchmark);
}

Result<void> ImbText::comment(std::string_view text) {
  const auto inner = without_hashes(text);
  if (inner.starts_with("!!")) return invalid(inner);
  if (inner.starts_with("Benchmarking "))
    section(trim(inner.substr(13)));
  else if (contains(inner, "All processes entering MPI_Finalize"))
    section({});
  else if (contains(inner, "processes = "))
    processes(inner);
  else if (contains(inner, "waiting in MPI_Barrier"))
    waiting(inner);
  else if (contains(inner, " each running"))
    groups(inner);
  else if (inner.starts_with("Group "))
    group_ranks(inner);
  else if (inner.starts_with("arrival = ") && !id_.benchmark.empty())
    record::set_variant(id_.variant, "arrival", arrival_ = trim(inner.substr(10)));
  else if (inner.starts_with("load = ") && !id_.benchmark.empty())
    record::set_variant(id_.variant, "load", trim(inner.substr(7)));
  else if (inner.starts_with("MODE:"))
    id_.mode = std::string(trim(inner.substr(5)));
  else if (!(expect_ == ExpectedContent::ranks && more_ranks(inner)) && id_.benchmark.empty())
    head_entry(inner);
  return {};
}

void ImbText::head_entry(std::string_view text) {
  memory_.reset();
  if (contains(text, "Calling sequence was:")) {
    expect_ = ExpectedContent::command;
    return;
  }
  if (expect_ == ExpectedContent::command) {
    // The sequence ends where its lines do; an empty comment before the first word is layout.
    if (text.empty() || contains(text, "essage length") || contains(text, "io portion")) {
      if (!run().header.command_line.empty() || !text.empty()) expect_ = ExpectedContent::nothing;
    } else {
      return add_command(run().header, text);
    }
  }
  set_head_entry(run().header, text);
}

void ImbText::label(record::CaseId& id) {
  if (!memory_) memory_ = memory_of_tables(run());
  record::set_variant(id.variant, record::memory_label, *memory_);
}

/// A pattern of "all,5:2", as cases measured with it alone have it: "last:2", "random,5:2".
std::string ImbText::pattern_of(std::string_view word) const {
  const auto seed = std::min(arrival_.find(','), arrival_.size());
  const auto scale = std::min(arrival_.find(':'), arrival_.size());
  return std::string(word) + arrival_.substr(word == "random" ? std::min(seed, scale) : scale);
}

void ImbText::section(std::string_view name) {
  id_ = {};
  arrival_.clear();
  ranks_.clear();
  shared_ranks_.clear();
  ranks_cut_ = false;
  columns_.clear();
  wrong_.clear();
  left_out_ = false;
  expect_ = ExpectedContent::nothing;
  const auto parts = words_in(name);
  std::string_view first = parts.empty() ? std::string_view{} : parts[0];
  if (first.starts_with("Multi-")) {
    id_.multi = true;
    first.remove_prefix(6);
  }
  id_.benchmark = std::string(first);
}

void ImbText::processes(std::string_view text) {
  id_.processes = number_after<int>(text, "processes = ").value_or(0);
  id_.threads = number_after<int>(text, "(threads: ").value_or(0);
  record::Header& header = run().header;
  header.ranks = std::max(header.ranks, id_.processes);
  if (!contains(text, "rank order")) return;
  ranks_.assign(1, {});
  shared_ranks_.clear();
  expect_ = ExpectedContent::ranks;
}

void ImbText::waiting(std::string_view text) {
  expect_ = ExpectedContent::nothing;
  const auto idle = number_after<int>(text, "(");
  if (!idle) return;
  const std::int64_t all = std::int64_t{*idle} + std::int64_t{id_.processes} * id_.groups;
  if (all <= std::numeric_limits<int>::max())
    run().header.ranks = std::max(run().header.ranks, static_cast<int>(all));
}

// "( 3 groups of 1 process each running simultaneous )", "... 2 processes each ..."
void ImbText::groups(std::string_view text) {
  const int count = number_after<int>(text, "(").value_or(0),
            size = number_after<int>(text, " of ").value_or(0);
  if (count < 1 || size < 1) return;
  id_.groups = count;
  id_.processes = size;
  const std::int64_t all = std::int64_t{count} * size;
  if (all <= std::numeric_limits<int>::max())
    run().header.ranks = std::max(run().header.ranks, static_cast<int>(all));
}

void ImbText::group_ranks(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return;
  ranks_.emplace_back();
  expect_ = ExpectedContent::ranks;
  add_ranks(text.substr(colon + 1));
}

bool ImbText::more_ranks(std::string_view text) {
  if (text.find_first_not_of("0123456789 \t.") != std::string_view::npos) return false;
  add_ranks(text);
  return true;
}

void ImbText::add_ranks(std::string_view numbers) {
  shared_ranks_.clear();
  for (const auto word : words_in(numbers)) {
    const auto rank = number_of<int>(word);
    if (rank && !ranks_.empty()) ranks_.back().push_back(*rank);
    if (!rank) ranks_cut_ = true;
  }
}

Result<void> ImbText::invalid(std::string_view text) {
  record::CaseRecord record;
  const auto parts = words_in(text);
  const auto at = std::ranges::find(parts, "Benchmark");
  if (at == parts.end() || at + 1 == parts.end()) return {};
  record.id.benchmark = std::string(*(at + 1));
  record.id.processes = number_after<int>(text, " for ").value_or(0);
  record.status = record::Status::skipped;
  const bool lacking = contains(text, " needs ") && !contains(text, " nodes ");
  record.reason = lacking ? record::Reason::unsupported : record::Reason::invalid_process_count;
  label(record.id);
  record.text = std::string(
      trim(text.substr(2, text.rfind("!!") == 0 ? std::string_view::npos : text.rfind("!!") - 2)));
  run();
  return runs_.add(std::move(record), text);
}

// Our own tables show a case that was skipped as a line "# !! ... !!": a row without a result has failed.
// What follows the word of the reason is the text of the record.
void ImbText::our_reason(record::CaseRecord& record) {
  if (record.reason != record::Reason::skew_not_kept) record.status = record::Status::failed;
  const auto word = record.text.find("; ");
  record.text = word == std::string::npos ? "" : record.text.substr(word + 2);
}

record::RankList ImbText::ranks_of(int group) {
  const auto [known, fresh] = shared_ranks_.try_emplace(group);
  if (!fresh) return known->second;
  if (group >= 0)
    return known->second = static_cast<std::size_t>(group) < ranks_.size()
                               ? ranks_[static_cast<std::size_t>(group)]
                               : std::vector<int>{};
  std::vector<int> all;
  for (const auto& ranks : ranks_) all.insert(all.end(), ranks.begin(), ranks.end());
  return known->second = std::move(all);
}

void ImbText::complete_id(record::CaseRecord& record) {
  label(record.id);
  if (!ranks_cut_) record.ranks = ranks_of(std::max(-1, record.id.group));
  if (record.id.threads > 1 && record.id.bytes > 0)
    record.id.bytes /= record.id.threads;      // shown for all of them
  if (!record.id.multi) record.id.group = -1;  // -multi 1 prints the column for a group that runs alone, too
}

Result<void> ImbText::row(std::string_view text) {
  record::CaseRecord record;
  record.id = id_;
  if (leading_pattern_) {
    text = trim(text);
    const auto word = text.substr(0, text.find(' '));
    record::set_variant(record.id.variant, "arrival", pattern_of(word));
    text.remove_prefix(word.size());
  }
  const auto kind = read_row(columns_, text, record);
  if (!kind) return runs_.pass_over(text, kind.error().message);
  if (*kind == RowKind::none) return {};
  if (*kind == RowKind::reason && run().format == record::Format::sonde_text) our_reason(record);
  if (const auto wrong = wrong_.extract(record.id.bytes); !wrong.empty())
    record.defects = std::max(record.defects.value_or(0), wrong.mapped());
  complete_id(record);
  for (auto& flag : record.warnings)
    flag.text = fmt::format("{}: {}", record::describe(record.id), flag.kind);
  run();
  return runs_.add(std::move(record), text);
}

// The errors of a length stand before its row; where they come on a stream of their own, also behind it.
Result<void> ImbText::found_wrong(std::string_view text) {
  const auto error = *check_error(text);
  if (!same_word(error.benchmark, id_.benchmark))
    return runs_.pass_over(text, "data arrived wrong, and no table of this benchmark is open");
  auto& cases = runs_.cases();
  constexpr std::size_t most_looked_at = 1000;
  const auto of_this_table = [&](const record::CaseId& id) {
    return id.benchmark == id_.benchmark && id.processes == id_.processes;
  };
  for (std::size_t i = cases.size();
       i > 0 && i + most_looked_at > cases.size() && of_this_table(cases[i - 1].id); --i)
    if (cases[i - 1].id.bytes == error.bytes) {
      cases[i - 1].defects = cases[i - 1].defects.value_or(0) + 1;
      return {};
    }
  constexpr std::size_t most_lengths = 1000;
  if (wrong_.size() < most_lengths) ++wrong_[error.bytes];
  return {};
}

// Suites since 2017 count 10^6 bytes, the ones before 2^20; the rows decide where they can.
void ImbText::complete(record::Run& run) {
  const int year = number_after<int>(run.header.conventions, "IMB ").value_or(0);
  settle_rates(run, year >= 2017 ? decimal_megabyte : static_cast<double>(mebibyte));
}

}  // namespace sonde::readers
