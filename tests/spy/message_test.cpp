// Messages beyond 2^31 elements as counts and datatypes, through the sizes of types: no memory is touched.
#include "mpi/message.hpp"

#include <gmock/gmock.h>

#include <map>

#include "spy/calls.hpp"

namespace {

std::map<MPI_Datatype, std::int64_t> sizes{{MPI_BYTE, 1}, {MPI_DOUBLE, 8}};
int made = 0;

int make(std::int64_t bytes, MPI_Datatype* out) {
  *out = spy::handle<MPI_Datatype>(1000 + 8 * ++made);
  sizes[*out] = bytes;
  return MPI_SUCCESS;
}

}  // namespace

extern "C" {

int MPI_Type_contiguous(int count, MPI_Datatype element, MPI_Datatype* out) {
  return count < 0 ? MPI_ERR_COUNT : make(count * sizes.at(element), out);
}
int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint places[],
                           const MPI_Datatype types[], MPI_Datatype* out) {
  std::int64_t end = 0;
  for (int i = 0; i < count; ++i) {
    if (places[i] != end) return MPI_ERR_ARG;  // a gap, or an overlap
    end += lengths[i] * sizes.at(types[i]);
  }
  return make(end, out);
}
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint* lower, MPI_Aint* extent) {
  *lower = 0;
  *extent = static_cast<MPI_Aint>(sizes.at(type));
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Type_free(MPI_Datatype* type) {
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"

namespace {

using sonde::mpi::make_message;

constexpr std::int64_t int_limit = 2147483647;

TEST(Message, up_to_the_limit_of_counts_is_sent_as_it_is) {
  for (const std::int64_t elements : {std::int64_t{0}, std::int64_t{1}, int_limit}) {
    sonde::mpi::Datatype keeper;
    const auto message = make_message(elements, MPI_DOUBLE, keeper);
    EXPECT_EQ(message.count, elements);
    EXPECT_EQ(message.type, MPI_DOUBLE);
    EXPECT_TRUE(keeper.empty());
  }
}

TEST(Message, beyond_it_is_one_element_of_a_type_without_gaps) {
  for (const std::int64_t elements :
       {int_limit + 1, 2 * int_limit + 2, std::int64_t{5000000001}, std::int64_t{1} << 40})
    for (const MPI_Datatype type : {MPI_BYTE, MPI_DOUBLE}) {
      sonde::mpi::Datatype keeper;
      const auto message = make_message(elements, type, keeper);
      EXPECT_EQ(message.count, 1);
      EXPECT_EQ(sizes.at(message.type), elements * sizes.at(type)) << elements;
    }
}

}  // namespace
