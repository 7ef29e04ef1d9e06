#include <sinew/base/text.h>

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(Text, PrintableShowsTerminalEscapes) {
  EXPECT_EQ(printable("a\x1b[31mred"), "a\\x1b[31mred");
  EXPECT_EQ(printable("left\nright"), "left\\x0aright");
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "evil"),
            "\\u202eevil");  // right-to-left override
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("左腕"), "左腕");
}

TEST(Text, PrintableCutsLongNames) {
  const std::string out = printable(std::string(10000, 'a'), 50);
  EXPECT_EQ(out, std::string(50, 'a') + "...");
}

TEST(Text, FoldCaseNormalisesWidthAndCase) {
  EXPECT_EQ(foldCase("ＬｅｆｔArm"), "leftarm");  // full-width letters (NFKC)
  EXPECT_EQ(foldCase("ok\xff"
                     "ay"),
            "okay");
}

TEST(Text, Sha256OfKnownText) {  // FIPS 180-2, appendix B.1
  const std::string text = "abc";
  EXPECT_EQ(sha256(std::as_bytes(std::span(text))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace sinew
