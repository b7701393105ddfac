// The manifest as text: what goes in comes out, and nothing else is taken.
#include "campaign/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/verify.hpp"
#include "folder.hpp"

namespace sonde::campaign {
using test::Folder;
namespace {

using testing::HasSubstr;

Manifest small_manifest() {
  Manifest out;
  out.seed = 18446744073709551615ull;
  out.journal = {3, "aa"};
  out.sessions.push_back(
      {"2026-11-25T10:00:00+00:00", "0.1.0", "abc", "x86_64", "Linux", "cpu", {{"UCX_TLS", "tcp"}}});
  Launched launched{{"mpirun", "IMB-MPI1"}, 0, {{"/usr/bin/mpirun", {5, "bb"}}}, {}};
  launched.entry = {true, true, "exit status 0", 0.125};
  out.launches["run-1"] = launched;
  out.files["run-1.json"] = {7, "cc"};
  return out;
}

TEST(Manifest, is_read_as_it_was_written) {
  const auto text = manifest_text(small_manifest());
  const auto read = parse_manifest(text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(manifest_text(*read), text);
  EXPECT_EQ(read->seed, 18446744073709551615ull);
  EXPECT_EQ(read->launches.at("run-1").programs.at("/usr/bin/mpirun").sha256, "bb");
  EXPECT_EQ(read->sessions.at(0).environment.at("UCX_TLS"), "tcp");
}

TEST(Manifest, any_changed_byte_is_noticed) {
  const auto text = manifest_text(small_manifest());
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(parse_manifest(changed)) << i;
  }
  EXPECT_FALSE(parse_manifest(text + " "));
  EXPECT_FALSE(parse_manifest(""));
  EXPECT_FALSE(parse_manifest(std::string(100000, '[')));
}

TEST(Manifest, names_of_many_files_fit_into_it) {
  auto manifest = small_manifest();
  for (int i = 0; i < 2000; ++i)
    manifest.files["run-" + std::to_string(i) + ".json"] = {i, std::string(64, 'a')};
  EXPECT_TRUE(parse_manifest(manifest_text(manifest)));
}

TEST(ProgramsOf, are_words_that_name_executable_files) {
  const Folder folder;
  folder.write("data", "x");
  const auto found = programs_of({"sh", "-c", "/bin/sh", folder / "data", "Allreduce", "", "/bin"});
  ASSERT_GE(found.size(), 1u);
  for (const auto& path : found) EXPECT_TRUE(path.ends_with("/sh")) << path;
}

TEST(Verify, wants_the_directory_of_a_campaign) {
  const Folder folder;
  EXPECT_THAT(verify(folder / "none").error().message, HasSubstr("is no directory"));
  EXPECT_THAT(verify(folder / "").error().message, HasSubstr("neither 'campaign.journal'"));
  folder.write("campaign.journal", "sonde campaign 1 seed 1\n");
  const auto early = verify(folder / "");
  ASSERT_TRUE(early);
  EXPECT_THAT(early->findings.at(0), HasSubstr("'campaign.manifest' is missing"));
}

}  // namespace
}  // namespace sonde::campaign
