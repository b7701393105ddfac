// MPI handles that free themselves. Each is movable, empty when default constructed, and converts to the raw
// handle.
#pragma once
#include <mpi.h>

#include <exception>
#include <string>
#include <utility>

#include "mpi/error.hpp"

namespace sonde::mpi {

/// The first release of a handle that failed on this rank: the call and the library's text; empty: none did.
[[nodiscard]] const std::string& failed_release();
/// `code`: what the call returned.
void note_release(int code, const char* call) noexcept;

/// Owner of a handle of type H; `Traits::null()` is the empty value, `Traits::free(H&)` releases it by the
/// call of that name, and `Traits::collective` says whether that waits for other ranks.
template <class H, class Traits>
class Owned {
 public:
  Owned() = default;
  explicit Owned(H handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, Traits::null())) {}
  Owned& operator=(Owned&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, Traits::null());
    }
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { reset(); }

  /// Frees now; an error on release costs no case and is noted for the end of the run. While an error ends
  /// the case, a handle whose release waits for other ranks stays: they are elsewhere.
  void reset() {
    const bool alone = Traits::collective && std::uncaught_exceptions() > 0;
    if (handle_ != Traits::null() && !alone) note_release(Traits::free(handle_), Traits::call);
    handle_ = Traits::null();
  }
  /// Frees now, for handles whose release may fail in a way that counts (files). Throws MpiError.
  void close(const char* call) {
    if (handle_ == Traits::null()) return;
    H released = std::exchange(handle_, Traits::null());
    ok(Traits::free(released), call);
  }
  /// Gives the handle up without freeing it.
  H release() { return std::exchange(handle_, Traits::null()); }
  [[nodiscard]] H get() const { return handle_; }
  [[nodiscard]] bool empty() const { return handle_ == Traits::null(); }

 private:
  H handle_ = Traits::null();
};

struct CommTraits {
  static constexpr bool collective = true;
  static MPI_Comm null() { return MPI_COMM_NULL; }
  static constexpr const char* call = "MPI_Comm_free";
  static int free(MPI_Comm& h) { return MPI_Comm_free(&h); }
};
struct TypeTraits {
  static constexpr bool collective = false;
  static MPI_Datatype null() { return MPI_DATATYPE_NULL; }
  static constexpr const char* call = "MPI_Type_free";
  static int free(MPI_Datatype& h) { return MPI_Type_free(&h); }
};
struct OperationTraits {
  static constexpr bool collective = false;
  static MPI_Op null() { return MPI_OP_NULL; }
  static constexpr const char* call = "MPI_Op_free";
  static int free(MPI_Op& h) { return MPI_Op_free(&h); }
};
struct InfoTraits {
  static constexpr bool collective = false;
  static MPI_Info null() { return MPI_INFO_NULL; }
  static constexpr const char* call = "MPI_Info_free";
  static int free(MPI_Info& h) { return MPI_Info_free(&h); }
};
struct WinTraits {
  static constexpr bool collective = true;
  static MPI_Win null() { return MPI_WIN_NULL; }
  static constexpr const char* call = "MPI_Win_free";
  static int free(MPI_Win& h) { return MPI_Win_free(&h); }
};
struct GroupTraits {
  static constexpr bool collective = false;
  static MPI_Group null() { return MPI_GROUP_NULL; }
  static constexpr const char* call = "MPI_Group_free";
  static int free(MPI_Group& h) { return MPI_Group_free(&h); }
};
struct FileTraits {
  static constexpr bool collective = true;
  static MPI_File null() { return MPI_FILE_NULL; }
  static constexpr const char* call = "MPI_File_close";
  static int free(MPI_File& h) { return MPI_File_close(&h); }
};

using Communicator = Owned<MPI_Comm, CommTraits>;
using Datatype = Owned<MPI_Datatype, TypeTraits>;
using Operation = Owned<MPI_Op, OperationTraits>;
using Info = Owned<MPI_Info, InfoTraits>;
using Window = Owned<MPI_Win, WinTraits>;
using Group = Owned<MPI_Group, GroupTraits>;
using File = Owned<MPI_File, FileTraits>;

/// The ranks of `parent` with the same colour, ordered by key; empty for colour MPI_UNDEFINED. Errors are
/// returned, not fatal, on the new communicator. Collective over `parent`.
[[nodiscard]] Communicator split(MPI_Comm parent, int color, int key);

/// A copy of the communicator for a thread of each rank, with its number as a hint (thread_id). Collective
/// over `comm`.
[[nodiscard]] Communicator of_thread(MPI_Comm comm, int thread);

[[nodiscard]] int rank_in(MPI_Comm comm);
[[nodiscard]] int size_of(MPI_Comm comm);
/// Those of its ranks that share memory with this one, in the same order. Collective over `comm`.
[[nodiscard]] Communicator node_of(MPI_Comm comm);
/// Whether all its ranks share memory. Collective over `comm`.
[[nodiscard]] bool shares_node(MPI_Comm comm);

}  // namespace sonde::mpi
