// The loops of IMB-IO, written by hand. Each transfer has a status of its own, as a careful person would have
// it; the computation beside non-blocking transfers is the same call on both sides.
#include <array>

#include "hand_loop.hpp"

namespace {

using namespace cost;

/// What is local in a loop written by hand.
struct Local {
  MPI_File file;
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  MPI_Offset stride;

  explicit Local(const Case& c)
      : file(*c.file),
        comm(c.file_comm),
        count(c.share_count),
        type(c.share_type),
        stride(c.steps.positions.stride) {}
};

void sync_file(const Local& f) {
  must(MPI_File_sync(f.file));
  must(MPI_Barrier(f.comm));
  must(MPI_File_sync(f.file));
}

/// One kind of transfer: writing or reading, at a pointer or an explicit offset.
template <bool Writes, bool Offset>
struct Kind {
  static std::byte* buffer(const Places& p) { return Writes ? p.out : p.in; }

  template <auto Function, class... Rest>
  static void call(const Local& f, const Places& p, Rest... rest) {
    if constexpr (Offset)
      must(Function(f.file, p.position, buffer(p), f.count, f.type, rest...));
    else
      must(Function(f.file, buffer(p), f.count, f.type, rest...));
  }
  static void next(const Local& f, Places& p) {
    if constexpr (Offset) p.position += f.stride;
    ++p.status;
  }
  static void complete(const Local& f) {
    if constexpr (Writes) sync_file(f);
  }

  template <auto Blocking>
  static void aggregate(const Case& c) {
    const Local f(c);
    hand_loop(
        c,
        [f](Places& p) {
          call<Blocking>(f, p, p.status);
          next(f, p);
        },
        [f] { complete(f); });
  }
  template <auto Blocking>
  static void each(const Case& c) {
    const Local f(c);
    hand_loop(c, [f](Places& p) {
      call<Blocking>(f, p, p.status);
      complete(f);
      next(f, p);
    });
  }
  /// Blocking, then started, computed and waited for.
  template <auto Blocking, auto Start>
  static void request(const Case& c) {
    aggregate<Blocking>(c);
    const Local f(c);
    hand_loop(
        c,
        [f, burn = c.loop.computation.burn, units = c.loop.computation.units](Places& p) {
          MPI_Request request = MPI_REQUEST_NULL;
          call<Start>(f, p, &request);
          static_cast<void>(burn(units));
          must(MPI_Wait(&request, p.status));
          next(f, p);
        },
        [f] { complete(f); });
  }
  template <auto Blocking, auto Begin, auto End>
  static void split(const Case& c) {
    aggregate<Blocking>(c);
    const Local f(c);
    hand_loop(
        c,
        [f, burn = c.loop.computation.burn, units = c.loop.computation.units](Places& p) {
          call<Begin>(f, p);
          static_cast<void>(burn(units));
          must(End(f.file, buffer(p), p.status));
          next(f, p);
        },
        [f] { complete(f); });
  }
};

void open_close(const Case& c) {
  hand_loop(c, [comm = c.file_comm, name = c.file_name, info = c.info](Places& p) {
    const char byte = 'x';
    MPI_File file = MPI_FILE_NULL;
    must(MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file));
    must(MPI_File_write(file, &byte, 1, MPI_BYTE, p.status));
    must(MPI_File_close(&file));
    ++p.status;
  });
}

using Write = Kind<true, false>;
using WriteAt = Kind<true, true>;
using Read = Kind<false, false>;
using ReadAt = Kind<false, true>;

