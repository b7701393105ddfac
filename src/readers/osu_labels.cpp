#include "readers/osu_labels.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "readers/text_head.hpp"
#include "record/variant.hpp"

namespace sonde::readers {

namespace {

/// "D H" of "Send Buffer on DEVICE (D) and Receive Buffer on HOST (H)".
std::string places_of(std::string_view comment) {
  std::string out;
  for (auto at = comment.find('('); at != std::string_view::npos; at = comment.find('(', at + 1)) {
    const auto close = comment.find(')', at);
    if (close == std::string_view::npos || close == at + 1) break;
    out += (out.empty() ? "" : " ") + std::string(comment.substr(at + 1, close - at - 1));
  }
  return out;
}

}  // namespace

void set_title_label(Labels& labels, std::string_view title) {
  for (const auto word : words_in(title))
    for (const std::string_view library : {"MPI-", "NCCL-", "RCCL-"})
      if (word.starts_with(library))
        return record::set_variant(labels, "accelerator", word.substr(library.size()));
}

void set_comment_label(Labels& labels, std::string_view comment) {
  if (comment.starts_with("Datatype:")) {
    auto type = trim(comment.substr(9));
    while (type.ends_with('.')) type.remove_suffix(1);
    labels.erase("datatype");
    if (type != "MPI_CHAR") record::set_variant(labels, "datatype", type);
  } else if (comment.starts_with("Send Buffer on")) {
    record::set_variant(labels, "buffers", places_of(comment));
  } else {
    const std::string words = lower(comment);  // "Window size" and "window size"
    if (const auto window = between(words, "window size:", "]"); number_of<int>(window))
      record::set_variant(labels, "window", window);
  }
}

void set_sides_label(Labels& labels, std::string_view comment) {
  const auto colon = comment.find(':');
  if (colon == std::string_view::npos) return;
  const std::string words = lower(comment.substr(0, colon));
  const auto number = trim(comment.substr(colon + 1));
  for (const auto& [words_of_osu, name] : {std::pair{"number of sender threads", "senders"},
                                           {"number of receiver threads", "receivers"},
                                           {"number of forked processes in sender", "senders"},
                                           {"number of forked processes in receiver", "receivers"}})
    if (words == words_of_osu && number_of<int>(number)) record::set_variant(labels, name, number);
}

void set_sent_label(Labels& labels, std::int64_t bytes, double sent) {
  if (bytes > 0 && sent >= 0)
    record::set_variant(labels, "sent", fmt::format("{:.4g} %", 100 * sent / static_cast<double>(bytes)));
}

}  // namespace sonde::readers
