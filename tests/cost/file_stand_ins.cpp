// Stand-ins for the file functions of the timed loops, in a file of their own as those of stand_ins.cpp.
// Every status names the bytes that a repetition moves.
#include <mpi.h>

#include "hand_loop.hpp"

extern "C" {

int MPI_File_open(MPI_Comm, const char*, int, MPI_Info, MPI_File* file) {
  *file = *cost::some_file();
  return MPI_SUCCESS;
}
int MPI_File_close(MPI_File*) {
  return MPI_SUCCESS;
}
int MPI_File_seek(MPI_File, MPI_Offset, int) {
  return MPI_SUCCESS;
}
int MPI_File_seek_shared(MPI_File, MPI_Offset, int) {
  return MPI_SUCCESS;
}
int MPI_File_sync(MPI_File) {
  return MPI_SUCCESS;
}
int MPI_Status_set_elements(MPI_Status*, MPI_Datatype, int) {
  return MPI_SUCCESS;
}
int MPI_Get_elements_x(const MPI_Status*, MPI_Datatype, MPI_Count* count) {
  *count = cost::status_bytes;
  return MPI_SUCCESS;
}
int MPI_File_write(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_shared(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_all(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_ordered(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_at(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_at_all(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_iwrite(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_File_iwrite_shared(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_File_iwrite_at(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_File_write_all_begin(MPI_File, const void*, int, MPI_Datatype) {
  return MPI_SUCCESS;
}
int MPI_File_write_all_end(MPI_File, const void*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_ordered_begin(MPI_File, const void*, int, MPI_Datatype) {
  return MPI_SUCCESS;
}
int MPI_File_write_ordered_end(MPI_File, const void*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_write_at_all_begin(MPI_File, MPI_Offset, const void*, int, MPI_Datatype) {
  return MPI_SUCCESS;
}
int MPI_File_write_at_all_end(MPI_File, const void*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read(MPI_File, void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_shared(MPI_File, void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_all(MPI_File, void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_ordered(MPI_File, void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_at(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_at_all(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_iread(MPI_File, void*, int, MPI_Datatype, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_File_iread_shared(MPI_File, void*, int, MPI_Datatype, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_File_iread_at(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_File_read_all_begin(MPI_File, void*, int, MPI_Datatype) {
  return MPI_SUCCESS;
}
int MPI_File_read_all_end(MPI_File, void*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_ordered_begin(MPI_File, void*, int, MPI_Datatype) {
  return MPI_SUCCESS;
}
int MPI_File_read_ordered_end(MPI_File, void*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_File_read_at_all_begin(MPI_File, MPI_Offset, void*, int, MPI_Datatype) {
  return MPI_SUCCESS;
}
int MPI_File_read_at_all_end(MPI_File, void*, MPI_Status*) {
  return MPI_SUCCESS;
}
}
