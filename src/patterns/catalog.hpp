// The rows of each program, in the order of the guide.
#pragma once
#include "catalog/benchmark.hpp"

namespace sonde::patterns {

[[nodiscard]] Catalog mpi1_catalog();  ///< guide 3.2, 17 benchmarks, and optional ones of later suites
[[nodiscard]] Catalog pmb_catalog();   ///< PMB 2.2, section 3.2: the twelve of them that PMB had
[[nodiscard]] Catalog ext_catalog();   ///< guide 4.1 in the order of sample 4, 6 benchmarks
[[nodiscard]] Catalog
io_catalog();  ///< guide 4.1, table 1: Open_Close and 36 transfers, non-blocking after blocking
[[nodiscard]] Catalog rma_catalog();  ///< 19 benchmarks of passive targets

[[nodiscard]] Catalog nbc_catalog();    ///< non-blocking collectives beside computation, and alone (optional)
[[nodiscard]] Catalog mpi4_catalog();   ///< persistent collectives, the same way
[[nodiscard]] Catalog p2p_catalog();    ///< 8 benchmarks of pairs, random partners and neighbours
[[nodiscard]] Catalog mt_catalog();     ///< 10 benchmarks of several threads in a rank
[[nodiscard]] Catalog sonde_catalog();  ///< of a cluster as a whole: links, contention, start-up

}  // namespace sonde::patterns
