#include "model/fit_collective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/units.hpp"
#include "model/collective_breaks.hpp"
#include "model/collective_choice.hpp"
#include "model/groups.hpp"
#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

constexpr std::size_t most_alternatives = 3;

/// Lengths with one formula.
struct Piece {
  double from = 0, to = 0;  ///< first and last length
  std::vector<Sample> samples{};
  ChosenTerms chosen{};
  std::vector<double> factors{};
  std::vector<double> half_widths{};  ///< of the 95 % intervals; empty: there are none
};

double at_length(const Sample& s) {
  return std::max(0.0, s.bytes);
}

LinearProblem problem_of(const Piece& piece) {
  LinearProblem problem{.columns = static_cast<int>(piece.chosen.terms.size())};
  for (const Sample& s : piece.samples) {
    const TermValues values = term_values(s);
    for (const int t : piece.chosen.terms) problem.design.push_back(values[static_cast<std::size_t>(t)]);
    problem.y.push_back(s.seconds);
    problem.sigma.push_back(s.sigma);
  }
  return problem;
}

/// The widest of four: residuals that have nothing in common, those of a process count deviate together,
/// those of a length do, those of a launch. A form that is not the true one misses whole process counts and
/// lengths, and the first interval then is too narrow.
std::vector<double> half_widths_of(const LinearProblem& problem, const LinearSolution& found,
                                   std::span<const Sample> samples) {
  const auto [counts, of_counts] = groups_of(samples, [](const Sample& s) { return s.processes; });
  const auto [lengths, of_lengths] = groups_of(samples, at_length);
  const auto by_count = errors_by_group(problem, counts), by_length = errors_by_group(problem, lengths);
  const auto by_launch = half_widths_by_launch(problem, samples, &Sample::processes);
  if (by_count.empty() || problem.points() <= problem.columns) return {};
  std::vector<double> out;
  for (std::size_t i = 0; i < found.value.size(); ++i) {
    double width = t_factor(problem.points() - problem.columns) * found.error[i];
    width = std::max(width, t_factor(of_counts - 1) * by_count[i]);
    if (!by_length.empty()) width = std::max(width, t_factor(of_lengths - 1) * by_length[i]);
    if (!by_launch.empty()) width = std::max(width, by_launch[i]);
    out.push_back(width);
  }
  widen_by_rounding(problem, samples, out);
  return out;
}

bool fit_piece(Piece& piece, std::span<const int> bases) {
  piece.chosen = choose_terms(piece.samples, bases);
  if (piece.chosen.terms.empty()) return false;
  const LinearProblem problem = problem_of(piece);
  const auto found = solve(problem);
  if (!found) return false;
  piece.factors = found->value;
  piece.half_widths = half_widths_of(problem, *found, piece.samples);
  return true;
}

/// A piece for each segment that begins at one of these lengths; none where one of them cannot be fitted.
std::vector<Piece> fitted_pieces(std::span<const Sample> samples, std::span<const double> starts,
                                 std::span<const int> bases) {
  std::vector<Piece> pieces(starts.size());
  for (const Sample& s : samples) {
    const auto after = std::ranges::upper_bound(starts, at_length(s));
    Piece& piece = pieces[static_cast<std::size_t>(after - starts.begin() - 1)];
    piece.samples.push_back(s);
    piece.to = std::max(piece.to, at_length(s));
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i].from = starts[i];
    if (!fit_piece(pieces[i], bases)) return {};
  }
  return pieces;
}

std::string lengths_text(const Piece& piece) {
  return fmt::format("{} to {}", human_bytes(std::llround(piece.from)), human_bytes(std::llround(piece.to)));
}

/// The factor of a term of a piece; `several`: there are others with the term.
FittedParameter factor_of(const Piece& piece, std::size_t i, std::string name, bool several) {
  const int term = piece.chosen.terms[i];
  FittedParameter made{std::move(name),
                       "factor of " + name_of_term(term) + (several ? ", " + lengths_text(piece) : ""),
                       per_byte(term) ? "s/B" : "s",
                       piece.factors[i],
                       {}};
  if (!piece.half_widths.empty())
    made.interval = stats::Interval{made.value - piece.half_widths[i], made.value + piece.half_widths[i]};
  return made;
}

void add_parameters(FittedCurve& curve, std::span<const Piece> pieces) {
  int latencies = 0, bandwidths = 0;
  for (const Piece& piece : pieces)
    for (std::size_t i = 0; i < piece.factors.size(); ++i) {
      const auto name = per_byte(piece.chosen.terms[i]) ? fmt::format("beta_{}", ++bandwidths)
                                                        : fmt::format("alpha_{}", ++latencies);
      curve.parameters.push_back(factor_of(piece, i, name, pieces.size() > 1));
    }
  for (std::size_t i = 1; i < pieces.size(); ++i)
    curve.parameters.push_back({fmt::format("x_{}", i), "first length of the next segment", "B",
                                pieces[i].from, stats::Interval{pieces[i - 1].to, pieces[i].from}});
}

