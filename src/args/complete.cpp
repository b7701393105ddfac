#include "args/complete.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace sonde {

namespace {

/// Other suites have programs of the same names, which would take the question for a benchmark and run: the
/// files in packaging/completion look for this text in a program before they ask it.
[[gnu::used]] constexpr std::string_view mark = "Sonde answers what completes its command line";

/// Lines of an answer: those that begin as the word does.
class Answer {
 public:
  explicit Answer(std::string_view begin) : begin_(begin) {}

  void offer(const std::string& word, std::string_view meaning) {
    if (!word.starts_with(begin_)) return;
    text_ += word;
    if (!meaning.empty()) text_.append("\t").append(meaning);
    text_ += '\n';
  }
  void leave_to_the_shell(std::string_view what) { text_.append(":").append(what).append("\n"); }
  std::string take() { return std::move(text_); }

 private:
  std::string_view begin_;
  std::string text_;
};

bool names(const OptionWords& option, std::string_view word) {
  return std::ranges::find(option.names, word) != option.names.end() ||
         std::ranges::find(option.others, word) != option.others.end();
}

/// The option that a word names and whose value is the next word; none: nothing is due.
const OptionWords* awaiting(const CommandWords& command, std::string_view word) {
  for (const OptionWords& option : command.options)
    if (option.value && !option.value_optional && names(option, word)) return &option;
  return nullptr;
}

/// `given`: what stands before the value within its word.
void offer_value(Answer& answer, const ValueWords& value, const std::string& given) {
  if (value.how == Completed::file) return answer.leave_to_the_shell("file");
  if (value.how == Completed::directory) return answer.leave_to_the_shell("directory");
  if (value.how == Completed::command) return answer.leave_to_the_shell("command");
  for (const WordChoice& choice : value.words) answer.offer(given + choice.word, choice.meaning);
}

void offer_value(Answer& answer, const ValueWords& value, const std::string& before, std::string_view word) {
  const auto comma = value.how == Completed::list ? word.rfind(',') : std::string_view::npos;
  const auto kept = comma == std::string_view::npos ? std::string_view() : word.substr(0, comma + 1);
  offer_value(answer, value, before + std::string(kept));
}

/// Two dashes have all names that begin so; one dash has those that are offered.
void offer_options(Answer& answer, const CommandWords& command, std::string_view word) {
  for (const OptionWords& option : command.options) {
    for (const std::string& name : option.names) answer.offer(name, option.help);
    if (word.starts_with("--"))
      for (const std::string& name : option.others) answer.offer(name, option.help);
  }
}

/// Where the words before the cursor have led.
struct Place {
  const CommandWords* command;
  std::size_t arguments = 0;            ///< that stand there
  const OptionWords* option = nullptr;  ///< whose value is due
  bool options_ended = false;           ///< by --

  void step(const std::string& word) {
    if (option != nullptr) {
      option = nullptr;
    } else if (!options_ended && word == "--") {
      options_ended = true;
    } else if (!options_ended && word.starts_with('-')) {
      option = awaiting(*command, word);
    } else if (arguments >= command->arguments.size() && step_below(word)) {
      arguments = 0;
    } else {
      ++arguments;
    }
  }

 private:
  bool step_below(const std::string& word) {
    const auto below = std::ranges::find(command->commands, word, &CommandWords::name);
    if (below == command->commands.end()) return false;
    command = &*below;
    return true;
  }
};

/// Bash takes the = of --option=value for a word of its own.
std::vector<std::string> without_equals(std::span<const std::string> words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] != "=" || i + 1 == words.size()) out.push_back(words[i] == "=" ? "" : words[i]);
  return out;
}

/// Of "--option=val".
void offer_after_equals(Answer& answer, const CommandWords& command, const std::string& word) {
  const auto equals = word.find('=') + 1;
  if (const OptionWords* option = awaiting(command, std::string_view(word).substr(0, equals - 1)))
    offer_value(answer, *option->value, word.substr(0, equals), std::string_view(word).substr(equals));
}

}  // namespace

std::string candidates(const CommandWords& command, std::span<const std::string> words) {
  auto line = without_equals(words);
  if (line.empty()) line.emplace_back();
  const std::string word = line.back();
  Place place{&command};
  for (std::size_t i = 0; i + 1 < line.size(); ++i) place.step(line[i]);
  const CommandWords& at = *place.command;
  Answer answer(word);
  if (place.option != nullptr)
    offer_value(answer, *place.option->value, "", word);
  else if (!place.options_ended && word.starts_with("--") && contains(word, "="))
    offer_after_equals(answer, at, word);
  else if (!place.options_ended && word.starts_with('-'))
    offer_options(answer, at, word);
  else if (!at.commands.empty() && place.arguments >= at.arguments.size())
    for (const CommandWords& sub : at.commands) answer.offer(sub.name, sub.help);
  else if (!at.arguments.empty())
    offer_value(answer, at.arguments.front(), "", word);
  return answer.take();
}

}  // namespace sonde