constexpr std::array<Twin, 46> twins{
    {{"Open_Close", 0, 0, open_close},
     {"S_Write_Indv", 0, 0, Write::aggregate<MPI_File_write>},
     {"S_Write_Indv", 0, 1, Write::each<MPI_File_write>},
     {"S_IWrite_Indv", 0, 0, Write::request<MPI_File_write, MPI_File_iwrite>},
     {"S_Read_Indv", 0, 0, Read::each<MPI_File_read>},
     {"S_IRead_Indv", 0, 0, Read::request<MPI_File_read, MPI_File_iread>},
     {"S_Write_Expl", 0, 0, WriteAt::aggregate<MPI_File_write_at>},
     {"S_Write_Expl", 0, 1, WriteAt::each<MPI_File_write_at>},
     {"S_IWrite_Expl", 0, 0, WriteAt::request<MPI_File_write_at, MPI_File_iwrite_at>},
     {"S_Read_Expl", 0, 0, ReadAt::each<MPI_File_read_at>},
     {"S_IRead_Expl", 0, 0, ReadAt::request<MPI_File_read_at, MPI_File_iread_at>},
     {"P_Write_Indv", 0, 0, Write::aggregate<MPI_File_write>},
     {"P_Write_Indv", 0, 1, Write::each<MPI_File_write>},
     {"P_IWrite_Indv", 0, 0, Write::request<MPI_File_write, MPI_File_iwrite>},
     {"P_Read_Indv", 0, 0, Read::each<MPI_File_read>},
     {"P_IRead_Indv", 0, 0, Read::request<MPI_File_read, MPI_File_iread>},
     {"P_Write_Expl", 0, 0, WriteAt::aggregate<MPI_File_write_at>},
     {"P_Write_Expl", 0, 1, WriteAt::each<MPI_File_write_at>},
     {"P_IWrite_Expl", 0, 0, WriteAt::request<MPI_File_write_at, MPI_File_iwrite_at>},
     {"P_Read_Expl", 0, 0, ReadAt::each<MPI_File_read_at>},
     {"P_IRead_Expl", 0, 0, ReadAt::request<MPI_File_read_at, MPI_File_iread_at>},
     {"P_Write_Shared", 0, 0, Write::aggregate<MPI_File_write_shared>},
     {"P_Write_Shared", 0, 1, Write::each<MPI_File_write_shared>},
     {"P_IWrite_Shared", 0, 0, Write::request<MPI_File_write_shared, MPI_File_iwrite_shared>},
     {"P_Read_Shared", 0, 0, Read::each<MPI_File_read_shared>},
     {"P_IRead_Shared", 0, 0, Read::request<MPI_File_read_shared, MPI_File_iread_shared>},
     {"P_Write_Priv", 0, 0, Write::aggregate<MPI_File_write>},
     {"P_Write_Priv", 0, 1, Write::each<MPI_File_write>},
     {"P_IWrite_Priv", 0, 0, Write::request<MPI_File_write, MPI_File_iwrite>},
     {"P_Read_Priv", 0, 0, Read::each<MPI_File_read>},
     {"P_IRead_Priv", 0, 0, Read::request<MPI_File_read, MPI_File_iread>},
     {"C_Write_Indv", 0, 0, Write::aggregate<MPI_File_write_all>},
     {"C_Write_Indv", 0, 1, Write::each<MPI_File_write_all>},
     {"C_IWrite_Indv", 0, 0,
      Write::split<MPI_File_write_all, MPI_File_write_all_begin, MPI_File_write_all_end>},
     {"C_Read_Indv", 0, 0, Read::each<MPI_File_read_all>},
     {"C_IRead_Indv", 0, 0, Read::split<MPI_File_read_all, MPI_File_read_all_begin, MPI_File_read_all_end>},
     {"C_Write_Expl", 0, 0, WriteAt::aggregate<MPI_File_write_at_all>},
     {"C_Write_Expl", 0, 1, WriteAt::each<MPI_File_write_at_all>},
     {"C_IWrite_Expl", 0, 0,
      WriteAt::split<MPI_File_write_at_all, MPI_File_write_at_all_begin, MPI_File_write_at_all_end>},
     {"C_Read_Expl", 0, 0, ReadAt::each<MPI_File_read_at_all>},
     {"C_IRead_Expl", 0, 0,
      ReadAt::split<MPI_File_read_at_all, MPI_File_read_at_all_begin, MPI_File_read_at_all_end>},
     {"C_Write_Shared", 0, 0, Write::aggregate<MPI_File_write_ordered>},
     {"C_Write_Shared", 0, 1, Write::each<MPI_File_write_ordered>},
     {"C_IWrite_Shared", 0, 0,
      Write::split<MPI_File_write_ordered, MPI_File_write_ordered_begin, MPI_File_write_ordered_end>},
     {"C_Read_Shared", 0, 0, Read::each<MPI_File_read_ordered>},
     {"C_IRead_Shared", 0, 0,
      Read::split<MPI_File_read_ordered, MPI_File_read_ordered_begin, MPI_File_read_ordered_end>}}};

}  // namespace

std::span<const cost::Twin> cost::io_twins() {
  return twins;
}
