// What the drivers that stand in have in common. Memory of their device is mapped twice: where the program
// gets it, nothing may touch it; where sonde_stand_in_alias says, copies see the same bytes. Writes to the
// device are carried out when the device is waited for or read, so that who does not wait finds what was
// there before. The environment says how the driver is:
//   SONDE_STAND_IN_DEVICES     its number of devices (2)
//   SONDE_STAND_IN_MEMORY      bytes of memory of each process (as much as the host has)
//   SONDE_STAND_IN_LOST_AFTER  copies of each process after which the device is lost (never)
//   SONDE_STAND_IN_FORGETS     each so many copies to the device leave its last byte as it was (none)
#pragma once
#include <cstddef>

namespace stand_in {

enum class Status { success, out_of_memory, no_such_memory, lost };

[[nodiscard]] int devices();

/// `hidden`: memory of the device, else memory that the host can touch as well.
[[nodiscard]] Status allocate(std::size_t bytes, bool hidden, void** at);
[[nodiscard]] Status give_back(void* at);
/// Into memory of this driver.
[[nodiscard]] Status copy_in(void* to, const void* from, std::size_t bytes);
[[nodiscard]] Status copy_out(void* to, const void* from, std::size_t bytes);
[[nodiscard]] Status synchronise();

/// The memory of this driver that an address is in: its begin, null where there is none, and its bytes.
struct Range {
  void* begin = nullptr;
  std::size_t bytes = 0;
  bool hidden = false;
};
[[nodiscard]] Range range_of(const void* at);

/// "Stand-in GPU", and "0000:0a:00.0" for device 0.
void write_name(char* text, int length);
void write_pci(char* text, int length, int device);

}  // namespace stand_in

#define SONDE_STAND_IN extern "C" __attribute__((visibility("default")))
