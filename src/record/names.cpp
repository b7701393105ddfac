#include "record/names.hpp"

#include <array>
#include <utility>

namespace sonde::record {

namespace {

template <class E>
using Word = std::pair<E, std::string_view>;

constexpr std::array status_words{Word<Status>{Status::measured, "measured"},
                                  Word<Status>{Status::skipped, "skipped"},
                                  Word<Status>{Status::failed, "failed"}};

constexpr std::array reason_words{Word<Reason>{Reason::none, ""},
                                  Word<Reason>{Reason::invalid_process_count, "invalid_process_count"},
                                  Word<Reason>{Reason::unsupported, "unsupported"},
                                  Word<Reason>{Reason::out_of_memory, "out_of_memory"},
                                  Word<Reason>{Reason::time_out, "time_out"},
                                  Word<Reason>{Reason::mpi_error, "mpi_error"},
                                  Word<Reason>{Reason::io_error, "io_error"},
                                  Word<Reason>{Reason::too_large, "too_large"},
                                  Word<Reason>{Reason::interrupted, "interrupted"}};

using stats::StopReason;
constexpr std::array stop_words{Word<StopReason>{StopReason::fixed_count, "fixed_count"},
                                Word<StopReason>{StopReason::time_limit, "time_limit"},
                                Word<StopReason>{StopReason::precision_reached, "precision_reached"},
                                Word<StopReason>{StopReason::precision_not_reached, "precision_not_reached"}};

constexpr std::array format_words{Word<Format>{Format::json, "record"},
                                  Word<Format>{Format::csv, "CSV record"},
                                  Word<Format>{Format::sonde_text, "Sonde text"},
                                  Word<Format>{Format::imb_text, "IMB text"},
                                  Word<Format>{Format::osu_text, "OSU text"},
                                  Word<Format>{Format::reframe_perflog, "ReFrame perflog"},
                                  Word<Format>{Format::nccl_text, "nccl-tests text"},
                                  Word<Format>{Format::nccl_json, "nccl-tests JSON"},
                                  Word<Format>{Format::julia_csv, "MPIBenchmarks.jl CSV"}};

template <class Words, class E>
std::string_view word_for(const Words& words, E value) {
  for (const auto& [known, word] : words)
    if (known == value) return word;
  return {};
}

template <class E, class Words>
std::optional<E> value_for(const Words& words, std::string_view text) {
  for (const auto& [value, word] : words)
    if (word == text) return value;
  return std::nullopt;
}

}  // namespace

std::string_view to_word(Status status) {
  return word_for(status_words, status);
}
std::string_view to_word(Reason reason) {
  return word_for(reason_words, reason);
}
std::string_view to_word(StopReason reason) {
  return word_for(stop_words, reason);
}
std::string_view to_word(Format format) {
  return word_for(format_words, format);
}

std::optional<Status> status_of(std::string_view word) {
  return value_for<Status>(status_words, word);
}
std::optional<Reason> reason_of(std::string_view word) {
  return value_for<Reason>(reason_words, word);
}
std::optional<StopReason> stop_reason_of(std::string_view word) {
  return value_for<StopReason>(stop_words, word);
}

}  // namespace sonde::record
