// Guidelines of files (Gropp, Kimpe, Ross, Thakur, Träff, EuroPVM/MPI 2008). Every call is timed without
// MPI_File_sync.
#pragma once
#include <array>

#include "engine/file_turn_loops.hpp"
#include "patterns/guideline_rows.hpp"
#include "patterns/io_transfers.hpp"

namespace sonde::patterns::guidelines {

using engine::SideContext;

/// A call of IMB-IO as one side.
template <class TransferOf, FileForm of = FileForm::usual>
struct FileSide : TransferOf {
  static constexpr FileForm form = of;
  static constexpr int calls = 1;  ///< with a status, in a repetition
};

using WriteAtCall = Call<"MPI_File_write_at", MPI_File_write_at>;
using ReadAtCall = Call<"MPI_File_read_at", MPI_File_read_at>;
using WriteAtAllCall = Call<"MPI_File_write_at_all", MPI_File_write_at_all>;

/// One call for each piece.
template <class Action, class Blocking>
struct PieceByPiece : FileSide<Transfer<Action, ExplicitOffset, Blocking>, FileForm::each_piece> {
  static constexpr int calls = static_cast<int>(std::tuple_size_v<FilePieces>);
  static void repetition(const SideContext& c, const Slot& s) {
    MPI_Status* status = s.status;
    for (const FilePiece& piece : c.pieces) {
      if (piece.bytes > 0)
        Blocking::run(c, c.file, s.position - c.offset + piece.place, Action::buffer(s) + piece.from,
                      static_cast<int>(piece.bytes), MPI_BYTE, status);
      ++status;
    }
  }
};

template <class TransferOf>
struct SeekBefore : FileSide<TransferOf, FileForm::bytes> {
  static void repetition(const SideContext& c, const Slot& s) {
    c.note(MPI_File_seek(c.file, s.position, MPI_SEEK_SET), "MPI_File_seek");
    TransferOf::repetition(c, s);
  }
};

/// In rank order, whatever each rank writes.
struct PlacedByExscan : FileSide<WriteAtAll> {
  static void repetition(const SideContext& c, const Slot& s) {
    const long long mine = c.share;
    long long before = 0;
    c.note(MPI_Exscan(&mine, &before, 1, MPI_LONG_LONG, MPI_SUM, c.comm), "MPI_Exscan");
    if (c.rank == 0) before = 0;
    WriteAtAllCall::run(c, c.file, s.position - c.offset + before, s.out, c.count, c.type, s.status);
  }
};

/// Places are counted in ints.
template <FileForm representation>
struct WriteRepresented : FileSide<WriteExplicit, representation> {
  static void repetition(const SideContext& c, const Slot& s) {
    constexpr MPI_Offset bytes_of_int = 4;
    WriteAtCall::run(c, c.file, s.position / bytes_of_int, s.out, c.count, c.type, s.status);
  }
};

inline void empty_file(const SideContext& c) {
  c.note(MPI_File_set_size(c.file, 0), "MPI_File_set_size");
}

struct Preallocate : FileSide<WriteExplicit, FileForm::reserved> {
  static constexpr int calls = 0;
  static void empty(const SideContext& c) { empty_file(c); }
  static void repetition(const SideContext& c, const Slot&) {
    c.note(MPI_File_preallocate(c.file, c.tile), "MPI_File_preallocate");
  }
};

struct WriteIntoEmpty : FileSide<WriteExplicit, FileForm::emptied> {
  static void empty(const SideContext& c) { empty_file(c); }
  static void repetition(const SideContext& c, const Slot& s) {
    WriteAtCall::run(c, c.file, c.offset, s.out, c.count, c.type, s.status);
  }
};

template <class P>
constexpr FileUse use_of() {
  return {.owner = FileOwner::group, .pointer = P::pointer, .writes = P::Action::writes, .form = P::form};
}

template <class Left, class Right>
constexpr Benchmark file_guideline(std::string_view id, std::string_view name, std::string_view summary,
                                   TransferClass klass = TransferClass::parallel_transfer) {
  constexpr bool writes = Left::Action::writes;
  const Movement moved{
      {.send = writes ? Extent::share : Extent::none, .receive = writes ? Extent::none : Extent::share},
      writes ? ExpectedContent::file_written : ExpectedContent::file_read};
  Benchmark row = compared_row(id, name, summary, moved, engine::measure_files_in_turn<Left, Right>);
  row.klass = klass;
  row.needs = {.resource = Resource::file,
               .file = use_of<Left>(),
               .right_file = use_of<Right>(),
               .library = Feature::unsimulated};
  return row;
}

template <FileForm representation>
constexpr Benchmark represented(std::string_view name, std::string_view summary) {
  auto row = file_guideline<FileSide<WriteExplicit>, WriteRepresented<representation>>("I7", name, summary);
  row.message.element = Element::whole32;
  return row;
}

inline constexpr std::array file_guidelines{
    file_guideline<FileSide<WriteAtAll>, FileSide<WriteExplicit>>(
        "I1", "Write_at_all_as_Write_at", "MPI_File_write_at_all, and MPI_File_write_at"),
    file_guideline<FileSide<ReadAtAll>, FileSide<ReadExplicit>>("I1", "Read_at_all_as_Read_at",
                                                                "MPI_File_read_at_all, and MPI_File_read_at"),
    file_guideline<FileSide<WriteIndividual, FileForm::pieces>, PieceByPiece<Writing, WriteAtCall>>(
        "I2", "Write_view_as_Write_at",
        "eight pieces by one MPI_File_write through a view, and by MPI_File_write_at each"),
    file_guideline<FileSide<ReadIndividual, FileForm::pieces>, PieceByPiece<Reading, ReadAtCall>>(
        "I2", "Read_view_as_Read_at",
        "eight pieces by one MPI_File_read through a view, and by MPI_File_read_at each"),
    file_guideline<FileSide<WriteExplicit>, SeekBefore<WriteIndividual>>(
        "I3", "Write_at_as_Seek_Write", "MPI_File_write_at, and MPI_File_seek and MPI_File_write"),
    file_guideline<FileSide<ReadExplicit>, SeekBefore<ReadIndividual>>(
        "I3", "Read_at_as_Seek_Read", "MPI_File_read_at, and MPI_File_seek and MPI_File_read"),
    file_guideline<FileSide<WriteIndividual>, FileSide<WriteShared>>(
        "I4", "Write_as_Write_shared", "MPI_File_write, and MPI_File_write_shared"),
    file_guideline<FileSide<ReadIndividual>, FileSide<ReadShared>>("I4", "Read_as_Read_shared",
                                                                   "MPI_File_read, and MPI_File_read_shared"),
    file_guideline<FileSide<WriteOrdered>, PlacedByExscan>(
        "I5", "Write_ordered_as_Exscan_Write_at_all",
        "MPI_File_write_ordered, and MPI_Exscan and MPI_File_write_at_all", TransferClass::collective),
    file_guideline<FileSide<WriteExplicit>, FileSide<WriteExplicit, FileForm::atomic>>(
        "I6", "Write_at_as_atomic", "MPI_File_write_at, and in atomic mode"),
    represented<FileForm::internal>("Write_at_as_internal", "ints by MPI_File_write_at, native and internal"),
    represented<FileForm::external32>("Write_at_as_external32",
                                      "ints by MPI_File_write_at, native and external32"),
    file_guideline<FileSide<WriteAll, FileForm::hinted>, FileSide<WriteAll, FileForm::pieces>>(
        "I8", "Write_all_hinted_as_Write_all",
        "MPI_File_write_all of eight pieces with the hint collective_buffering, and without",
        TransferClass::collective),
    file_guideline<Preallocate, WriteIntoEmpty>("I10", "Preallocate_as_Write_at",
                                                "MPI_File_preallocate, and MPI_File_write_at of as much"),
};

}  // namespace sonde::patterns::guidelines
