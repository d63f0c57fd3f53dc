// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <atomic>
#include <future>
#include <semaphore>

#include "client/engine/event_hub.h"

using namespace kw;

namespace {

CandidateDone done(size_t number) {
  CandidateDone event;
  event.done = number;
  return event;
}

size_t numberOf(const Event& event) {
  return std::get<CandidateDone>(event).done;
}

}  // namespace

class TestSubscribers : public QObject {
  Q_OBJECT

 private slots:
  void aLosslessOneGetsEverythingInOrder() {
    std::vector<size_t> got;
    EventHub hub;
    hub.addLossless([&](const std::vector<Event>& batch) {
      for (const Event& event : batch)
        got.push_back(numberOf(event));
    });
    for (size_t n = 0; n < 20'000; ++n)
      hub.publish(done(n));
    hub.drain();
    QCOMPARE(got.size(), size_t(20'000));
    QVERIFY(std::is_sorted(got.begin(), got.end()));
  }

  void aSlowLosslessOneHoldsTheEngineUpUntilItCatchesUp() {
    std::binary_semaphore mayGoOn(0);
    std::promise<void> roomAgain;
    EventHub hub;
    hub.addLossless([&, first = true](const std::vector<Event>&) mutable {
      if (std::exchange(first, false)) mayGoOn.acquire();
    });
    std::atomic<int> calls{0};
    hub.setWhenRoom([&] {
      if (++calls == 1) roomAgain.set_value();
    });
    QVERIFY(hub.hasRoom());
    size_t published = 0;
    while (hub.hasRoom())
      hub.publish(done(published++));
    QVERIFY(published >= 4096);
    QCOMPARE(calls.load(), 0);
    mayGoOn.release();
    roomAgain.get_future().wait();
    hub.drain();
    QVERIFY(hub.hasRoom());
  }

  void aCoalescingOneThatCannotKeepUpIsToldWhatItMissed() {
    std::binary_semaphore entered(0), mayGoOn(0);
    std::vector<std::vector<Event>> batches;
    EventHub hub;
    hub.addCoalescing(
        [&](const std::vector<Event>& batch) {
          batches.push_back(batch);
          if (batches.size() > 1) return;
          entered.release();
          mayGoOn.acquire();
        },
        10);
    hub.publish(done(0));
    entered.acquire();
    for (size_t n = 1; n <= 25; ++n)
      hub.publish(done(n));
    QVERIFY(hub.hasRoom());  // it never holds the engine up
    mayGoOn.release();
    hub.drain();
    QCOMPARE(batches.size(), size_t(2));
    QCOMPARE(batches[1].size(), size_t(11));
    QCOMPARE(std::get<Dropped>(batches[1][0]).missed, size_t(15));
    QCOMPARE(numberOf(batches[1][1]), size_t(16));
    QCOMPARE(numberOf(batches[1][10]), size_t(25));
  }

  void aCoalescingOneGetsOnlyTheLastProgressAndNeverLosesANotice() {
    std::binary_semaphore entered(0), mayGoOn(0);
    std::vector<Event> second;
    int calls = 0;
    EventHub hub;
    hub.addCoalescing(
        [&](const std::vector<Event>& batch) {
          if (++calls == 1) {
            entered.release();
            mayGoOn.acquire();
          } else {
            second = batch;
          }
        },
        2);
    hub.publish(done(0));
    entered.acquire();
    hub.publish(RunStarted{});
    hub.publish(Notice{"a runner was lost"});
    for (size_t n = 1; n <= 5; ++n) {
      hub.publish(done(n));
      hub.publish(Progress{.done = n});
    }
    mayGoOn.release();
    hub.drain();
    size_t notices = 0, starts = 0, progresses = 0, last = 0;
    for (const Event& event : second) {
      notices += std::holds_alternative<Notice>(event);
      starts += std::holds_alternative<RunStarted>(event);
      if (const auto* progress = std::get_if<Progress>(&event)) {
        ++progresses;
        last = progress->done;
      }
    }
    QCOMPARE(notices, size_t(1));
    QCOMPARE(starts, size_t(1));
    QCOMPARE(progresses, size_t(1));
    QCOMPARE(last, size_t(5));
  }

  void whatIsLeftIsDeliveredBeforeTheHubGoes() {
    size_t got = 0;
    {
      EventHub hub;
      hub.addCoalescing([&](const std::vector<Event>& batch) { got += batch.size(); }, 100);
      for (size_t n = 0; n < 50; ++n)
        hub.publish(done(n));
    }
    QCOMPARE(got, size_t(50));
  }
};

QTEST_APPLESS_MAIN(TestSubscribers)
#include "test_subscribers.moc"
