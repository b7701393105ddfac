// The index as an SQLite database in memory: SQLite itself opens no file, takes no lock and leaves no journal.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <tuple>
#include <variant>
#include <vector>

#include "base/fnv1a.hpp"
#include "history/index.hpp"
#include "record/json.hpp"
#ifdef SONDE_SQLITE
#include <sqlite3.h>
#endif

namespace sonde::history {
namespace {

constexpr std::string_view magic{"SQLite format 3\0", 16};
constexpr std::size_t application_at = 68;  // 4 bytes, the highest first
constexpr std::string_view application = "Sond";

}  // namespace

bool is_index(std::string_view image) {
  return image.empty() || (image.starts_with(magic) && image.size() >= application_at + application.size() &&
                           image.substr(application_at, application.size()) == application);
}

#ifdef SONDE_SQLITE
namespace {

// Whatever changes here, in `pieces` or in what a launch is taken for, gets another version.
constexpr const char* cases_table =
    "CREATE TABLE cases(number INTEGER PRIMARY KEY, line TEXT NOT NULL, digest INTEGER NOT NULL)";
constexpr const char* launches_table =
    "CREATE TABLE launches(name TEXT PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL, "
    "program TEXT NOT NULL, hosts INTEGER NOT NULL, readings BLOB NOT NULL, digest INTEGER NOT NULL) WITHOUT ROWID";
constexpr int index_version =
    std::endian::native == std::endian::little ? 4 : 5;  // readings are as in memory

/// The head of one reading in the column `readings`; the numbers that are there follow, in the order of their bits.
struct Piece {
  std::uint32_t number = 0;  ///< of its case, times 2, plus 1 where it failed
  std::uint32_t there = 0;   ///< a bit for each quantity
};
static_assert(sizeof(Piece) == 8 && analysis::known_quantities <= 32);

struct Closing {
  void operator()(sqlite3* base) const { ::sqlite3_close(base); }
  void operator()(sqlite3_stmt* statement) const { ::sqlite3_finalize(statement); }
};
using Base = std::unique_ptr<sqlite3, Closing>;
using Statement = std::unique_ptr<sqlite3_stmt, Closing>;

Base empty_base() {
  sqlite3* base = nullptr;
  const bool done =
      ::sqlite3_open_v2(":memory:", &base, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nullptr) == SQLITE_OK;
  Base out(base);
  if (!done) out.reset();
  return out;
}

Statement prepared(const Base& base, const char* text) {
  sqlite3_stmt* statement = nullptr;
  ::sqlite3_prepare_v2(base.get(), text, -1, &statement, nullptr);
  return Statement(statement);
}

bool run(const Base& base, const char* text) {
  return ::sqlite3_exec(base.get(), text, nullptr, nullptr, nullptr) == SQLITE_OK;
}

std::string_view bytes_in(const Statement& row, int column) {
  const void* bytes = ::sqlite3_column_blob(row.get(), column);
  const auto size = static_cast<std::size_t>(::sqlite3_column_bytes(row.get(), column));
  return bytes == nullptr ? std::string_view() : std::string_view(static_cast<const char*>(bytes), size);
}

std::int64_t number_in(const Statement& row, int column) {
  return ::sqlite3_column_int64(row.get(), column);
}

/// A word of its own before each text, so that no two rows have the same bytes.
void add_text(std::string& all, std::string_view text) {
  all += std::to_string(text.size()) + ' ';
  all += text;
}

std::int64_t digest_of_case(std::int64_t number, std::string_view line) {
  return static_cast<std::int64_t>(fnv1a(std::to_string(number) + ' ' + std::string(line)));
}

std::int64_t digest_of_launch(std::string_view name, const Stamp& stamp, std::string_view program,
                              std::int64_t hosts, std::string_view readings) {
  std::string all;
  for (const std::int64_t number : {stamp.size, stamp.modified, stamp.changed, hosts})
    all += std::to_string(number) + ' ';
  for (const std::string_view text : {name, program, readings}) add_text(all, text);
  return static_cast<std::int64_t>(fnv1a(all));
}

/// The line of a case that nothing but its identity is known of; nothing where it would not be read back as it is.
std::optional<std::string> line_of(const record::CaseId& id) {
  record::CaseRecord row;
  row.id = id;
  std::string line = record::to_json(row);
  const auto back = record::parse_line(line);
  const auto* read = back ? std::get_if<record::CaseRecord>(&*back) : nullptr;
  if (read == nullptr || read->id != id || read->id.benchmark != id.benchmark || read->id.mode != id.mode)
    return std::nullopt;
  return line;
}

/// Numbers of the cases, by their lines.
class Numbers {
 public:
  explicit Numbers(const Base& base) : insert_(prepared(base, "INSERT INTO cases VALUES(?, ?, ?)")) {}

