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

TEST(Text, Sha256OfKnownText) {  // FIPS 180-2, appendices B.1 and B.3
  const std::string text = "abc";
  EXPECT_EQ(sha256(std::as_bytes(std::span(text))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") << "no bytes at all";
  const std::string million(1000000, 'a');
  EXPECT_EQ(sha256(std::as_bytes(std::span(million))), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace sinew
