// SPDX-License-Identifier: GPL-3.0-or-later
// Only the latest job's result arrives, and none after its owner is gone.
#include <QTest>
#include <atomic>
#include <semaphore>

#include "widgets/jobs/job.h"

using namespace kw;

class TestJob : public QObject {
  Q_OBJECT

 private slots:
  void aResultArrivesOnTheOwnersThread() {
    Job job;
    int got = 0;
    QThread* thread = nullptr;
    job.start([](std::stop_token) { return 42; },
              [&](int value) {
                got = value;
                thread = QThread::currentThread();
              });
    QVERIFY(job.running());
    QTRY_COMPARE(got, 42);
    QCOMPARE(thread, QThread::currentThread());
    QVERIFY(!job.running());
  }

  void aNewerJobTakesTheOldersPlace() {
    Job job;
    std::vector<int> got;
    auto gate = std::make_shared<std::binary_semaphore>(0);
    auto stopped = std::make_shared<std::atomic<bool>>(false);
    job.start(
        [gate, stopped](std::stop_token stop) {
          gate->acquire();
          *stopped = stop.stop_requested();
          return 1;
        },
        [&](int value) { got.push_back(value); });
    job.start([](std::stop_token) { return 2; }, [&](int value) { got.push_back(value); });
    gate->release();
    QTRY_COMPARE(got, std::vector<int>{2});
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(got, std::vector<int>{2});
    QVERIFY(*stopped);
  }

  void nothingArrivesOnceTheOwnerIsGone() {
    bool called = false;
    {
      Job job;
      job.start([](std::stop_token) { return 1; }, [&](int) { called = true; });
    }
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!called);
  }
};

QTEST_GUILESS_MAIN(TestJob)
#include "test_job.moc"
