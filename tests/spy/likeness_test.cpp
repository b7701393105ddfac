// What the names of benchmarks say of their ranks is what their rows say.
#include "catalog/likeness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "patterns/catalog.hpp"

namespace sonde {
namespace {

std::vector<Catalog> all_catalogs() {
  using namespace patterns;
  return {mpi1_catalog(), ext_catalog(), io_catalog(),   nbc_catalog(),  rma_catalog(),
          p2p_catalog(),  mt_catalog(),  mpi4_catalog(), sonde_catalog()};
}

TEST(Likeness, that_a_name_says_is_that_of_every_row_with_it) {
  std::size_t known = 0;
  for (const Catalog& catalog : all_catalogs())
    for (const Benchmark& row : catalog) {
      const auto by_name = likeness_of(row.name);
      if (by_name.likeness == Likeness::unlike) continue;
      ++known;
      EXPECT_EQ(by_name.likeness, likeness_of(row)) << row.name << ", " << facts_of(row.suite).program;
      EXPECT_EQ(by_name.collective, row.klass == TransferClass::collective) << row.name;
    }
  EXPECT_GT(known, 100U);
}

TEST(Likeness, of_all_roots_that_go_round_is_known_by_name) {
  for (const Catalog& catalog : all_catalogs())
    for (const Benchmark& row : catalog)
      EXPECT_EQ(likeness_of(row.name).likeness == Likeness::rooted, likeness_of(row) == Likeness::rooted)
          << row.name;
}

const Benchmark& row_of(Catalog catalog, std::string_view name) {
  return *std::ranges::find(catalog, name, &Benchmark::name);
}

TEST(Likeness, is_not_that_of_ranks_with_a_place_of_their_own) {
  for (const auto* name : {"BcastMT", "ReduceMT"})
    EXPECT_EQ(likeness_of(row_of(patterns::mt_catalog(), name)), Likeness::unlike) << name;
  EXPECT_EQ(likeness_of(row_of(patterns::ext_catalog(), "Accumulate")), Likeness::unlike);
  for (const auto* name : {"Links", "Incast", "Outcast", "Fetch_and_op_all", "Scan", "Type_commit"})
    EXPECT_EQ(likeness_of(row_of(patterns::sonde_catalog(), name)), Likeness::unlike) << name;
  EXPECT_EQ(likeness_of(row_of(patterns::rma_catalog(), "One_put_all")), Likeness::unlike);
  EXPECT_EQ(likeness_of(row_of(patterns::io_catalog(), "P_Write_Priv")), Likeness::unlike);
}

TEST(Likeness, needs_another_that_does_the_same) {
  EXPECT_TRUE(ranks_alike(Likeness::alike, 2, {.root_goes_round = false}));
  EXPECT_FALSE(ranks_alike(Likeness::alike, 1, {.root_goes_round = true}));
  EXPECT_TRUE(ranks_alike(Likeness::rooted, 2, {.root_goes_round = true}));
  EXPECT_FALSE(ranks_alike(Likeness::rooted, 64, {.root_goes_round = false}));
  EXPECT_FALSE(ranks_alike(Likeness::halves, 2, {.root_goes_round = true})) << "one sends, the other answers";
  EXPECT_TRUE(ranks_alike(Likeness::halves, 4, {.root_goes_round = true}));
  EXPECT_FALSE(ranks_alike(Likeness::alike, 64, {.root_goes_round = true, .barrier_after_each = true}));
  EXPECT_FALSE(ranks_alike(Likeness::unlike, 64, {.root_goes_round = true}));
}

}  // namespace
}  // namespace sonde
