// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/prompt_texts.h"

#include <QTest>

#include "base/files/files.h"
#include "client/agent/measured_problem.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

Speedup speedup(double ratio, double low, double high) {
  Speedup one;
  one.ratio = ratio;
  one.interval95.low = low;
  one.interval95.high = high;
  return one;
}

}  // namespace

class TestPromptTexts : public QObject {
  Q_OBJECT
 private slots:
  void placesAreFilledOnce() {
    const auto filled =
        filledIn("a {{one}} b {{two}}{{one}}", {{"one", "{{two}}"}, {"two", "2"}}, "f");
    KW_VERIFY_OK(filled);
    QCOMPARE(*filled, "a {{two}} b 2{{two}}");  // what a field brings stays as it is
  }

  void unknownPlacesAreNamed() {
    const auto unknown = filledIn("first\n{{tow}}", {{"two", "2"}}, "mine.txt");
    QVERIFY(!unknown);
    KW_VERIFY_CONTAINS(unknown.error().text(), "mine.txt:2");
    KW_VERIFY_CONTAINS(unknown.error().text(), "{{tow}}");
    KW_VERIFY_CONTAINS(unknown.error().text(), "there are: two");
    QVERIFY(!filledIn("{{two", {{"two", "2"}}, "f"));
  }

  void aPromptOfTheUsersGoesBeforeOurs() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    KW_VERIFY_OK(files::writeAtomically(folder->path() / "system.txt", "mine"));
    QCOMPARE(*promptText("system", folder->path()), "mine");
    const auto ours = promptText("rewrite", folder->path());
    KW_VERIFY_OK(ours);
    KW_VERIFY_CONTAINS(*ours, "{{facts}}");
    QVERIFY(!promptText("nothing", {}));
  }

  void gainsTakeBothIntervals() {
    const Speedup gain = gainOf(speedup(2, 1.9, 2.1), speedup(3, 2.85, 3.15));
    QCOMPARE(gain.ratio, 1.5);
    // 5 % and 5 % in quadrature are 7.1 %.
    QVERIFY(gain.interval95.low > 1.39 && gain.interval95.low < 1.40);
    QVERIFY(gain.interval95.high > 1.60 && gain.interval95.high < 1.62);
    const Speedup sure = gainOf(speedup(1, 1, 1), speedup(3, 2.85, 3.15));
    QVERIFY(sure.interval95.low > 2.84 && sure.interval95.high < 3.16);
    QCOMPARE(gainOf(Speedup(), speedup(3, 2, 4)).ratio, 0.0);
  }
};

QTEST_APPLESS_MAIN(TestPromptTexts)
#include "test_prompt_texts.moc"
