// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs that the window opens: by keys, by the start page, by what is dropped.
#include <QAction>
#include <QFile>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

#include "widgets/new_problem/kernel_list.h"
#include "widgets/new_problem/new_problem_dialog.h"
#include "widgets/providers/providers_dialog.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

using namespace kw;

namespace {

constexpr int patience = 60'000;

struct Shown {
  Settings settings;
  MainWindow window{settings, {.forPicture = true, .size = QSize(1000, 700), .theme = {}}};
  Shown() { window.show(); }
};

}  // namespace

class TestWindowDialogs : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

 private slots:
  void init() {
    qputenv("KERNELWRIGHT_CONFIG", m_folder.path().toUtf8());
    qputenv("XDG_STATE_HOME", m_folder.path().toUtf8());
  }

  void ofAKernelsSourceAProblemIsMade() {
    const QString path = m_folder.filePath("some.cu");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n");
    file.close();
    Shown shown;
    shown.window.open(path);
    const QPointer<NewProblemDialog> dialog = shown.window.findChild<NewProblemDialog*>();
    QVERIFY(dialog);
    QTRY_COMPARE_WITH_TIMEOUT(dialog->findChild<KernelList*>()->chosen(), QString("fill"),
                              patience);
    shown.window.open(path);  // once more, into the same dialog
    QCOMPARE(shown.window.findChildren<NewProblemDialog*>().size(), 1);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!dialog);
    QVERIFY(!shown.window.content().isOpen());
  }

  void bothDialogsHaveKeys() {
    Shown shown;
    const auto keysOf = [&](const char* name) {
      const auto* action = shown.window.findChild<QAction*>(QLatin1String(name));
      return action ? action->shortcut().toString() : QString();
    };
    QCOMPARE(keysOf("start.newProblem"), QString("Ctrl+N"));
    QCOMPARE(keysOf("file.providers"), QString("Ctrl+,"));
    shown.window.findChild<QAction*>("start.newProblem")->trigger();
    QVERIFY(shown.window.findChild<NewProblemDialog*>());
    shown.window.findChild<QAction*>("file.providers")->trigger();
    QVERIFY(shown.window.findChild<ProvidersDialog*>());
  }
};

QTEST_MAIN(TestWindowDialogs)
#include "test_window_dialogs.moc"
