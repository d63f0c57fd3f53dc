// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QTest>
#include <optional>
#include <thread>

#include "base/process/child.h"
#include "base/process/line_channel.h"
#include "support/printing.h"

using namespace kw;
using namespace std::chrono_literals;
using process::Descriptor;
using process::EventLoop;
using process::LineChannel;

namespace {

void writeAll(const Descriptor& to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to.get(), text.data(), text.size());
    if (written <= 0) qFatal("a pipe takes what is written");
    text.remove_prefix(static_cast<size_t>(written));
  }
}

std::string readAll(const Descriptor& from) {
  std::string all;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(from.get(), buffer, sizeof buffer)) > 0;)
    all.append(buffer, static_cast<size_t>(got));
  return all;
}

// A channel, the far ends of its pipes, and what it reported.
struct Fixture {
  EventLoop loop;
  process::PipePair in = process::makePipe().value();
  process::PipePair out = process::makePipe().value();
  std::vector<std::string> lines;
  std::vector<std::string> reasons;
  std::unique_ptr<LineChannel> channel;

  Fixture() {
    channel = std::make_unique<LineChannel>(
        loop, std::move(in.read), std::move(out.write),
        LineChannel::Handlers{[this](std::string_view line) { lines.emplace_back(line); },
                              [this](const std::string& reason) { reasons.push_back(reason); }});
  }
  void turn() { loop.runOnce(0ms); }
  void untilClosed() {
    while (reasons.empty())
      loop.runOnce(10'000ms);
  }
};

}  // namespace

class TestLineChannel : public QObject {
  Q_OBJECT

 private slots:
  void wholeLinesAreDeliveredHoweverTheyArrive() {
    Fixture fixture;
    writeAll(fixture.in.write, "one\n\ntw");
    fixture.turn();
    QCOMPARE(fixture.lines, (std::vector<std::string>{"one", ""}));
    writeAll(fixture.in.write, "o");
    fixture.turn();
    writeAll(fixture.in.write, "\nthree\n");
    fixture.turn();
    QCOMPARE(fixture.lines, (std::vector<std::string>{"one", "", "two", "three"}));
  }

  void linesThatNobodyWaitsForAreSentWithTheNextOrAfterAMoment() {
    Fixture fixture;
    fixture.channel->sendSoon("one");
    fixture.turn();
    fixture.channel->send("two");
    fixture.turn();
    QCOMPARE(fixture.channel->queuedBytes(), size_t{0});
    fixture.channel->sendSoon("three");
    while (fixture.channel->queuedBytes() > 0)
      fixture.loop.runOnce(10'000ms);
    fixture.channel.reset();
    QCOMPARE(readAll(fixture.out.read), std::string("one\ntwo\nthree\n"));
  }

  void linesAreSentInOrder() {
    Fixture fixture;
    fixture.channel->send("one");
    fixture.channel->send("two");
    QCOMPARE(fixture.channel->queuedBytes(), size_t{8});
    fixture.turn();
    QCOMPARE(fixture.channel->queuedBytes(), size_t{0});
    fixture.channel->close();
    QCOMPARE(readAll(fixture.out.read), std::string("one\ntwo\n"));
  }

  void closingWritesWhatTheOtherSideTakesAtOnce() {
    Fixture fixture;
    fixture.channel->send("bye");
    fixture.channel.reset();
    QCOMPARE(readAll(fixture.out.read), std::string("bye\n"));
    QVERIFY(fixture.reasons.empty());
  }

  void theEndOfTheOtherSideIsReportedOnce_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("reason");
    QTest::newRow("after whole lines") << "one\n"
                                       << "the other side has ended";
    QTest::newRow("in a line") << "one\ntw"
                               << "the other side has ended in the middle of a line";
  }
  void theEndOfTheOtherSideIsReportedOnce() {
    QFETCH(QString, written);
    QFETCH(QString, reason);
    Fixture fixture;
    writeAll(fixture.in.write, test::utf8(written));
    fixture.in.write.reset();
    fixture.untilClosed();
    fixture.turn();
    QCOMPARE(fixture.lines, std::vector<std::string>{"one"});
    QCOMPARE(fixture.reasons, std::vector<std::string>{test::utf8(reason)});
    fixture.channel->send("too late");
    QCOMPARE(fixture.channel->queuedBytes(), size_t{0});
  }

