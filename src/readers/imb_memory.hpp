// Where the messages of a table of the IMB family lay.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::readers {

/// The label "memory" of its cases: what the head of our own tables says; of the GPU builds of IMB
/// (IMB-MPI1-GPU) what the command line says: "device", "locked host", "shared". Empty for plain host memory.
[[nodiscard]] std::string memory_of_tables(const record::Run& run);

}  // namespace sonde::readers
