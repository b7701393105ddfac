#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/io_rows.hpp"

namespace sonde::patterns {

namespace {

/// Figure 19: all ranks open the file, write the same byte to it and close it.
void open_and_close(const FileContext& c, const char* name, MPI_Info info, MPI_Status* status) {
  constexpr char byte = 'x';
  MPI_File file = MPI_FILE_NULL;
  c.note(MPI_File_open(c.comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file), "MPI_File_open");
  if (file == MPI_FILE_NULL) [[unlikely]]
    return;
  c.note(MPI_File_write(file, &byte, 1, MPI_BYTE, status), "MPI_File_write");
  c.note(MPI_File_close(&file), "MPI_File_close");
}

/// The cost of opening and closing a file (guide 4.2.4.10).
void measure_open_close(const Case& c, const Loop& loop, LoopSample& sample) {
  engine::TransferErrors errors;
  const auto steps = engine::prepare_statuses(c, loop, sample);
  const auto context = FileContext::of(c, errors);
  engine::time_body(c, loop, sample, steps, [context, name = c.file_name, info = c.info](const Slot& s) {
    open_and_close(context, name, info, s.status);
  });
  errors.check_counts(sample.statuses, 1);
  errors.raise_first();
}

constexpr std::array<Benchmark, 1> open_close_rows{{
    {.name = "Open_Close",
     .summary = "MPI_File_open, a byte written, MPI_File_close",
     .suite = Suite::io,
     .message = no_message,
     .needs = {.resource = Resource::file, .file = {.writes = true}},
     .modes = {{{"", Counting::nonaggregate, measure_open_close}}}},
}};

constexpr auto io_rows = concatenate(
    open_close_rows,
    twins<WriteIndividual>("S_Write_Indv", "one process writes (MPI_File_write)",  //
                           "S_IWrite_Indv", "one process writes while it computes (MPI_File_iwrite)", single),
    twins<ReadIndividual>("S_Read_Indv", "one process reads (MPI_File_read)",  //
                          "S_IRead_Indv", "one process reads while it computes (MPI_File_iread)", single),
    twins<WriteExplicit>("S_Write_Expl", "one process writes at explicit offsets (MPI_File_write_at)",  //
                         "S_IWrite_Expl", "one process writes at explicit offsets while it computes", single),
    twins<ReadExplicit>("S_Read_Expl", "one process reads at explicit offsets (MPI_File_read_at)",  //
                        "S_IRead_Expl", "one process reads at explicit offsets while it computes", single),
    twins<WriteIndividual>("P_Write_Indv", "all write their blocks of one file through a tiled view",  //
                           "P_IWrite_Indv", "P_Write_Indv while computing (MPI_File_iwrite)", parallel),
    twins<ReadIndividual>("P_Read_Indv", "all read their blocks of one file through a tiled view",  //
                          "P_IRead_Indv", "P_Read_Indv while computing (MPI_File_iread)", parallel),
    twins<WriteExplicit>("P_Write_Expl", "all write their blocks of one file at explicit offsets",  //
                         "P_IWrite_Expl", "P_Write_Expl while computing (MPI_File_iwrite_at)", parallel),
    twins<ReadExplicit>("P_Read_Expl", "all read their blocks of one file at explicit offsets",  //
                        "P_IRead_Expl", "P_Read_Expl while computing (MPI_File_iread_at)", parallel),
    twins<WriteShared>("P_Write_Shared", "all write blocks of one file at the shared pointer",  //
                       "P_IWrite_Shared", "P_Write_Shared while computing (MPI_File_iwrite_shared)",
                       parallel),
    twins<ReadShared>("P_Read_Shared", "all read blocks of one file at the shared pointer",  //
                      "P_IRead_Shared", "P_Read_Shared while computing (MPI_File_iread_shared)", parallel),
    twins<WriteIndividual>("P_Write_Priv", "every process writes a file of its own",  //
                           "P_IWrite_Priv", "P_Write_Priv while computing (MPI_File_iwrite)", privately),
    twins<ReadIndividual>("P_Read_Priv", "every process reads a file of its own",  //
                          "P_IRead_Priv", "P_Read_Priv while computing (MPI_File_iread)", privately),
    twins<WriteAll>("C_Write_Indv", "collective write through a tiled view (MPI_File_write_all)",  //
                    "C_IWrite_Indv", "C_Write_Indv while computing (MPI_File_write_all_begin, _end)",
                    collective),
    twins<ReadAll>("C_Read_Indv", "collective read through a tiled view (MPI_File_read_all)",  //
                   "C_IRead_Indv", "C_Read_Indv while computing (MPI_File_read_all_begin, _end)", collective),
    twins<WriteAtAll>("C_Write_Expl", "collective write at explicit offsets (MPI_File_write_at_all)",  //
                      "C_IWrite_Expl", "C_Write_Expl while computing (MPI_File_write_at_all_begin, _end)",
                      collective),
    twins<ReadAtAll>("C_Read_Expl", "collective read at explicit offsets (MPI_File_read_at_all)",  //
                     "C_IRead_Expl", "C_Read_Expl while computing (MPI_File_read_at_all_begin, _end)",
                     collective),
    twins<WriteOrdered>(
        "C_Write_Shared", "collective write in rank order at the shared pointer (MPI_File_write_ordered)",
        "C_IWrite_Shared", "C_Write_Shared while computing (MPI_File_write_ordered_begin, _end)", collective),
    twins<ReadOrdered>(
        "C_Read_Shared", "collective read in rank order at the shared pointer (MPI_File_read_ordered)",
        "C_IRead_Shared", "C_Read_Shared while computing (MPI_File_read_ordered_begin, _end)", collective));
static_assert(io_rows.size() == 37 && well_formed<first_fault(io_rows)>);

}  // namespace

Catalog io_catalog() {
  return io_rows;
}

}  // namespace sonde::patterns
