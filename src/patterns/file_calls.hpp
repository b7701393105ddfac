// MPI's file functions by their way to find the position in the file, as template arguments with names for
// messages.
#pragma once
#include <mpi.h>

#include <cstddef>

#include "engine/io_loops.hpp"
#include "patterns/joined_text.hpp"

namespace sonde::patterns {

/// An MPI function whose errors are noted under its name.
template <Text Name, auto Function>
struct Call {
  template <class... Arguments>
  static void run(const engine::FileContext& c, Arguments... arguments) {
    c.note(Function(arguments...), Name.text);
  }
};

/// Which buffer of the slot takes part.
struct Writing {
  static constexpr bool writes = true;
  static std::byte* buffer(const engine::Slot& s) { return s.out; }
};
struct Reading {
  static constexpr bool writes = false;
  static std::byte* buffer(const engine::Slot& s) { return s.in; }
};

/// Positions: each runs a function with the file, the offset where there is one, and the buffer before
/// `rest`.
struct IndividualPointer {
  static constexpr Pointer pointer = Pointer::individual;
  template <class Call, class Action, class... Rest>
  static void run(const engine::FileContext& c, const engine::Slot& s, Rest... rest) {
    Call::run(c, c.file, Action::buffer(s), c.count, c.type, rest...);
  }
  static void rewind(const engine::FileContext& c) {
    c.note(MPI_File_seek(c.file, 0, MPI_SEEK_SET), "MPI_File_seek");
  }
};

struct SharedPointer : IndividualPointer {
  static constexpr Pointer pointer = Pointer::shared;
  static void rewind(const engine::FileContext& c) {
    c.note(MPI_File_seek_shared(c.file, 0, MPI_SEEK_SET), "MPI_File_seek_shared");
  }
};

struct ExplicitOffset {
  static constexpr Pointer pointer = Pointer::explicit_offset;
  template <class Call, class Action, class... Rest>
  static void run(const engine::FileContext& c, const engine::Slot& s, Rest... rest) {
    Call::run(c, c.file, s.position, Action::buffer(s), c.count, c.type, rest...);
  }
  static void rewind(const engine::FileContext&) {}
};

}  // namespace sonde::patterns
