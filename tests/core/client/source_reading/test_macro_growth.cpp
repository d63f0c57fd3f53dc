// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/source_reading/kernel_signature.h"
#include "client/source_reading/macro_growth.h"
#include "support/printing.h"

using namespace kw;

namespace {

double grown(const std::string& text) {
  return reading::macroGrowth(reading::locate(text)).tokens;
}

// Macros that double what they are given, `levels` times.
std::string doubling(int levels) {
  std::string text = "#define X0(a) a a\n";
  for (int i = 1; i <= levels; ++i) {
    const std::string last = "X" + std::to_string(i - 1) + "(a)";
    text += "#define X" + std::to_string(i) + "(a) " + last + " " + last + "\n";
  }
  return text + "__global__ void k(float* o) { X" + std::to_string(levels) + "(o[0] += 1;) }\n";
}

}  // namespace

class TestMacroGrowth : public QObject {
  Q_OBJECT

 private slots:
  void tokensAreCounted_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("count");
    QTest::newRow("none") << "int a = 1;" << 5.0;
    QTest::newRow("a constant") << "#define N 1 + 2\nN N" << 6.0;
    QTest::newRow("a parameter") << "#define D(a) a a\nD(x y)" << 4.0;
    QTest::newRow("an argument's macro") << "#define D(a) a a\nD(D(D(x)))" << 8.0;
    QTest::newRow("commas in brackets") << "#define F(a, b) a b b\nF((1, 2), 3)" << 7.0;
    QTest::newRow("not used") << "#define F(a, b) a a\nF(1, 2 3 4)" << 2.0;
    QTest::newRow("the rest") << "#define V(...) __VA_ARGS__ __VA_ARGS__\nV(1, 2)" << 4.0;
    QTest::newRow("not called") << "#define F(a) a a a\nF;" << 2.0;
    QTest::newRow("brackets of a body") << "#define N (1)\nN" << 3.0;
    QTest::newRow("a circle") << "#define A B B\n#define B A 1\nA" << 4.0;
    QTest::newRow("the larger of two")
        << "#if X\n#define N 1\n#else\n#define N 1 2\n#endif\nN" << 2.0;
  }
  void tokensAreCounted() {
    QFETCH(QString, text);
    QFETCH(double, count);
    QCOMPARE(grown(test::utf8(text)), count);
  }

  void whatDoublesWithoutEndIsRefusedByItsName() {
    const auto read = reading::readKernels(doubling(29));
    QVERIFY(!read);
    QVERIFY(read.error().kind == ErrorKind::badInput);
    KW_VERIFY_CONTAINS(test::errorText(read), "X29");
    KW_VERIFY_CONTAINS(test::errorText(read), "5 million tokens");
    KW_VERIFY_CONTAINS(test::errorText(read), "found about ");
    KW_VERIFY_OK(reading::readKernels(doubling(8)));
    std::string chain = "#define C0 1\n";  // long, but of no growth
    for (int i = 1; i < 2000; ++i)
      chain += "#define C" + std::to_string(i) + " (C" + std::to_string(i - 1) + " + 1)\n";
    QCOMPARE(grown(chain + "C1999"), 7997.0);
  }

  void endlessNestingEndsIt() {
    KW_VERIFY_CONTAINS(test::errorText(reading::readKernels(doubling(20'000))), "expected");
    std::string nested = "#define D(a) a a\n";
    for (int i = 0; i < 20'000; ++i)
      nested += "D(";
    QVERIFY(grown(nested + "x" + std::string(20'000, ')')) >= 1e18);
    // From the last to the first, so that one asks for all others.
    std::string backwards = "#define M20000 M19999 M19999\nM20000\n";
    for (int i = 19'999; i > 0; --i)
      backwards += "#define M" + std::to_string(i) + " M" + std::to_string(i - 1) + "\n";
    QVERIFY(grown(backwards) >= 1e18);
  }
};

QTEST_APPLESS_MAIN(TestMacroGrowth)
#include "test_macro_growth.moc"
