#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/io_rows.hpp"

namespace sonde::patterns {

namespace {

constexpr std::array<Benchmark, 1> open_close_rows{{
    {.name = "Open_Close",
     .summary = "MPI_File_open, a byte written, MPI_File_close",
     .suite = Suite::io,
     .sized = false,
     .writes = true,
     .send = Extent::none,
     .receive = Extent::none,
     .resource = Resource::file,
     .modes = {{{"", Counting::nonaggregate, measure_open_close}}}},
}};

constexpr auto io_rows = concatenate(
    open_close_rows,
    twins<WriteIndividual>("S_Write_indv", "one process writes (MPI_File_write)",  //
                           "S_IWrite_indv", "one process writes while it computes (MPI_File_iwrite)", single),
    twins<ReadIndividual>("S_Read_indv", "one process reads (MPI_File_read)",  //
                          "S_IRead_indv", "one process reads while it computes (MPI_File_iread)", single),
    twins<WriteExplicit>("S_Write_expl", "one process writes at explicit offsets (MPI_File_write_at)",  //
                         "S_IWrite_expl", "one process writes at explicit offsets while it computes", single),
    twins<ReadExplicit>("S_Read_expl", "one process reads at explicit offsets (MPI_File_read_at)",  //
                        "S_IRead_expl", "one process reads at explicit offsets while it computes", single),
    twins<WriteIndividual>("P_Write_indv", "all write their blocks of one file through a tiled view",  //
                           "P_IWrite_indv", "P_Write_indv while computing (MPI_File_iwrite)", parallel),
    twins<ReadIndividual>("P_Read_indv", "all read their blocks of one file through a tiled view",  //
                          "P_IRead_indv", "P_Read_indv while computing (MPI_File_iread)", parallel),
    twins<WriteExplicit>("P_Write_expl", "all write their blocks of one file at explicit offsets",  //
                         "P_IWrite_expl", "P_Write_expl while computing (MPI_File_iwrite_at)", parallel),
    twins<ReadExplicit>("P_Read_expl", "all read their blocks of one file at explicit offsets",  //
                        "P_IRead_expl", "P_Read_expl while computing (MPI_File_iread_at)", parallel),
    twins<WriteShared>("P_Write_shared", "all write blocks of one file at the shared pointer",  //
                       "P_IWrite_shared", "P_Write_shared while computing (MPI_File_iwrite_shared)",
                       parallel),
    twins<ReadShared>("P_Read_shared", "all read blocks of one file at the shared pointer",  //
                      "P_IRead_shared", "P_Read_shared while computing (MPI_File_iread_shared)", parallel),
    twins<WriteIndividual>("P_Write_priv", "every process writes a file of its own",  //
                           "P_IWrite_priv", "P_Write_priv while computing (MPI_File_iwrite)", privately),
    twins<ReadIndividual>("P_Read_priv", "every process reads a file of its own",  //
                          "P_IRead_priv", "P_Read_priv while computing (MPI_File_iread)", privately),
    twins<WriteAll>("C_Write_indv", "collective write through a tiled view (MPI_File_write_all)",  //
                    "C_IWrite_indv", "C_Write_indv while computing (MPI_File_write_all_begin, _end)",
                    collective),
    twins<ReadAll>("C_Read_indv", "collective read through a tiled view (MPI_File_read_all)",  //
                   "C_IRead_indv", "C_Read_indv while computing (MPI_File_read_all_begin, _end)", collective),
    twins<WriteAtAll>("C_Write_expl", "collective write at explicit offsets (MPI_File_write_at_all)",  //
                      "C_IWrite_expl", "C_Write_expl while computing (MPI_File_write_at_all_begin, _end)",
                      collective),
    twins<ReadAtAll>("C_Read_expl", "collective read at explicit offsets (MPI_File_read_at_all)",  //
                     "C_IRead_expl", "C_Read_expl while computing (MPI_File_read_at_all_begin, _end)",
                     collective),
    twins<WriteOrdered>(
        "C_Write_shared", "collective write in rank order at the shared pointer (MPI_File_write_ordered)",
        "C_IWrite_shared", "C_Write_shared while computing (MPI_File_write_ordered_begin, _end)", collective),
    twins<ReadOrdered>(
        "C_Read_shared", "collective read in rank order at the shared pointer (MPI_File_read_ordered)",
        "C_IRead_shared", "C_Read_shared while computing (MPI_File_read_ordered_begin, _end)", collective));
static_assert(io_rows.size() == 37 && well_formed(io_rows));

}  // namespace

Catalog io_catalog() {
  return io_rows;
}

}  // namespace sonde::patterns