  /// Nothing where the case cannot be kept.
  std::optional<std::uint64_t> of(const record::CaseId& id) {
    auto& known = of_id_[Spelled{id.benchmark, id.mode, id}];
    if (known == 0) {
      const auto line = line_of(id);
      if (!line || !insert_) return std::nullopt;
      const auto number = static_cast<std::int64_t>(of_id_.size());
      ::sqlite3_reset(insert_.get());
      ::sqlite3_bind_int64(insert_.get(), 1, number);
      ::sqlite3_bind_text(insert_.get(), 2, line->data(), static_cast<int>(line->size()), SQLITE_TRANSIENT);
      ::sqlite3_bind_int64(insert_.get(), 3, digest_of_case(number, *line));
      if (::sqlite3_step(insert_.get()) != SQLITE_DONE) return std::nullopt;
      known = static_cast<std::uint64_t>(number);
    }
    return known;
  }

 private:
  using Spelled = std::tuple<std::string, std::string, record::CaseId>;  // an id knows no letter case
  Statement insert_;
  std::map<Spelled, std::uint64_t> of_id_;
};

std::optional<std::string> pieces(const Launch& launch, Numbers& numbers) {
  std::string out;
  out.reserve(launch.readings.size() * (sizeof(Piece) + 5 * sizeof(double)));
  for (const Reading& reading : launch.readings) {
    const auto number = numbers.of(reading.id);
    if (!number) return std::nullopt;
    if (*number >= std::uint64_t{1} << 31U) return std::nullopt;
    Piece piece{static_cast<std::uint32_t>(*number * 2 + (reading.failed ? 1 : 0)), 0};
    for (std::size_t q = 0; q < reading.of_quantity.size(); ++q)
      if (!std::isnan(reading.of_quantity[q])) piece.there |= 1U << q;
    out.append(reinterpret_cast<const char*>(&piece), sizeof(piece));
    for (const double one : reading.of_quantity)
      if (!std::isnan(one)) out.append(reinterpret_cast<const char*>(&one), sizeof(one));
  }
  return out;
}

bool insert(const Statement& into, const std::string& name, const Kept& kept, const std::string& readings) {
  const auto hosts = static_cast<std::int64_t>(kept.launch.hosts);
  const std::string& program = kept.launch.program;
  ::sqlite3_reset(into.get());
  ::sqlite3_bind_text(into.get(), 1, name.data(), static_cast<int>(name.size()), SQLITE_TRANSIENT);
  ::sqlite3_bind_int64(into.get(), 2, kept.stamp.size);
  ::sqlite3_bind_int64(into.get(), 3, kept.stamp.modified);
  ::sqlite3_bind_int64(into.get(), 4, kept.stamp.changed);
  ::sqlite3_bind_text(into.get(), 5, program.data(), static_cast<int>(program.size()), SQLITE_TRANSIENT);
  ::sqlite3_bind_int64(into.get(), 6, hosts);
  ::sqlite3_bind_blob64(into.get(), 7, readings.data(), readings.size(), SQLITE_TRANSIENT);
  ::sqlite3_bind_int64(into.get(), 8, digest_of_launch(name, kept.stamp, program, hosts, readings));
  return ::sqlite3_step(into.get()) == SQLITE_DONE;
}

bool opened(const Base& base, std::string_view image) {
  auto* bytes = static_cast<unsigned char*>(::sqlite3_malloc64(image.size()));
  if (bytes == nullptr) return false;
  std::memcpy(bytes, image.data(), image.size());
  const auto size = static_cast<sqlite3_int64>(image.size());
  return ::sqlite3_deserialize(base.get(), "main", bytes, size, size,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY) == SQLITE_OK;
}

/// Nothing but our two tables of our version: no view, no trigger.
bool is_known(const Base& base) {
  const auto version = prepared(base, "PRAGMA user_version");
  if (!version || ::sqlite3_step(version.get()) != SQLITE_ROW || number_in(version, 0) != index_version)
    return false;
  const auto schema = prepared(base, "SELECT sql FROM sqlite_schema");
  for (const char* expected : {cases_table, launches_table})
    if (!schema || ::sqlite3_step(schema.get()) != SQLITE_ROW || bytes_in(schema, 0) != expected)
      return false;
  return ::sqlite3_step(schema.get()) == SQLITE_DONE;
}

/// The cases by their numbers, which are 1, 2, 3...; false where something is wrong.
bool read_cases(const Base& base, std::vector<record::CaseId>& out) {
  const auto rows = prepared(base, "SELECT number, line, digest FROM cases ORDER BY number");
  int status = SQLITE_ERROR;
  while (rows && (status = ::sqlite3_step(rows.get())) == SQLITE_ROW) {
    const auto line = bytes_in(rows, 1);
    const auto number = number_in(rows, 0);
    if (number != static_cast<std::int64_t>(out.size()) + 1 ||
        number_in(rows, 2) != digest_of_case(number, line))
      return false;
    const auto read = record::parse_line(line);
    const auto* row = read ? std::get_if<record::CaseRecord>(&*read) : nullptr;
    if (row == nullptr) return false;
    out.push_back(row->id);
  }
  return status == SQLITE_DONE;
}

/// Takes one thing off the front of `bytes`; false where they end before.
template <class Thing>
bool take(std::string_view& bytes, Thing& thing) {
  if (bytes.size() < sizeof(thing)) return false;
  std::memcpy(&thing, bytes.data(), sizeof(thing));
  bytes.remove_prefix(sizeof(thing));
  return true;
}

/// False where it names a case that is not there.
bool read_pieces(std::string_view bytes, const std::vector<record::CaseId>& cases, Launch& out) {
  while (!bytes.empty()) {
    Piece piece;
    if (!take(bytes, piece)) return false;
    const std::uint32_t number = piece.number / 2;
    if (number == 0 || number > cases.size() || piece.there >> analysis::known_quantities != 0) return false;
    Reading reading{cases[number - 1], piece.number % 2 == 1};
    for (std::size_t q = 0; q < reading.of_quantity.size(); ++q)
      if ((piece.there >> q & 1U) != 0 && !take(bytes, reading.of_quantity[q])) return false;
    out.readings.push_back(std::move(reading));
  }
  return true;
}

/// False where something is wrong; names in ascending order are no circle of damaged pages.
bool read_launches(const Base& base, const std::vector<record::CaseId>& cases, KeptLaunches& out) {
  const auto rows = prepared(
      base,
      "SELECT name, size, modified, changed, program, hosts, readings, digest FROM launches ORDER BY name");
  int status = SQLITE_ERROR;
  while (rows && (status = ::sqlite3_step(rows.get())) == SQLITE_ROW) {
    const auto name = bytes_in(rows, 0), program = bytes_in(rows, 4), readings = bytes_in(rows, 6);
    const auto hosts = number_in(rows, 5);
    Kept kept{{number_in(rows, 1), number_in(rows, 2), number_in(rows, 3)},
              {std::string(program), static_cast<std::size_t>(hosts), {}}};
    if ((!out.empty() && out.rbegin()->first >= name) ||
        number_in(rows, 7) != digest_of_launch(name, kept.stamp, program, hosts, readings) ||
        !read_pieces(readings, cases, kept.launch))
      return false;
    out.emplace_hint(out.end(), name, std::move(kept));
  }
  return status == SQLITE_DONE;
}

}  // namespace

std::optional<std::string> index_image(const KeptLaunches& launches) {
  const Base base = empty_base();
  static_assert(application == "Sond");
  const std::string settings =
      "PRAGMA application_id = 0x536f6e64; PRAGMA user_version = " + std::to_string(index_version);
  if (!base || !run(base, settings.c_str()) || !run(base, cases_table) || !run(base, launches_table) ||
      !run(base, "BEGIN"))
    return std::nullopt;
  Numbers numbers(base);
  const auto into = prepared(base, "INSERT INTO launches VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
  if (!into) return std::nullopt;
  for (const auto& [name, kept] : launches) {
    const auto readings = pieces(kept.launch, numbers);
    if (readings && !insert(into, name, kept, *readings)) return std::nullopt;
  }
  if (!run(base, "COMMIT")) return std::nullopt;
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> bytes(
      ::sqlite3_serialize(base.get(), "main", &size, 0), ::sqlite3_free);
  if (!bytes) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
}

KeptLaunches launches_of_index(std::string_view image) {
  if (image.empty() || !is_index(image)) return {};
  const Base base = empty_base();
  std::vector<record::CaseId> cases;
  KeptLaunches out;
  if (!base || !opened(base, image) || !is_known(base) || !read_cases(base, cases) ||
      !read_launches(base, cases, out))
    return {};
  return out;
}

#else

std::optional<std::string> index_image(const KeptLaunches&) {
  return std::nullopt;
}

KeptLaunches launches_of_index(std::string_view) {
  return {};
}

#endif

}  // namespace sonde::history
