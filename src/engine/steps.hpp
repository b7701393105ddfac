// Where each repetition reads and writes: rings over the buffers, stepped between repetitions without a
// division.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace sonde::engine {

/// Slots of `stride` bytes between begin and end; one slot (the default, without -off_cache) stays where it
/// is.
struct Ring {
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
  std::ptrdiff_t stride = 0;
  std::byte* at = nullptr;

  void step() {
    at += stride;
    if (at == end) at = begin;
  }
  [[nodiscard]] std::ptrdiff_t offset() const { return at - begin; }
  [[nodiscard]] std::int64_t slots() const { return stride == 0 ? 1 : (end - begin) / stride; }
  /// The same slots so many bytes further on.
  [[nodiscard]] Ring moved(std::ptrdiff_t bytes) const {
    return {begin + bytes, end == nullptr ? nullptr : end + bytes, stride, at + bytes};
  }
  [[nodiscard]] Ring after(std::int64_t steps) const {
    Ring moved = *this;
    if (stride != 0) moved.at = begin + (offset() / stride + steps) % ((end - begin) / stride) * stride;
    return moved;
  }
};

/// The root of each repetition: i mod size (guide 3.3.4), or a fixed one with stride 0.
struct Roots {
  int size = 1;
  int at = 0;
  int stride = 0;

  void step() {
    at += stride;
    if (at == size) at = 0;
  }
  [[nodiscard]] Roots after(std::int64_t steps) const {
    return {size, static_cast<int>((at + steps % size * stride) % size), stride};
  }
};

/// The explicit file offset of each repetition, in bytes.
struct Positions {
  MPI_Offset at = 0;
  MPI_Offset stride = 0;

  void step() { at += stride; }
  [[nodiscard]] Positions after(std::int64_t steps) const { return {at + steps * stride, stride}; }
};

/// What one repetition works on.
struct Slot {
  std::byte* out;             ///< send, origin or write buffer
  std::byte* in;              ///< receive or read buffer
  std::ptrdiff_t out_offset;  ///< of `out` in its ring: the disjoint section of a window that a Put goes to
  std::ptrdiff_t in_offset;   ///< of `in` in its ring: where a Get comes from
  int root;
  MPI_Offset position;  ///< in the file, or of this repetition's section in every rank's window
  MPI_Status* status;
};

/// All that moves between repetitions of messages. A pattern that ignores a part of the slot costs nothing
/// for it: the compiler drops the step of what is never read.
struct Steps {
  Ring out, in;
  Roots roots;
  Positions positions;  ///< of files only, see FileSteps

  [[nodiscard]] Slot slot() const {
    return {out.at, in.at, out.offset(), in.offset(), roots.at, 0, MPI_STATUS_IGNORE};
  }
  void step() {
    out.step();
    in.step();
    roots.step();
  }
  /// Where the repetition stands that follows `steps` others.
  [[nodiscard]] Steps after(std::int64_t steps) const {
    return {out.after(steps), in.after(steps), roots.after(steps), positions.after(steps)};
  }
};

/// Of transfers with windows under passive targets: buffers, and the section of the window that a repetition
/// accesses.
struct WindowSteps {
  Ring out, in;
  MPI_Aint section, end, stride;  ///< bytes from the window's beginning, and from section to section

  WindowSteps(const Steps& all, const Ring& window)
      : out(all.out),
        in(all.in),
        section(window.offset()),
        end(window.end - window.begin),
        stride(window.stride) {}
  [[nodiscard]] Slot slot() const { return {out.at, in.at, 0, 0, 0, section, MPI_STATUS_IGNORE}; }
  void step() {
    out.step();
    in.step();
    section += stride;
    if (section == end) section = 0;
  }
};

/// Of file transfers: one buffer serves every repetition, and each has a status of its own, so that byte
/// counts can be looked at after the clock has stopped.
struct FileSteps {
  std::byte *out, *in;
  Positions positions;
  MPI_Status* status;

  FileSteps(const Steps& all, MPI_Status* statuses)
      : out(all.out.begin), in(all.in.begin), positions(all.positions), status(statuses) {}
  [[nodiscard]] Slot slot() const { return {out, in, 0, 0, 0, positions.at, status}; }
  void step() {
    positions.step();
    ++status;
  }
};

}  // namespace sonde::engine
