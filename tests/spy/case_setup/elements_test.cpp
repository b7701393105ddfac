// Which datatype the elements of a message have under each option, and that derived ones are made and freed.
#include "case_setup/elements.hpp"

#include <gmock/gmock.h>

#include "spy/calls.hpp"

namespace {

std::string type_text(MPI_Datatype type) {
  if (type == MPI_BYTE) return "byte";
  if (type == MPI_CHAR) return "char";
  if (type == MPI_SIGNED_CHAR) return "signed char";
  if (type == MPI_INT) return "int";
  if (type == MPI_FLOAT) return "float";
  if (type == MPI_DOUBLE) return "double";
  if (type == spy::handle<MPI_Datatype>(1024)) return "resized";
  return type == spy::handle<MPI_Datatype>(2048) ? "vector" : "other";
}

}  // namespace

extern "C" {
int MPI_Type_get_extent(MPI_Datatype, MPI_Aint* lower, MPI_Aint* extent) {
  *lower = 3;
  *extent = 5;
  return MPI_SUCCESS;
}
int MPI_Type_create_resized(MPI_Datatype base, MPI_Aint lower, MPI_Aint extent, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(1024);
  return spy::note("{} from {} to {}", type_text(base), lower, extent);
}
int MPI_Type_vector(int blocks, int length, int stride, MPI_Datatype base, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(2048);
  return spy::note("{} blocks of {} by {} {}", blocks, length, stride, type_text(base));
}
int MPI_Type_commit(MPI_Datatype* type) {
  return spy::note("commit {}", type_text(*type));
}
int MPI_Type_free(MPI_Datatype* type) {
  spy::note("free {}", type_text(*type));
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ElementsOf, messages_are_of_the_type_that_was_asked_for) {
  using enum TransferType;
  for (const auto& [type, transfer, reduction] :
       {std::tuple{byte_type, "byte", "byte"}, std::tuple{char_type, "char", "signed char"},
        std::tuple{int_type, "int", "int"}, std::tuple{float_type, "float", "float"},
        std::tuple{double_type, "double", "double"}}) {
    Settings settings;
    settings.data_type = settings.red_data_type = type;
    const Elements elements(settings);
    EXPECT_EQ(type_text(elements.of(Element::transfer)), transfer);
    EXPECT_EQ(type_text(elements.of(Element::reduction)), reduction);
    EXPECT_EQ(type_text(elements.of(Element::real32)), "float");
    EXPECT_EQ(type_text(elements.of(Element::whole32)), "int");
  }
}

spy::Calls calls_for(ContigType kind, std::string_view type) {
  spy::calls.clear();
  Settings settings;
  settings.data_type = TransferType::int_type;
  settings.contig_type = kind;
  EXPECT_EQ(type_text(Elements(settings).of(Element::transfer)), type);
  return spy::calls;
}

TEST(ElementsOf, derived_types_have_the_extent_of_their_base_and_are_freed) {
  EXPECT_THAT(calls_for(ContigType::base, "int"), IsEmpty());
  EXPECT_THAT(calls_for(ContigType::base_vec, "vector"),
              ElementsAre("1 blocks of 1 by 1 int", "commit vector", "free vector"));
  EXPECT_THAT(calls_for(ContigType::resize, "resized"),
              ElementsAre("int from 3 to 5", "commit resized", "free resized"));
  EXPECT_THAT(calls_for(ContigType::resize_vec, "vector"),
              ElementsAre("int from 3 to 5", "commit resized", "1 blocks of 1 by 1 resized", "commit vector",
                          "free vector", "free resized"));
}

}  // namespace
}  // namespace sonde::case_setup
