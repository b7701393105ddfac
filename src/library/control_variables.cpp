#include "library/control_variables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace sonde::library {

namespace {

template <class Number>
std::optional<std::string> numbers_of(MPI_T_cvar_handle handle, int count) {
  std::vector<Number> values(static_cast<std::size_t>(count));
  if (MPI_T_cvar_read(handle, values.data()) != MPI_SUCCESS) return std::nullopt;
  return fmt::format("{}", fmt::join(values, ","));
}

std::optional<std::string> characters_of(MPI_T_cvar_handle handle, int count) {
  constexpr std::size_t least = 4096;  // some libraries count no more than the name of the type
  std::vector<char> text(std::max(static_cast<std::size_t>(count), least) + 1, '\0');
  if (MPI_T_cvar_read(handle, text.data()) != MPI_SUCCESS) return std::nullopt;
  return std::string(text.data());
}

std::optional<std::string> value_of(MPI_T_cvar_handle handle, MPI_Datatype type, int count) {
  if (type == MPI_CHAR) return characters_of(handle, count);
  if (type == MPI_INT) return numbers_of<int>(handle, count);
  if (type == MPI_UNSIGNED) return numbers_of<unsigned>(handle, count);
  if (type == MPI_UNSIGNED_LONG) return numbers_of<unsigned long>(handle, count);
  if (type == MPI_UNSIGNED_LONG_LONG) return numbers_of<unsigned long long>(handle, count);
  if (type == MPI_COUNT) return numbers_of<MPI_Count>(handle, count);
  if (type == MPI_DOUBLE) return numbers_of<double>(handle, count);
  return std::nullopt;
}

std::string words_of(MPI_T_enum names) {
  std::array<char, 512> name{};
  int length = static_cast<int>(name.size()), items = 0;
  if (names == MPI_T_ENUM_NULL || MPI_T_enum_get_info(names, &items, name.data(), &length) != MPI_SUCCESS)
    return {};
  std::string out;
  for (int i = 0; i < items; ++i) {
    int value = 0;
    length = static_cast<int>(name.size());
    if (MPI_T_enum_get_item(names, i, &value, name.data(), &length) == MPI_SUCCESS)
      out += fmt::format("{}{}={}", out.empty() ? "" : ",", value, name.data());
  }
  return out;
}

/// Adds a variable, but for one that cannot be read, or belongs to a communicator, a window or a file.
void add_variable(int index, LibraryVariables& all) {
  std::array<char, 512> name{};
  int length = static_cast<int>(name.size()), no_text = 0, verbosity = 0, bind = 0, scope = 0, count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum names = MPI_T_ENUM_NULL;
  if (MPI_T_cvar_get_info(index, name.data(), &length, &verbosity, &type, &names, nullptr, &no_text, &bind,
                          &scope) != MPI_SUCCESS ||
      bind != MPI_T_BIND_NO_OBJECT)
    return;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return;
  const auto value = count > 0 ? value_of(handle, type, count) : std::nullopt;
  MPI_T_cvar_handle_free(&handle);
  if (value) all.insert_or_assign(name.data(), LibraryVariable{*value, words_of(names)});
}

}  // namespace

std::optional<LibraryVariables> control_variables() {
  int provided = 0, count = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return std::nullopt;
  if (MPI_T_cvar_get_num(&count) != MPI_SUCCESS) return std::nullopt;
  LibraryVariables all;
  for (int index = 0; index < count; ++index) add_variable(index, all);
  return all;
}

}  // namespace sonde::library
