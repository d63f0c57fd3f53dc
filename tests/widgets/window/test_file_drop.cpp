// SPDX-License-Identifier: GPL-3.0-or-later
// A file is opened wherever in a window it is dropped, and is no text for the editor below it.
#include <QDialog>
#include <QDockWidget>
#include <QDropEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

#include "widgets/window/file_drop.h"

using namespace kw;

namespace {

// As the windowing system does it; false where the drag is refused.
bool drop(QWidget& on, const QMimeData& data) {
  QDragEnterEvent enter({5, 5}, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton,
                        Qt::NoModifier);
  QCoreApplication::sendEvent(&on, &enter);
  if (!enter.isAccepted()) return false;
  QDropEvent event({5, 5}, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&on, &event);
  return event.isAccepted() && event.dropAction() == Qt::CopyAction;
}

// Takes drops itself.
class Taker : public QWidget {
 public:
  Taker() { setAcceptDrops(true); }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override { event->accept(); }
};

}  // namespace

class TestFileDrop : public QObject {
  Q_OBJECT

 private slots:
  void aFileIsTakenFromAnEditor() {
    QMainWindow window;
    auto* editor = new QPlainTextEdit;
    window.setCentralWidget(editor);
    auto* files = new FileDrop(window, nullptr);
    QSignalSpy dropped(files, &FileDrop::dropped);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile("/p/a b.kwr"), QUrl::fromLocalFile("/p/c.kwr")});
    QVERIFY(drop(*editor->viewport(), data));
    QCOMPARE(editor->toPlainText(), QString());
    QCOMPARE(dropped.size(), 1);
    QCOMPARE(dropped.at(0).at(0).toString(), QString("/p/a b.kwr"));
    QCOMPARE(dropped.at(0).at(1).toInt(), 2);
  }

  void aPanelThatFloatsTakesFilesToo() {
    QMainWindow window;
    auto* dock = new QDockWidget(&window);
    auto* line = new QLineEdit;
    dock->setWidget(line);
    window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    dock->setFloating(true);
    auto* files = new FileDrop(window, nullptr);
    QSignalSpy dropped(files, &FileDrop::dropped);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile("/p/a.kwr")});
    QVERIFY(drop(*line, data));
    QCOMPARE(dropped.size(), 1);
    QCOMPARE(line->text(), QString());
  }

  void textsAddressesElsewhereAndDialogsAreLeftAlone() {
    QMainWindow window;
    auto* taker = new Taker;
    window.setCentralWidget(taker);
    QDialog dialog(&window);
    auto* field = new QWidget(&dialog);
    auto* files = new FileDrop(window, taker);
    QSignalSpy dropped(files, &FileDrop::dropped);
    QMimeData text, elsewhere, file;
    text.setText("int x;");
    elsewhere.setUrls({QUrl("https://example.org/x.kwr")});
    file.setUrls({QUrl::fromLocalFile("/p/a.kwr")});
    (void)drop(window, text);
    (void)drop(window, elsewhere);
    (void)drop(*field, file);
    (void)drop(*taker, file);  // sees to its own
    QCOMPARE(dropped.size(), 0);
  }
};

QTEST_MAIN(TestFileDrop)
#include "test_file_drop.moc"
