#include "readers/imb_memory.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "record/message_memory.hpp"

namespace sonde::readers {

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

}  // namespace sonde::readers
