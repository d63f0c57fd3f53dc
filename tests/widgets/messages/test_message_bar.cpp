// SPDX-License-Identifier: GPL-3.0-or-later
// A message says what happened and what to do, and goes when it is dismissed.
#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QTest>
#include <QToolBar>

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

  void aShortMessageTakesOneLineOfAWindow() {
    QMainWindow window;
    auto* bar = new MessageBar;
    auto* tools = new QToolBar(&window);
    tools->addWidget(bar);
    window.addToolBar(tools);
    window.resize(1200, 600);
    window.show();
    bar->showError(QStringLiteral("Opening a file of some name that is not very short"),
                   Error{ErrorKind::failed,
                         "this session was written by a newer Kernelwright (it "
                         "says 99; this program reads up to 1)",
                         {},
                         "open it with that version or a later one"});
    QTRY_VERIFY(bar->width() > 1000);
    QTRY_VERIFY2(bar->height() < 4 * bar->fontMetrics().lineSpacing(),
                 qPrintable(QString::number(bar->height())));
    window.resize(300, 600);  // now it wraps, and nothing of it is cut off
    auto* text = bar->findChild<QLabel*>(QStringLiteral("message.text"));
    QTRY_VERIFY(bar->width() < 300);
    QTRY_VERIFY(text->height() >= text->heightForWidth(text->width()));
    QTRY_VERIFY(bar->height() >= text->height());
  }

  void keysShowDetailsAndDismiss() {
    MessageBar bar;
    QAction* dismiss = bar.findChild<QAction*>(QStringLiteral("message.dismiss"));
    QAction* details = bar.findChild<QAction*>(QStringLiteral("message.details"));
    QVERIFY(!dismiss->isEnabled() && !details->isEnabled());
    bar.showDone(QStringLiteral("Wrote a file"));
    QVERIFY(dismiss->isEnabled() && !details->isEnabled());
    bar.showError(QStringLiteral("Tuning"),
                  Error{ErrorKind::failed, std::string(5000, 'x'), {}, ""});
    QVERIFY(details->isEnabled());
    details->trigger();
    QVERIFY(!bar.findChild<QPlainTextEdit*>()->isHidden());
    dismiss->trigger();
    QVERIFY(bar.text().isEmpty());
    QVERIFY(!dismiss->isEnabled() && !details->isEnabled());
  }
};

QTEST_MAIN(TestMessageBar)
#include "test_message_bar.moc"
