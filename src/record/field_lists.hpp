// Names of fields in JSON records and where they stand in memory: what writes and what reads them goes through these
// lists, in the order of the lines.
#pragma once
#include <array>
#include <string>

#include "record/record.hpp"

namespace sonde::record {

template <class Record, class Value>
struct FieldName {
  const char* key;
  Value Record::*member;
};

using HeaderText = FieldName<Header, std::string>;

/// What was run, and by what it was built.
inline constexpr std::array<HeaderText, 9> build_texts{{{"program", &Header::program},
                                                        {"version", &Header::version},
                                                        {"revision", &Header::revision},
                                                        {"compiler", &Header::compiler},
                                                        {"compiler_flags", &Header::compiler_flags},
                                                        {"conventions", &Header::conventions},
                                                        {"mpi_library", &Header::mpi_library},
                                                        {"mpi_standard", &Header::mpi_standard},
                                                        {"thread_level", &Header::thread_level}}};

inline constexpr std::array<HeaderText, 5> machine_texts{{{"cpu_model", &Header::cpu_model},
                                                          {"governor", &Header::governor},
                                                          {"kernel", &Header::kernel},
                                                          {"machine", &Header::machine},
                                                          {"system", &Header::system}}};

inline constexpr std::array<FieldName<Times, double>, 3> times_numbers{
    {{"t_min_s", &Times::min}, {"t_max_s", &Times::max}, {"t_avg_s", &Times::avg}}};

}  // namespace sonde::record
