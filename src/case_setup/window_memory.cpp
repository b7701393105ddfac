#include "case_setup/window_memory.hpp"

#include <algorithm>
#include <vector>

#include "check/content.hpp"
#include "mpi/error.hpp"

namespace sonde::case_setup {

namespace {

MPI_Win window_over(const ResourceFacts& facts, const Case& c, MPI_Aint bytes) {
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_create(facts.window.data(), bytes, 1, c.info, c.comm, &made), "MPI_Win_create");
  return made;
}

/// Hands back where the memory is. Whole cache lines: where the size is no multiple of 16 MPICH 4.0.2 takes
/// transfers to the wrong place.
MPI_Win allocated(const Case& c, MPI_Aint bytes, std::byte*& base) {
  constexpr MPI_Aint line = 64;
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_allocate((bytes + line - 1) / line * line, 1, c.info, c.comm, &base, &made),
          "MPI_Win_allocate");
  return made;
}

/// Each rank's part on pages of its own: near to it, and apart from the others'.
MPI_Win shared(const Case& c, MPI_Aint bytes, std::byte*& base) {
  MPI_Info hints = MPI_INFO_NULL;
  mpi::ok(c.info == MPI_INFO_NULL ? MPI_Info_create(&hints) : MPI_Info_dup(c.info, &hints),
          "MPI_Info_create");
  const mpi::Info held(hints);
  mpi::ok(MPI_Info_set(hints, "alloc_shared_noncontig", "true"), "MPI_Info_set");
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_allocate_shared(bytes, 1, hints, c.comm, &base, &made), "MPI_Win_allocate_shared");
  return made;
}

MPI_Win without_memory(const Case& c) {
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_create_dynamic(c.info, c.comm, &made), "MPI_Win_create_dynamic");
  return made;
}

engine::Ring moved_to(engine::Ring ring, std::byte* base) {
  if (ring.end != nullptr) ring.end = base + (ring.end - ring.begin);
  ring.begin = ring.at = base;
  return ring;
}

}  // namespace

RmaWindow kind_of_window(const Settings& settings, const Benchmark& benchmark) {
  return benchmark.needs.window.as_asked ? settings.rma_window : RmaWindow::create;
}

bool library_has_memory(const Settings& settings, const Benchmark& benchmark) {
  const RmaWindow kind = kind_of_window(settings, benchmark);
  return kind == RmaWindow::allocate || kind == RmaWindow::shared;
}

WindowMemory::WindowMemory(const ResourceFacts& facts, Case& c) {
  const auto bytes = static_cast<MPI_Aint>(facts.buffers.window_bytes);
  const RmaWindow kind = kind_of_window(facts.settings, facts.benchmark());
  std::byte* base = nullptr;
  window_ = mpi::Window(kind == RmaWindow::create     ? window_over(facts, c, bytes)
                        : kind == RmaWindow::allocate ? allocated(c, bytes, base)
                        : kind == RmaWindow::shared   ? shared(c, bytes, base)
                                                      : without_memory(c));
  mpi::ok(MPI_Win_set_errhandler(window_.get(), MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  if (kind == RmaWindow::dynamic) attach(facts, c);
  if (base == nullptr) return;
  check::fill_guide(facts.settings.suite, c.rank, 0, {base, static_cast<std::size_t>(bytes)});
  c.sections = moved_to(c.sections, base);
}

/// Displacements are addresses, which the ranks tell each other also where one of them could not attach its
/// memory: the others would wait for it here. A buffer of no bytes has memory too.
void WindowMemory::attach(const ResourceFacts& facts, Case& c) {
  const auto bytes = static_cast<MPI_Aint>(std::max<std::int64_t>(facts.buffers.window_bytes, 1));
  MPI_Aint mine = 0;
  const int attached = MPI_Win_attach(window_.get(), facts.window.data(), bytes);
  mpi::ok(MPI_Get_address(facts.window.data(), &mine), "MPI_Get_address");
  std::vector<MPI_Aint> all(static_cast<std::size_t>(c.size));
  mpi::ok(MPI_Allgather(&mine, 1, MPI_AINT, all.data(), 1, MPI_AINT, c.comm), "MPI_Allgather");
  mpi::ok(attached, "MPI_Win_attach");
  if (const int partner = engine::pair_partner(c); partner != MPI_PROC_NULL)
    c.window_base = all[static_cast<std::size_t>(partner)];
}

}  // namespace sonde::case_setup
