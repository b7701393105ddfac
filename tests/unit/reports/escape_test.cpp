#include "reports/escape.hpp"

#include <gtest/gtest.h>

namespace sonde::reports {
namespace {

TEST(Escape, html_turns_markup_into_references) {
  EXPECT_EQ(escape_html("<a b=\"c\" d='e'>&amp;"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
}

TEST(Escape, markdown_stands_on_one_line_of_a_table) {
  EXPECT_EQ(escape_markdown("a|b\n*c* [d]"), "a\\|b \\*c\\* \\[d\\]");
}

TEST(Escape, json_for_html_keeps_the_value_and_hides_markup) {
  EXPECT_EQ(escape_json_for_html(R"({"a":"</script>&"})"), R"({"a":"\u003c/script\u003e\u0026"})");
}

TEST(Escape, json_for_html_escapes_line_and_paragraph_separators_only) {
  EXPECT_EQ(escape_json_for_html("\"\xe2\x80\xa8|\xe2\x80\xa9|\xe2\x80\xaf|\xe2\x80\""),
            "\"\\u2028|\\u2029|\xe2\x80\xaf|\xe2\x80\"");
}

TEST(Escape, json_for_terminal_keeps_the_value_and_controls_nothing) {
  EXPECT_EQ(json_for_terminal(
                "{\"a\":\"\x7f|\xc2\x9b|\xe2\x80\xae|\xe2\x81\xa6|\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"}"),
            "{\"a\":\"\\u007f|\\u009b|\\u202e|\\u2066|\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"}");
}

// RFC 4648, section 10: "f", "fo", "foo", "foobar".
TEST(Escape, base64_follows_the_examples_of_its_standard) {
  EXPECT_EQ(base64_of_hex(""), "");
  EXPECT_EQ(base64_of_hex("66"), "Zg==");
  EXPECT_EQ(base64_of_hex("666f"), "Zm8=");
  EXPECT_EQ(base64_of_hex("666F6f"), "Zm9v");
  EXPECT_EQ(base64_of_hex("666f6f626172"), "Zm9vYmFy");
}

// The SHA-256 of no bytes, as browsers print it.
TEST(Escape, base64_of_a_whole_digest) {
  EXPECT_EQ(base64_of_hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

}  // namespace
}  // namespace sonde::reports