  void aSlowReaderLosesNothingAndBlocksNothing() {
    Fixture fixture;
    const std::string line(100'000, 'x');
    for (int i = 0; i < 50; ++i)
      fixture.channel->send(line);
    fixture.turn();
    QVERIFY(fixture.channel->queuedBytes() > 1'000'000);
    std::string received;
    std::jthread reader([&] { received = readAll(fixture.out.read); });
    while (fixture.channel->queuedBytes() > 0)
      fixture.loop.runOnce(10'000ms);
    fixture.channel->close();
    reader.join();
    QCOMPARE(received.size(), size_t{50} * 100'001);
  }

  void whatWasSaidBeforeTheEndIsStillHeard() {
    Fixture fixture;
    writeAll(fixture.in.write, "last words\n");
    fixture.in.write.reset();
    fixture.out.read.reset();
    fixture.channel->send("nobody reads this");
    fixture.untilClosed();
    QCOMPARE(fixture.lines, std::vector<std::string>{"last words"});
  }

  void aReaderThatIsGoneClosesTheChannel() {
    Fixture fixture;
    fixture.out.read.reset();
    fixture.channel->send("nobody reads this");
    fixture.untilClosed();
    KW_VERIFY_CONTAINS(fixture.reasons.front(), "writing to the other side failed: Broken pipe");
  }

  void aLineWithoutEndIsRefused() {
    Fixture fixture;
    std::jthread writer([&] {
      const std::string part(1 << 20, 'x');
      for (size_t sent = 0; sent <= LineChannel::maximumLine; sent += part.size())
        for (size_t at = 0; at < part.size();) {
          const ssize_t written =
              ::write(fixture.in.write.get(), part.data() + at, part.size() - at);
          if (written <= 0) return;
          at += static_cast<size_t>(written);
        }
    });
    fixture.untilClosed();
    KW_VERIFY_CONTAINS(fixture.reasons.front(), "a line of over 8388608 bytes");
    QVERIFY(fixture.lines.empty());
  }

  void aLineOfTheLargestSizeIsDelivered() {
    Fixture fixture;
    const std::string line(LineChannel::maximumLine, 'x');
    std::jthread writer([&] { writeAll(fixture.in.write, line + "\n"); });
    while (fixture.lines.empty())
      fixture.loop.runOnce(10'000ms);
    QVERIFY(fixture.lines.front() == line);
  }

  void aHandlerMayDestroyTheChannel_data() {
    QTest::addColumn<bool>("onLine");
    QTest::newRow("of a line") << true;
    QTest::newRow("of the end") << false;
  }
  void aHandlerMayDestroyTheChannel() {
    QFETCH(bool, onLine);
    EventLoop loop;
    process::PipePair in = process::makePipe().value();
    process::PipePair out = process::makePipe().value();
    std::optional<LineChannel> channel;
    int lines = 0;
    int ends = 0;
    channel.emplace(loop, std::move(in.read), std::move(out.write),
                    LineChannel::Handlers{[&](std::string_view) {
                                            ++lines;
                                            if (onLine) channel.reset();
                                          },
                                          [&](const std::string&) {
                                            ++ends;
                                            channel.reset();
                                          }});
    writeAll(in.write, "one\ntwo\n");
    in.write.reset();
    for (int i = 0; i < 3; ++i)
      loop.runOnce(0ms);
    QCOMPARE(lines, onLine ? 1 : 2);
    QCOMPARE(ends, onLine ? 0 : 1);
    QVERIFY(!channel.has_value());
  }

  void aHandlerMaySendTheAnswer() {
    EventLoop loop;
    process::PipePair in = process::makePipe().value();
    process::PipePair out = process::makePipe().value();
    LineChannel* self = nullptr;
    LineChannel channel(loop, std::move(in.read), std::move(out.write),
                        {[&](std::string_view line) { self->send("re: " + std::string(line)); },
                         [&](const std::string&) { loop.stop(); }});
    self = &channel;
    writeAll(in.write, "one\ntwo\n");
    loop.runOnce(0ms);
    loop.runOnce(0ms);
    channel.close();
    QCOMPARE(readAll(out.read), std::string("re: one\nre: two\n"));
  }

  // Both directions at full speed through a real process.
  void linesGoThroughAChildAndBack() {
    process::ChildOptions options;
    options.arguments = {"cat"};
    auto child = process::Child::start(options);
    KW_VERIFY_OK(child);
    EventLoop loop;
    constexpr int count = 20'000;
    int received = 0;
    bool inOrder = true;
    LineChannel channel(loop, std::move(child->output()), std::move(child->input()),
                        {[&](std::string_view line) {
                           inOrder = inOrder && line.starts_with(std::to_string(received) + " ");
                           if (++received == count) loop.stop();
                         },
                         [&](const std::string&) { loop.stop(); }});
    const std::string filler(200, 'x');
    for (int i = 0; i < count; ++i)
      channel.send(std::to_string(i) + " " + filler);
    loop.run();
    QCOMPARE(received, count);
    QVERIFY(inOrder);
  }
};

QTEST_APPLESS_MAIN(TestLineChannel)
#include "test_line_channel.moc"
