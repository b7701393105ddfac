// Which megabyte the rates of text tables count in.
#pragma once
#include "record/record.hpp"

namespace sonde::readers {

/// Sets the header's megabyte: what the head says (its convention "Mbyte"), else what makes the rates agree
/// with messages or times of their rows, else `usual` of the suite. Pasted tables without a title are settled
/// one by one; the rates of the others are changed to the unit of the header. A note says where nothing
/// tells.
void settle_rates(record::Run& run, double usual);

}  // namespace sonde::readers
