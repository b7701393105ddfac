#include "base/input.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace sonde {
namespace {

namespace fs = std::filesystem;

class ReadInput : public testing::Test {
 protected:
  ReadInput() {
    std::string name = testing::TempDir() + "sonde_input_XXXXXX";
    folder_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
  }
  ~ReadInput() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  [[nodiscard]] std::string file(const std::string& text) const {
    std::ofstream(path("file"), std::ios::binary) << text;
    return path("file");
  }
  static std::string reason(const std::string& path, const InputLimits& limits = {}) {
    const auto text = read_input(path, limits);
    if (text) return "";
    const auto& message = text.error().message;
    return message.substr(message.rfind("': ") + 3);
  }

 private:
  std::string folder_;
};

TEST_F(ReadInput, gives_the_whole_file) {
  const std::string text(1'000'000, 'x');
  EXPECT_EQ(read_input(file(text)).value(), text);
  EXPECT_EQ(read_input(file("x")).value(), "x");
  EXPECT_EQ(read_input(file("")).value(), "");
}

TEST_F(ReadInput, says_what_is_no_file) {
  EXPECT_EQ(reason(path("missing")), "No such file or directory");
  EXPECT_EQ(reason("/"), "it is a directory, expected a file");
  EXPECT_EQ(reason(std::string("/dev/null\0x", 11)), "its name has a NUL character in it");
  fs::create_symlink(path("loop"), path("loop"));
  EXPECT_EQ(reason(path("loop")), "Too many levels of symbolic links");
}

TEST_F(ReadInput, ends_where_a_file_does_not) {
  EXPECT_EQ(reason("/dev/zero", {.most_bytes = 1 << 20}), "it is longer than 1 MiB");
  EXPECT_EQ(read_input(file("1234"), {.most_bytes = 4}).value(), "1234");
  EXPECT_EQ(reason(file("12345"), {.most_bytes = 4}), "it is longer than 4 B");
}

TEST_F(ReadInput, gives_up_a_pipe_that_nobody_writes_to) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(reason(path("pipe")), "no process writes to this pipe");
}

TEST_F(ReadInput, gives_up_a_silent_writer_only_when_told_to) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const Descriptor writer(::open(path("pipe").c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_EQ(reason(path("pipe"), {.patient = false}), "nothing comes out of it");
}

TEST_F(ReadInput, waits_for_a_writer_that_is_late_and_for_all_it_writes) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::thread writer([&] {
    Descriptor out(::open(path("pipe").c_str(), O_WRONLY | O_CLOEXEC));  // waits for the reader
    static_cast<void>(write_all(out.number(), "first "));
    ::usleep(1'200'000);  // longer than a second of silence
    static_cast<void>(write_all(out.number(), "second"));
  });
  const auto text = read_input(path("pipe"));
  writer.join();
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "first second");
}

TEST_F(ReadInput, looks_at_the_beginning_without_taking_it) {
  const std::string text = "head\n" + std::string(300'000, 'x');
  auto input = InputFile::open(file(text));
  ASSERT_TRUE(input);
  const auto head = input->peek();
  ASSERT_TRUE(head);
  EXPECT_GE(head->size(), std::size_t{64} << 10);
  EXPECT_EQ(head->substr(0, 5), "head\n");
  EXPECT_EQ(input->rest().value(), text);
  EXPECT_EQ(input->next().value(), "");
}

}  // namespace
}  // namespace sonde
