// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QTest>
#include <csignal>
#include <thread>
#include <vector>

#include "base/process/child.h"
#include "base/process/event_loop.h"
#include "support/printing.h"

using namespace kw;
using namespace std::chrono_literals;
using process::EventLoop;

namespace {

// A pipe with one byte in it, so that its reading end is ready.
process::PipePair fullPipe() {
  process::PipePair pipe = process::makePipe().value();
  if (::write(pipe.write.get(), "x", 1) != 1) qFatal("a pipe takes a byte");
  return pipe;
}

}  // namespace

class TestEventLoop : public QObject {
  Q_OBJECT

 private slots:
  void readinessIsReportedAsLongAsItLasts() {
    EventLoop loop;
    const process::PipePair pipe = fullPipe();
    int calls = 0;
    loop.watch(pipe.read.get(), EventLoop::readable, [&](unsigned ready) {
      QCOMPARE(ready, unsigned{EventLoop::readable});
      ++calls;
    });
    loop.runOnce(0ms);
    loop.runOnce(0ms);
    QCOMPARE(calls, 2);
    char byte = 0;
    QCOMPARE(::read(pipe.read.get(), &byte, 1), ssize_t{1});
    loop.runOnce(0ms);
    QCOMPARE(calls, 2);
  }

  void theInterestCanBeChanged() {
    EventLoop loop;
    const process::PipePair pipe = process::makePipe().value();
    int calls = 0;
    const auto id = loop.watch(pipe.write.get(), 0, [&](unsigned) { ++calls; });
    loop.runOnce(0ms);
    QCOMPARE(calls, 0);
    loop.setInterest(id, EventLoop::writable);
    loop.runOnce(0ms);
    QCOMPARE(calls, 1);
    loop.setInterest(id, 0);
    loop.runOnce(0ms);
    QCOMPARE(calls, 1);
  }

  void aHangUpCountsAsReady() {
    EventLoop loop;
    process::PipePair pipe = process::makePipe().value();
    pipe.write.reset();
    unsigned seen = 0;
    const auto id =
        loop.watch(pipe.read.get(), EventLoop::readable, [&](unsigned ready) { seen = ready; });
    loop.runOnce(0ms);
    QCOMPARE(seen, unsigned{EventLoop::readable});
    seen = 0;
    loop.setInterest(id, 0);
    loop.runOnce(0ms);
    QCOMPARE(seen, 0u);
  }

  void aCallbackMayUnwatchItselfAndOthers() {
    EventLoop loop;
    const process::PipePair first = fullPipe();
    const process::PipePair second = fullPipe();
    std::vector<EventLoop::WatchId> ids(2);
    int calls = 0;
    const auto callback = [&loop, &ids, &calls, kept = std::string(100, 'x')](unsigned) {
      ++calls;
      for (const EventLoop::WatchId id : ids)
        loop.unwatch(id);
      QCOMPARE(kept.size(), size_t{100});  // still there after its own end
    };
    ids[0] = loop.watch(first.read.get(), EventLoop::readable, callback);
    ids[1] = loop.watch(second.read.get(), EventLoop::readable, callback);
    loop.runOnce(0ms);
    loop.runOnce(0ms);
    QCOMPARE(calls, 1);
  }

  void aCallbackMayWatchFurtherDescriptors() {
    EventLoop loop;
    const process::PipePair first = fullPipe();
    const process::PipePair second = fullPipe();
    int calls = 0;
    const auto id = loop.watch(first.read.get(), EventLoop::readable, [&](unsigned) {
      loop.watch(second.read.get(), EventLoop::readable, [&](unsigned) { ++calls; });
    });
    loop.runOnce(0ms);
    loop.unwatch(id);
    loop.runOnce(0ms);
    QCOMPARE(calls, 1);
  }

  void unwatchingMayDestroyWhatUnwatchesInTurn() {
    struct Owner {
      EventLoop& loop;
      EventLoop::WatchId id = 0;
      ~Owner() { loop.unwatch(id); }
    };
    EventLoop loop;
    const process::PipePair pipe = fullPipe();
    auto owner = std::make_shared<Owner>(Owner{loop});
    const auto id = loop.watch(pipe.read.get(), EventLoop::readable, [owner](unsigned) {});
    owner->id = id;
    owner.reset();
    loop.unwatch(id);
    loop.unwatch(id);
  }