double time_of(const Piece& piece, const Sample& s) {
  const TermValues values = term_values(s);
  double seconds = 0;
  for (std::size_t i = 0; i < piece.factors.size(); ++i)
    seconds += piece.factors[i] * values[static_cast<std::size_t>(piece.chosen.terms[i])];
  return seconds;
}

void add_points(FittedCurve& curve, std::span<const Piece> pieces) {
  for (const Piece& piece : pieces)
    for (const Sample& s : piece.samples)
      curve.points.push_back(
          {at_length(s), s.seconds, time_of(piece, s), s.sigma, s.half_interval, s.processes});
  std::ranges::stable_sort(curve.points, {}, [](const FittedPoint& p) { return std::pair(p.series, p.x); });
  for (const FittedPoint& p : curve.points) curve.curve.push_back({p.x, p.fitted, p.series});
}

/// What else explains these times as well.
void add_alternatives(FittedCurve& curve, const Piece& piece, bool several) {
  const auto& others = piece.chosen.as_good;
  if (others.empty()) return;
  std::string text = fmt::format("{}hese times do not tell {} from ",
                                 several ? lengths_text(piece) + ": t" : "T", shape_of(piece.chosen.terms));
  for (std::size_t i = 0; i < std::min(others.size(), most_alternatives); ++i)
    text += (i > 0 ? ", or from " : "") + shape_of(others[i]);
  if (others.size() > most_alternatives)
    text += fmt::format(", nor from {} more", others.size() - most_alternatives);
  curve.notes.push_back(text + ".");
}

void add_notes(FittedCurve& curve, std::span<const Piece> pieces, const std::set<int>& counts) {
  curve.notes.push_back(fmt::format("P = {} to {}.", *counts.begin(), *counts.rbegin()));
  std::set<int> used;
  for (const Piece& piece : pieces)
    for (const int term : piece.chosen.terms) used.insert(term % collective_bases);
  if (auto same = same_bases_note(counts, used); !same.empty()) curve.notes.push_back(std::move(same));
  for (const Piece& piece : pieces) add_alternatives(curve, piece, pieces.size() > 1);
  if (std::ranges::any_of(pieces, [](const Piece& piece) { return piece.half_widths.empty(); }))
    curve.notes.emplace_back(
        "Factors without an interval: too few process counts to see what changes without one of them.");
}

FittedCurve curve_of(std::span<const Piece> pieces, const std::set<int>& counts) {
  FittedCurve curve;
  curve.name = fmt::format("{} in P and x", pieces.front().samples.front().benchmark);
  curve.source = std::string(
      "sums of terms in P, times alpha and beta x, chosen by cross-validation; segments in x by AICc");
  curve.x_label = std::string("message length"), curve.x_unit = std::string("B");
  curve.y_label = std::string("time"), curve.y_unit = std::string("s");
  curve.series_label = std::string("processes");
  int parameters = static_cast<int>(pieces.size()) - 1;
  for (const Piece& piece : pieces) {
    curve.formula += (curve.formula.empty() ? "" : "\n") + formula_of(piece.chosen.terms, piece.factors);
    if (pieces.size() > 1) curve.formula += fmt::format("   for x = {}", lengths_text(piece));
    parameters += static_cast<int>(piece.factors.size());
  }
  add_parameters(curve, pieces);
  add_points(curve, pieces);
  add_notes(curve, pieces, counts);
  curve.quality = quality(curve.points, parameters);
  return curve;
}

std::vector<Piece> best_pieces(std::span<const Sample> samples, std::span<const int> bases) {
  const std::vector<double> starts = length_segments(samples);
  auto pieces = fitted_pieces(samples, starts, bases);
  if (pieces.empty() && starts.size() > 1) pieces = fitted_pieces(samples, std::span(starts).first(1), bases);
  return pieces;
}

/// Of each sample the seconds that its piece says; nothing where there are no pieces.
std::vector<double> times_of(std::span<const Piece> pieces, std::span<const Sample> samples) {
  std::vector<double> seconds;
  if (pieces.empty()) return seconds;
  for (const Sample& s : samples) {
    const auto after = std::ranges::upper_bound(pieces, at_length(s), {}, &Piece::from);
    seconds.push_back(time_of(*std::prev(after), s));
  }
  return seconds;
}

}  // namespace

Result<FittedCurve> fit_collective(std::span<const Sample> all) {
  std::vector<Sample> samples(all.begin(), all.end());
  std::erase_if(samples, [](const Sample& s) { return s.processes < 1; });  // a table that does not say
  const std::set<int> counts = counts_of(samples);
  if (counts.size() < 3)
    return failure(fmt::format(
        "not identifiable: {} process counts; how the time grows with P needs at least 3", counts.size()));
  if (samples.size() < 6) return failure("not identifiable: a formula in P and x needs at least 6 points");
  const std::vector<int> bases = distinct_bases(counts);
  const auto pieces = best_pieces(
      weighted_by_fit(std::move(samples),
                      [&](std::span<const Sample> some) { return times_of(best_pieces(some, bases), some); }),
      bases);
  if (pieces.empty()) return failure("not identifiable: no sum of the usual terms explains these times");
  return curve_of(pieces, counts);
}

}  // namespace sonde::model
