// SPDX-License-Identifier: GPL-3.0-or-later
// Search spaces that were published: the numbers of valid configurations that another solver found,
// and the same configurations that evaluating each constraint gives.
#include <QTest>

#include "model/space/valid_space.h"
#include "support/brute_force.h"
#include "support/published_spaces.h"

using namespace kw;

class TestPublishedSpaces : public QObject {
  Q_OBJECT

 private:
  std::vector<test::PublishedSpace> m_spaces;

  void eachSpace() const {
    QTest::addColumn<int>("number");
    for (size_t i = 0; i < m_spaces.size(); ++i)
      QTest::newRow(m_spaces[i].name.c_str()) << static_cast<int>(i);
  }

 private slots:
  void initTestCase() {
    auto spaces = test::publishedSpaces(KW_TEST_DATA "/spaces/spaces.json");
    QVERIFY2(spaces.has_value(), spaces ? "" : spaces.error().text().c_str());
    m_spaces = *std::move(spaces);
    QVERIFY(m_spaces.size() >= 9);
  }

  void hasExactlyTheValidConfigurationsThatWerePublished_data() { eachSpace(); }
  void hasExactlyTheValidConfigurationsThatWerePublished() {
    QFETCH(int, number);
    const test::PublishedSpace& published = m_spaces[static_cast<size_t>(number)];
    const auto valid = ValidSpace::build(published.space, {});
    QVERIFY2(valid.has_value(), valid ? "" : valid.error().text().c_str());
    QCOMPARE(static_cast<uint64_t>(valid->size()), published.valid);
    QCOMPARE(valid->cartesianSize(), published.cartesian);
  }

  void aConfigurationIsValidExactlyIfEachConstraintHoldsForIt_data() { eachSpace(); }
  void aConfigurationIsValidExactlyIfEachConstraintHoldsForIt() {
    QFETCH(int, number);
    const test::PublishedSpace& published = m_spaces[static_cast<size_t>(number)];
    if (published.cartesian > 1e6) QSKIP("too many to evaluate one by one");
    const auto valid = ValidSpace::build(published.space, {});
    QVERIFY(valid.has_value());
    const std::string difference = test::differenceFromBruteForce(published.space, *valid);
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void everyNumberedConfigurationIsFoundUnderItsNumber_data() { eachSpace(); }
  void everyNumberedConfigurationIsFoundUnderItsNumber() {
    QFETCH(int, number);
    const auto valid = ValidSpace::build(m_spaces[static_cast<size_t>(number)].space, {});
    QVERIFY(valid.has_value());
    const size_t step = valid->size() / 5000 + 1;
    for (size_t i = 0; i < valid->size(); i += step) {
      QCOMPARE(valid->find(valid->indices(i)).value_or(SIZE_MAX), i);
      QCOMPARE(valid->find(valid->at(i)).value_or(SIZE_MAX), i);
    }
  }
};

QTEST_GUILESS_MAIN(TestPublishedSpaces)
#include "test_published_spaces.moc"
