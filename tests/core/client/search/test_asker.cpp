// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/search/asker.h"

using namespace kw;

namespace {

// Asks 0, 1, 2, … and writes down what it was asked and told, in order.
class Recorder final : public Strategy {
 public:
  Recorder(std::string& record, size_t count, size_t window, size_t wantsTold = unlimited)
      : m_record(record), m_count(count), m_window(window), m_wantsTold(wantsTold) {}
  std::string_view name() const override { return "recorder"; }
  std::optional<size_t> ask() override {
    if (m_asked == m_count) return std::nullopt;
    if (m_asked >= m_wantsTold && m_told < m_asked) return std::nullopt;
    m_record += "a" + std::to_string(m_asked);
    return m_asked++;
  }
  void tell(const Observation& observation) override {
    ++m_told;
    m_record += "t" + std::to_string(observation.index);
  }
  bool exhausted() const override { return m_asked == m_count; }
  size_t window() const override { return m_window; }

 private:
  std::string& m_record;
  size_t m_count, m_window, m_wantsTold, m_asked = 0, m_told = 0;
};

Observation observed(size_t index) {
  return Observation{index, true, 1.0};
}

// Keeps up to `flight` candidates in flight and finishes them as `order` says: positions among
// those.
std::string recordOf(size_t window, size_t flight, const std::vector<size_t>& order,
                     size_t wantsTold = Strategy::unlimited) {
  std::string record;
  Asker asker(std::make_unique<Recorder>(record, 8, window, wantsTold), std::nullopt);
  std::vector<Asker::Asked> inFlight;
  for (size_t step = 0;; ++step) {
    while (inFlight.size() < flight) {
      const auto asked = asker.next();
      if (!asked) break;
      inFlight.push_back(*asked);
    }
    if (inFlight.empty()) return record;
    const size_t chosen = order[step % order.size()] % inFlight.size();
    asker.finished(inFlight[chosen].order, observed(inFlight[chosen].index));
    inFlight.erase(inFlight.begin() + std::ptrdiff_t(chosen));
  }
}

}  // namespace

class TestAsker : public QObject {
  Q_OBJECT

 private slots:
  void tellsComeInAskOrder() {
    std::string record;
    Asker asker(std::make_unique<Recorder>(record, 4, Strategy::unlimited), std::nullopt);
    for (int i = 0; i < 4; ++i)
      QVERIFY(asker.next());
    for (const size_t order : {2, 0, 3, 1})
      asker.finished(order, observed(order));
    QCOMPARE(record, std::string("a0a1a2a3t0t1t2t3"));
  }

  // Strategies that learn see the same whatever finishes first, and however many are in flight.
  void timingDoesNotChangeWhatAStrategySees_data() {
    QTest::addColumn<size_t>("flight");
    QTest::addColumn<std::vector<size_t>>("order");
    QTest::newRow("in order") << size_t(3) << std::vector<size_t>{0};
    QTest::newRow("last first") << size_t(3) << std::vector<size_t>{2};
    QTest::newRow("mixed") << size_t(3) << std::vector<size_t>{1, 0, 2, 1};
    QTest::newRow("one at a time") << size_t(1) << std::vector<size_t>{0};
    QTest::newRow("more than the window") << size_t(8) << std::vector<size_t>{5, 1, 0, 3};
  }
  void timingDoesNotChangeWhatAStrategySees() {
    QFETCH(size_t, flight);
    QFETCH(std::vector<size_t>, order);
    const std::string record = recordOf(3, flight, order);
    QCOMPARE(QString::fromStdString(record), QString("a0a1a2t0a3t1a4t2a5t3a6t4a7"));
  }

  void aStrategyMayWantToLearnFirst() {
    const std::string expected = "a0a1t0t1a2t2a3t3a4t4a5t5a6t6a7";
    QCOMPARE(recordOf(8, 8, {3, 1, 0}, 2), expected);
    QCOMPARE(recordOf(8, 2, {1}, 2), expected);
  }

  void theBudgetEndsTheAsking() {
    std::string record;
    Asker asker(std::make_unique<Recorder>(record, 8, Strategy::unlimited), 3);
    for (int i = 0; i < 3; ++i)
      QVERIFY(asker.next());
    QVERIFY(!asker.next());
    QVERIFY(asker.done());
    QVERIFY(!asker.exhausted());
    QCOMPARE(record, std::string("a0a1a2"));
  }
};

QTEST_APPLESS_MAIN(TestAsker)
#include "test_asker.moc"
