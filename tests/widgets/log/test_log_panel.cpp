// SPDX-License-Identifier: GPL-3.0-or-later
// Notices are kept in order, bounded, and can be filtered and copied.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "widgets/content/content.h"
#include "widgets/log/log_model.h"
#include "widgets/log/log_panel.h"
#include "widgets/selection/selection.h"

using namespace kw;

class TestLogPanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void onlyTheLastLinesAreKeptAndTheRestIsCounted() {
    LogModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    for (int i = 0; i < 20; ++i)
      model.add(QString("line %1").arg(i));
    model.flush();
    QCOMPARE(inserted.size(), 1);  // one batch
    for (int i = 20; i < LogModel::mostLines + 25; ++i)
      model.add(QString("line %1").arg(i));
    model.flush();
    QCOMPARE(model.rowCount(), LogModel::mostLines);
    QCOMPARE(model.dropped(), 25);
    QVERIFY(model.lineText(0).endsWith("  line 25"));
    for (int i = 0; i < 3 * LogModel::mostLines; ++i)
      model.add("flood");
    model.flush();
    QCOMPARE(model.rowCount(), LogModel::mostLines);
    QCOMPARE(model.dropped(), 25 + 3 * LogModel::mostLines);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.dropped(), 0);
  }

  void linesStandWithTheirTime() {
    LogModel model;
    const QDateTime when(QDate(2026, 11, 29), QTime(14, 2, 11));
    model.add("A runner was lost\n\nit is started again", when);
    model.flush();
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0).data().toString(), QString("14:02:11  A runner was lost"));
    QCOMPARE(model.lineText(1), QString("2026-11-29 14:02:11  it is started again"));
  }

  void whatIsNoticedIsShownFilteredAndCopied() {
    Content content;
    Selection selection;
    LogPanel panel(content, selection);
    panel.show();
    auto* list = panel.findChild<QListView*>();
    auto* copy = panel.findChild<QAction*>("log.copy");
    QVERIFY(!list->isVisible());  // the empty state
    QVERIFY(!copy->isEnabled());
    Q_EMIT content.noticed("Opened silu_and_mul");
    Q_EMIT content.noticed("Tuning began");
    QTRY_COMPARE(list->model()->rowCount(), 2);
    QVERIFY(list->isVisible());
    panel.findChild<QLineEdit*>()->setText("TUNING");
    QCOMPARE(list->model()->rowCount(), 1);
    copy->trigger();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY(copied.endsWith("  Tuning began\n"));
    QCOMPARE(copied.count('\n'), 1);
    panel.findChild<QLineEdit*>()->setText("nothing like it");
    QVERIFY(!list->isVisible());
    panel.findChild<QAction*>("log.clear")->trigger();
    QCOMPARE(list->model()->rowCount(), 0);
  }

  void whatWasDroppedIsSaid() {
    Content content;
    Selection selection;
    LogPanel panel(content, selection);
    panel.show();
    QString many;
    for (int i = 0; i < LogModel::mostLines + 3; ++i)
      many += QString("%1\n").arg(i);
    panel.add(many);
    auto* list = panel.findChild<QListView*>();
    QTRY_COMPARE(list->model()->rowCount(), LogModel::mostLines);
    bool said = false;
    for (const QLabel* label : panel.findChildren<QLabel*>())
      said = said || (label->isVisible() && label->text().startsWith("3 earlier"));
    QVERIFY(said);
  }
};

QTEST_MAIN(TestLogPanel)
#include "test_log_panel.moc"
