#include "campaign/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace sonde::campaign {

namespace {

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  Result<Words> run() {
    for (; at_ < line_.size(); ++at_)
      if (!split_at(line_[at_])) return failure(fmt::format("'{}' ends with a backslash", line_));
    if (quote_ != 0) return failure(fmt::format("{} is not closed in: {}", quote_, line_));
    end_word();
    return words_;
  }

 private:
  bool split_at(char c) {
    if (c == '\\' && quote_ != '\'') {
      if (++at_ == line_.size()) return false;
      add(line_[at_]);
    } else if (quote_ != 0) {
      c == quote_ ? void(quote_ = 0) : add(c);
    } else if (c == '\'' || c == '"') {
      quote_ = c;
      inside_ = true;
    } else if (blank(c)) {
      end_word();
    } else {
      add(c);
    }
    return true;
  }

  void add(char c) {
    word_ += c;
    inside_ = true;
  }

  void end_word() {
    if (inside_) words_.push_back(word_);
    word_.clear();
    inside_ = false;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  char quote_ = 0;
  bool inside_ = false;  ///< '' is a word too
  std::string word_;
  Words words_;
};

Result<std::string> value_text(const std::string& name, const Values& values) {
  if (const auto value = values.find(name); value != values.end())
    return fmt::format("{}", fmt::join(value->second, " "));
  std::string known;
  for (const auto& [key, words] : values) known += fmt::format("{}{{{}}}", known.empty() ? "" : ", ", key);
  return failure(fmt::format("unknown placeholder '{{{}}}': known are {}", name, known));
}

Result<std::string> fill_word(const std::string& word, const Values& values) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    const bool brace = c == '{' || c == '}', twice = brace && i + 1 < word.size() && word[i + 1] == c;
    if (!brace || twice) {
      out += c;
      i += twice ? 1 : 0;
      continue;
    }
    if (c == '}') return failure(fmt::format("'{}' has a lone '}}': write '}}}}' for a brace", word));
    const auto end = word.find('}', i);
    if (end == std::string::npos)
      return failure(fmt::format("'{}' has a lone '{{': write '{{{{' for a brace", word));
    auto text = value_text(word.substr(i + 1, end - i - 1), values);
    if (!text) return text;
    out += *text;
    i = end;
  }
  return out;
}

}  // namespace

Result<Words> split_words(std::string_view line) {
  return Splitter(line).run();
}

Result<Words> fill(const Words& words, const Values& values) {
  Words out;
  for (const std::string& word : words) {
    const bool placeholder = word.size() > 2 && word.front() == '{' && word.back() == '}' && word[1] != '{';
    const auto whole = placeholder ? values.find(word.substr(1, word.size() - 2)) : values.end();
    if (whole != values.end()) {
      out.insert(out.end(), whole->second.begin(), whole->second.end());
      continue;
    }
    auto filled = fill_word(word, values);
    if (!filled) return tl::unexpected(filled.error());
    out.push_back(*filled);
  }
  return out;
}

bool is_plain_name(std::string_view word) {
  return !word.empty() && word.front() != '.' && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

std::string join_words(const Words& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    const bool plain = !word.empty() && word.find_first_of(" \t\n\r'\"\\") == std::string::npos;
    if (plain) {
      out += word;
      continue;
    }
    out += '"';
    for (const char c : word) out += c == '"' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
    out += '"';
  }
  return out;
}

std::string shell_line(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + shell_word(word);
  return out;
}

}  // namespace sonde::campaign
