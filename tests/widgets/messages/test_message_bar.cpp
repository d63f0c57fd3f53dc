// SPDX-License-Identifier: GPL-3.0-or-later
// A message says what happened and what to do, and goes when it is dismissed.
#include <QTest>

#include "widgets/messages/message_bar.h"

using namespace kw;

class TestMessageBar : public QObject {
  Q_OBJECT

 private slots:
  void anErrorSaysWhatHappenedWhereAndWhatToDo() {
    MessageBar bar;
    QVERIFY(bar.text().isEmpty());
    Error error{ErrorKind::badInput, "expected a number", {}, "write 4"};
    error.place = Place{.file = "space.json", .line = 3};
    error.further.push_back(Error{ErrorKind::badInput, "and a second fault", {}, ""});
    bar.showError(QStringLiteral("Opening"), error);
    QVERIFY(bar.text().contains(QStringLiteral("Opening failed")));
    QVERIFY(bar.text().contains(QStringLiteral("space.json:3")));
    QVERIFY(bar.text().contains(QStringLiteral("write 4")));
    const auto* details = bar.findChild<QPlainTextEdit*>();
    QVERIFY(details->toPlainText().contains(QStringLiteral("second fault")));
    bar.dismiss();
    QVERIFY(bar.text().isEmpty());
  }

  void aLongMessageIsCutAndWholeInTheDetails() {
    MessageBar bar;
    bar.showError(QStringLiteral("Tuning"),
                  Error{ErrorKind::failed, std::string(5000, 'x'), {}, ""});
    QVERIFY(bar.text().size() < 500);
    QVERIFY(bar.findChild<QPlainTextEdit*>()->toPlainText().size() > 5000);
  }
};

QTEST_MAIN(TestMessageBar)
#include "test_message_bar.moc"