  void timersRunInTheOrderOfTheirTimes() {
    EventLoop loop;
    std::string order;
    loop.after(2ms, [&] { order += 'c'; });
    loop.after(0ms, [&] { order += 'a'; });
    loop.after(1ms, [&] { order += 'b'; });
    loop.after(3ms, [&] { loop.stop(); });
    loop.run();
    QCOMPARE(order, std::string("abc"));
  }

  void timersDoNotRunBeforeTheirTime() {
    EventLoop loop;
    const auto start = EventLoop::Clock::now();
    EventLoop::Clock::duration passed{};
    loop.after(20ms, [&] {
      passed = EventLoop::Clock::now() - start;
      loop.stop();
    });
    loop.run();
    QVERIFY(passed >= 20ms);
  }

  void cancelledTimersDoNotRun() {
    EventLoop loop;
    int calls = 0;
    EventLoop::TimerId second = 0;
    const auto first = loop.after(0ms, [&] { ++calls; });
    loop.after(0ms, [&] { loop.cancelTimer(second); });
    second = loop.after(0ms, [&] { ++calls; });
    loop.cancelTimer(first);
    loop.cancelTimer(first);
    loop.cancelTimer(12345);
    loop.runOnce(1ms);
    loop.runOnce(1ms);
    QCOMPARE(calls, 0);
  }

  void aTimerThatStartsItselfAnewLeavesDescriptorsTheirTurn() {
    EventLoop loop;
    const process::PipePair pipe = fullPipe();
    std::function<void()> again = [&] { loop.after(0ms, again); };
    again();
    loop.watch(pipe.read.get(), EventLoop::readable, [&](unsigned) { loop.stop(); });
    loop.run();
    QVERIFY(loop.stopped());
  }

  void timersFarAwayAreFine() {
    EventLoop loop;
    const auto id = loop.after(std::chrono::milliseconds::max(), [] {});
    loop.runOnce(0ms);
    loop.cancelTimer(id);
  }

  void postedCallsRunInTheirOrderOnTheLoopsThread() {
    EventLoop loop;
    std::vector<int> order;
    std::thread::id ranOn;
    std::jthread poster([&] {
      for (int i = 0; i < 1000; ++i)
        loop.post([&order, i] { order.push_back(i); });
      loop.post([&] {
        ranOn = std::this_thread::get_id();
        loop.stop();
      });
    });
    loop.run();
    QCOMPARE(ranOn, std::this_thread::get_id());
    QCOMPARE(order.size(), size_t{1000});
    QVERIFY(std::is_sorted(order.begin(), order.end()));
  }

  void postingFromManyThreadsLosesNothing() {
    EventLoop loop;
    int calls = 0;
    constexpr int threads = 4;
    constexpr int each = 5000;
    std::vector<std::jthread> posters;
    for (int thread = 0; thread < threads; ++thread)
      posters.emplace_back([&] {
        for (int i = 0; i < each; ++i)
          loop.post([&] {
            if (++calls == threads * each) loop.stop();
          });
      });
    loop.run();
    QCOMPARE(calls, threads * each);
  }

  void aPostedCallMayPost() {
    EventLoop loop;
    loop.post([&] { loop.post([&] { loop.stop(); }); });
    loop.run();
    QVERIFY(loop.stopped());
  }

  void aStopFromAnotherThreadWakesTheLoop() {
    EventLoop loop;
    std::jthread stopper([&] { loop.stop(); });
    loop.run();
    QVERIFY(loop.stopped());
    loop.run();  // stays stopped
  }

  void signalsDoNotDisturb() {
    std::signal(SIGUSR1, [](int) {});
    EventLoop loop;
    bool ran = false;
    loop.after(5ms, [&] { ran = true; });
    const pthread_t self = ::pthread_self();
    std::jthread killer([self] { ::pthread_kill(self, SIGUSR1); });
    while (!ran)
      loop.runOnce(1000ms);
    QVERIFY(ran);
  }

  void aWriteWithoutAReaderIsAnErrorNotTheEnd() {
    const EventLoop loop;
    process::PipePair pipe = process::makePipe().value();
    pipe.read.reset();
    QCOMPARE(::write(pipe.write.get(), "x", 1), ssize_t{-1});
    QCOMPARE(errno, EPIPE);
  }
};

QTEST_APPLESS_MAIN(TestEventLoop)
#include "test_event_loop.moc"
