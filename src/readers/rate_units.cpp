#include "readers/rate_units.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::readers {

namespace {

using record::CaseRecord;

constexpr double binary_megabyte = static_cast<double>(mebibyte);

/// How many rows agree with either.
struct Votes {
  int decimal = 0, binary = 0;

  [[nodiscard]] std::optional<double> winner() const {
    if (decimal == binary) return std::nullopt;
    return decimal > binary ? decimal_megabyte : binary_megabyte;
  }
};

/// How far the bytes of a unit of rate are from a power of two times `megabyte`, in doublings: rows count a
/// message once, twice or four times.
double misfit(double bytes_per_unit, double megabyte) {
  const double doublings = std::log2(bytes_per_unit / megabyte);
  return std::abs(doublings - std::round(doublings));
}

/// Bytes a second of the row by its messages, else by its time; nothing where too few digits are printed to
/// tell the units apart, which differ by 4.9 %.
std::optional<double> bytes_a_second(const CaseRecord& row) {
  constexpr double most_rounding = 0.006;
  if (!row.megabytes_per_second || !(*row.megabytes_per_second > 0) || row.id.bytes < 1) return std::nullopt;
  const record::Rounding half = row.rounding ? *row.rounding : record::Rounding{};
  const double of_rate = half.megabytes_per_second / *row.megabytes_per_second;
  if (const double messages = row.messages_per_second.value_or(0); messages > 0)
    return of_rate + half.messages_per_second / messages <= most_rounding
               ? std::optional(messages * static_cast<double>(row.id.bytes))
               : std::nullopt;
  if (!row.times || !(row.times->max > 0)) return std::nullopt;
  return of_rate + half.seconds / row.times->max <= most_rounding
             ? std::optional(static_cast<double>(row.id.bytes) / row.times->max)
             : std::nullopt;
}

void vote(const CaseRecord& row, Votes& votes) {
  constexpr double near = 0.02;
  const auto rate = bytes_a_second(row);
  if (!rate) return;
  const double unit = *rate / *row.megabytes_per_second;
  if (misfit(unit, decimal_megabyte) < near) ++votes.decimal;
  if (misfit(unit, binary_megabyte) < near) ++votes.binary;
}

/// "2^20 bytes", "10^6 bytes", "1000 bytes", as the heads of our own tables have it.
std::optional<double> said(const record::Header& header) {
  const auto value = convention(header, "Mbyte"), number = value.substr(0, value.find(' '));
  if (number == "2^20") return binary_megabyte;
  if (number == "10^6") return decimal_megabyte;
  const auto bytes = number_of<double>(number);
  return bytes && *bytes >= 1 && *bytes < 1e15 ? bytes : std::nullopt;
}

bool same_table(const CaseRecord& a, const CaseRecord& b) {
  return a.id.benchmark == b.id.benchmark && a.id.mode == b.id.mode && a.id.processes == b.id.processes;
}

/// The rates of each table of its own, in the unit of the header.
void settle_tables(record::Run& run) {
  auto& cases = run.cases;
  for (std::size_t from = 0, to = 0; from < cases.size(); from = to) {
    Votes votes;
    for (; to < cases.size() && same_table(cases[from], cases[to]); ++to) vote(cases[to], votes);
    const double unit = votes.winner().value_or(run.header.megabyte);
    if (unit == run.header.megabyte) continue;
    for (std::size_t i = from; i < to; ++i)
      if (auto& rate = cases[i].megabytes_per_second) *rate *= unit / run.header.megabyte;
  }
}

}  // namespace

void settle_rates(record::Run& run, double usual) {
  if (const auto unit = said(run.header)) {
    run.header.megabyte = *unit;
    return;
  }
  Votes votes;
  for (const CaseRecord& row : run.cases) vote(row, votes);
  run.header.megabyte = votes.winner().value_or(usual);
  const bool titled = !run.header.conventions.empty();
  if (titled) return;
  if (votes.decimal + votes.binary > 0) return settle_tables(run);
  const bool rated =
      std::ranges::any_of(run.cases, [](const CaseRecord& c) { return c.megabytes_per_second.has_value(); });
  if (rated)
    run.notes.push_back("nothing says which megabyte the rates count in: taken for " + rate_unit(usual));
}

}  // namespace sonde::readers
