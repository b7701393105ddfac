#include "readers/stamp.hpp"

#include <algorithm>
#include <array>

namespace sonde::readers {

namespace {

constexpr std::array<std::string_view, 19> names{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
                                                 "Aug", "Sep", "Oct", "Nov", "Dec", "Mon", "Tue",
                                                 "Wed", "Thu", "Fri", "Sat", "Sun"};

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// Reads on while the text matches.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  [[nodiscard]] std::size_t at() const { return at_; }

  bool digits(std::size_t least, std::size_t most) {
    std::size_t n = 0;
    while (at_ + n < text_.size() && digit(text_[at_ + n])) ++n;
    if (n < least || n > most) return false;
    at_ += n;
    return true;
  }
  bool one_of(std::string_view set) {
    if (at_ >= text_.size() || set.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  bool name() {
    const auto word = text_.substr(std::min(at_, text_.size()), 3);
    if (std::ranges::find(names, word) == names.end()) return false;
    at_ += word.size();
    return true;
  }
  template <class Part>
  bool all(Part part) {
    const std::size_t before = at_;
    if (part()) return true;
    at_ = before;
    return false;
  }
  void blanks() {
    while (one_of(" ")) {
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool time_of_day(Reader& r) {
  if (!r.all([&] {
        return r.digits(1, 2) && r.one_of(":") && r.digits(2, 2) && r.one_of(":") && r.digits(2, 2);
      }))
    return false;
  r.all([&] { return r.one_of(".,") && r.digits(1, 9); });
  if (r.one_of("Z")) return true;
  r.all([&] {
    if (!r.one_of("+-") || !r.digits(2, 4)) return false;
    r.all([&] { return r.one_of(":") && r.digits(2, 2); });
    return true;
  });
  return true;
}

bool numeric_date(Reader& r) {
  return r.all(
      [&] { return r.digits(4, 4) && r.one_of("-/") && r.digits(2, 2) && r.one_of("-/") && r.digits(2, 2); });
}

/// "Nov 26"; `weekday` where it is "Thu Nov 26".
bool date_with_names(Reader& r, bool& weekday) {
  return r.all([&] {
    if (!r.name()) return false;
    r.blanks();
    weekday = r.name();
    if (weekday) r.blanks();
    return r.digits(1, 2);
  });
}

}  // namespace

std::size_t stamp_length(std::string_view text) {
  Reader r(text);
  bool weekday = false;
  if (numeric_date(r) || date_with_names(r, weekday)) {
    r.all([&] {
      if (!r.one_of("T")) r.blanks();
      return time_of_day(r);
    });
    if (weekday) r.all([&] { return r.one_of(" ") && r.digits(4, 4); });  // the year, as ctime has it
    return r.at();
  }
  if (time_of_day(r)) return r.at();
  if (r.all([&] { return r.digits(1, 12) && r.one_of(".") && r.digits(1, 9); })) return r.at();
  return 0;
}

}  // namespace sonde::readers
