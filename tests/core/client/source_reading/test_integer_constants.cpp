// SPDX-License-Identifier: GPL-3.0-or-later
// Named integers of a source, and C++ expressions in the language of ours.
#include <QTest>

#include "client/source_reading/integer_constants.h"
#include "support/printing.h"

using namespace kw;

class TestIntegerConstants : public QObject {
  Q_OBJECT

 private slots:
  void macrosAndConstantsAreFound() {
    const auto found = reading::integerConstantsIn(
        "#define A 32u // threads\n#define F(x) (x)\n#define T float\nconstexpr int b = A * "
        "2;\nstatic const unsigned long c{7};\nconst float d = 3;\n");
    QCOMPARE(found.size(), size_t{3});
    QCOMPARE(found[0].name, std::string("A"));
    QCOMPARE(found[0].value, int64_t{32});
    QVERIFY(found[0].isMacro && found[0].isLiteral);
    QCOMPARE(found[1].value, int64_t{64});
    QVERIFY(!found[1].isLiteral);
    QCOMPARE(found[2].value, int64_t{7});
  }

  void aSecondDefinitionIsSaid() {
    const auto found =
        reading::integerConstantsIn("#if X\n#define N 1\n#else\n#define N 2\n#endif\n");
    QCOMPARE(found.size(), size_t{2});
    QVERIFY(found[0].isRepeated && found[1].isRepeated);
  }

  void hostExpressionsAreTranslated_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("division") << "(n+255)/256"
                              << "(n + 255) // 256";
    QTest::newRow("casts") << "(int)n / static_cast<int>(m)"
                           << "n // (m)";
    QTest::newRow("std") << "std::min(n, 1024u)"
                         << "min(n, 1024)";
    QTest::newRow("instance of std") << "std::max<int>(n, 1)"
                                     << "max(n, 1)";
    QTest::newRow("rounded up") << "ceil_div(n, 4) * at::ceilDiv(m, 2)"
                                << "ceil_div(n, 4) * ceil_div(m, 2)";
    QTest::newRow("reals") << "ceil(n / 256.0f)"
                           << "ceil(n / 256.0)";
    QTest::newRow("octal") << "010"
                           << "";
    QTest::newRow("member") << "x.size(0)"
                            << "";
    QTest::newRow("text") << "\"n\""
                          << "";
    QTest::newRow("nothing") << ""
                             << "";
  }
  void hostExpressionsAreTranslated() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QCOMPARE(reading::hostExpression(from.toStdString()), to.toStdString());
  }
};

QTEST_APPLESS_MAIN(TestIntegerConstants)
#include "test_integer_constants.moc"
