// SPDX-License-Identifier: GPL-3.0-or-later
// Listings as NVRTC 13.0, nvdisasm 13.5 and objdump 2.40 wrote them: instructions keep their source
// lines, and what only moved is no difference.
#include <QTest>
#include <algorithm>

#include "base/files/files.h"
#include "view/code/line_diff.h"
#include "view/code/listing_text.h"

using namespace kw;
using namespace kw::view;

namespace {

CodeListing listing(const std::string& name, const std::string& format) {
  const auto text = files::readText(std::string(KW_TEST_DATA) + "/listings/" + name + "." + format);
  if (!text) qFatal("%s", text.error().text().c_str());
  return {format, *text, name + ".cu", "", "", false};
}

// The source line of the only line that holds `part`.
int lineOf(const ListingText& made, const std::string& part) {
  int found = -1;
  for (size_t i = 0; i < made.lines.size(); ++i) {
    if (made.lines[i].find(part) == std::string::npos) continue;
    if (found >= 0) qFatal("\"%s\" stands twice", part.c_str());
    found = made.sourceLines[i];
  }
  return found;
}

bool holds(const ListingText& made, const std::string& part) {
  return std::ranges::any_of(
      made.lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

class TestListingText : public QObject {
  Q_OBJECT

 private slots:
  void instructionsOfPtxKnowTheirSourceLines() {
    const ListingText made = listingText(listing("scale", "ptx"));
    QCOMPARE(made.lines.size(), made.sourceLines.size());
    QCOMPARE(lineOf(made, "mad.lo.s32"), 6);
    QCOMPARE(lineOf(made, "bar.sync"), 9);
    QCOMPARE(lineOf(made, "fma.rn.f32"), 10);
    QCOMPARE(lineOf(made, "ret;"), 12);
    QCOMPARE(lineOf(made, "sub.s32"), 0);  // the compiler says line 0
    QCOMPARE(lineOf(made, ".version 9.0"), 0);
    QVERIFY(!holds(made, ".loc") && !holds(made, ".file"));
  }

  void instructionsOfSassKnowTheirSourceLines() {
    const ListingText made = listingText(listing("scale", "sass"));
    QCOMPARE(lineOf(made, "BAR.SYNC"), 9);
    QCOMPARE(lineOf(made, "MUFU.RCP"), 10);
    QCOMPARE(lineOf(made, "BRA `(.L_x_0)"), 7);
    QVERIFY(!holds(made, "//##") && !holds(made, "/*0010*/"));
    QVERIFY(holds(made, "@P0 EXIT ;"));
  }

  void inlinedCodeBelongsToItsInnermostOwnLine() {
    QCOMPARE(lineOf(listingText(listing("half_sum", "ptx")), "fma.rn.f32"), 4);
    QCOMPARE(lineOf(listingText(listing("half_sum", "sass")), "FFMA"), 4);
    QVERIFY(!holds(listingText(listing("half_sum", "ptx")), ".b8"));
    // From a header: the line that calls it.
    CodeListing ptx{"ptx",
                    "\t.loc\t2 40 3, function_name $L__info_string0, inlined_at 1 8 3\n"
                    "\tadd.f32 \t%f1, %f2, %f3;\n\t.file\t1 \"a/half_sum.cu\"\n"
                    "\t.file\t2 \"/usr/include/half.h\"\n",
                    "half_sum.cu",
                    "",
                    "",
                    false};
    QCOMPARE(lineOf(listingText(ptx), "add.f32"), 8);
    CodeListing sass{
        "sass",
        "\t//## File \"half.h\", line 40 inlined at \"a/half_sum.cu\", line 8\n"
        "\t//## File \"a/half_sum.cu\", line 8\n        /*0010*/   FADD R1, R2, R3 ;\n",
        "half_sum.cu",
        "",
        "",
        false};
    QCOMPARE(lineOf(listingText(sass), "FADD"), 8);
    sass.fileName = "sum.cu";
    QCOMPARE(lineOf(listingText(sass), "FADD"), 0);
  }

  void assemblyHoldsTheCandidatesFunctionsOnly() {
    const ListingText made = listingText(listing("twice", "assembly"));
    QCOMPARE(lineOf(made, "mulss"), 2);
    QCOMPARE(lineOf(made, "test "), 5);
    QCOMPARE(lineOf(made, "ret"), 7);
    QCOMPARE(made.lines.front(), std::string("scale:"));
    QVERIFY(!holds(made, "frame_dummy") && !holds(made, "10f9:"));
  }

  void namesCountOnlyWhereTheyAreWanted_data() {
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::newRow("PTX") << "\tmad.lo.s32 \t%r12, %r8, %r7;"
                         << "\tmad.lo.s32 \t%r3, %r99, %r1;";
    QTest::newRow("PTX label") << "\t@%p1 bra \t$L__BB0_3;"
                               << "\t@%p2 bra \t$L__BB0_11;";
    QTest::newRow("PTX count") << "\t.reg .f32 \t%f<7>;"
                               << "\t.reg .f32 \t%f<70>;";
    QTest::newRow("SASS") << "IMAD R0, R0, UR4, R7 ;"
                          << "IMAD R10, R2.reuse, UR6, R8 ;";
    QTest::newRow("SASS predicate") << "@P0 BRA `(.L_x_0) ;"
                                    << "@P3 BRA `(.L_x_12) ;";
    QTest::newRow("CPU") << "    mulss  %xmm0,%xmm0"
                         << "    mulss  %xmm4,%xmm4";
    QTest::newRow("CPU, words") << "    add    $0x4,%rax"
                                << "    add    $0x4,%rdi";
  }
  void namesCountOnlyWhereTheyAreWanted() {
    QFETCH(QString, one);
    QFETCH(QString, other);
    const std::string a = one.toStdString(), b = other.toStdString();
    QVERIFY(comparable(a, false) != comparable(b, false));
    QCOMPARE(comparable(a, true), comparable(b, true));
  }

  void whatIsMeantAlwaysCounts() {
    for (const auto& [a, b] : {std::pair("add.f32 %f1, %f2, 0f3F800000;", "add.f32 %f1, %f2, %f3;"),
                               std::pair("LDG.E R0, [R2]", "LDG.E.128 R0, [R2]"),
                               std::pair("IADD3 R6, -R7, 0xff, RZ ;", "IADD3 R6, -R7, 0x7f, RZ ;"),
                               std::pair("ULDC UR4, c[0x0][0x0] ;", "ULDC UR4, c[0x0][0x210] ;"),
                               std::pair("    call   1030 <one>", "    call   1030 <other>")})
      QVERIFY2(comparable(a, true) != comparable(b, true), a);
    QCOMPARE(comparable("    jne    1109 <scale+0x10>", false),
             comparable("    jne    2209 <scale+0x18>", false));
  }

  void aHostileListingIsReadToItsEnd() {
    for (const char* format : {"ptx", "sass", "assembly"})
      for (const char* text : {"", "\n\n", ".loc", "\t.loc 1\n\t.section .debug\n", "//## File \"",
                               "//## File \"a\"", "//## File \"x.cu\", line", "/*", "/*0010*/",
                               "0 <:\n", "  :\t\n", "x.cu:99999999999\n"}) {
        const ListingText made = listingText({format, text, "x.cu", "", "", false});
        QCOMPARE(made.lines.size(), made.sourceLines.size());
      }
    QCOMPARE(comparable("%", true), std::string("%"));
    QCOMPARE(comparable("12 <", true), std::string(" <"));
  }
};

QTEST_APPLESS_MAIN(TestListingText)
#include "test_listing_text.moc"
