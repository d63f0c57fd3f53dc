// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/language_model/spending.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;

namespace {

const Prices someMoney{2.0, 10.0, 0.5};

// Answers everything with the same counts, or fails.
class CountingModel final : public LanguageModel {
 public:
  Result<Reply> complete(const Request&, const Listener&, std::stop_token) override {
    ++calls;
    if (fails) return fail("no answer");
    Reply reply;
    reply.usage = {1'000'000, 100'000, 400'000, 0};
    return reply;
  }
  Result<Outgoing> preview(const Request&) const override { return Outgoing{}; }
  int calls = 0;
  bool fails = false;
};

Result<Reply> callOnce(Spending& spending, CountingModel& model, const Prices& prices = someMoney) {
  return completeWithin(spending, prices, model, test::sampleRequest(), {}, {});
}

}  // namespace

class TestSpending : public QObject {
  Q_OBJECT

 private slots:
  void moneyIsWhatTokensCost() {
    Spending spending;
    CountingModel model;
    KW_VERIFY_OK(callOnce(spending, model));
    // 600,000 at 2, 400,000 at 0.5 and 100,000 at 10 for a million.
    QCOMPARE(spending.spent().money, 1.2 + 0.2 + 1.0);
    QCOMPARE(spending.spent().text(),
             std::string("1 call, 1100000 tokens (1000000 in, 100000 out), 2.4 of money"));
    QCOMPARE((Prices{2.0, 10.0, {}}.of({1'000'000, 0, 400'000, 0})), 2.0);
  }

  void theCallOverTheBudgetIsNotMade_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("said");
    QTest::newRow("calls") << 0 << "the budget of 2 calls leaves no room";
    QTest::newRow("tokens") << 1 << "the budget of 2200000 tokens leaves no room";
    QTest::newRow("money") << 2 << "the budget of 4.8 of money leaves no room";
  }
  void theCallOverTheBudgetIsNotMade() {
    QFETCH(int, which);
    QFETCH(QString, said);
    BudgetOfCalls budget;
    if (which == 0) budget.calls = 2;
    if (which == 1) budget.tokens = 2'200'000;
    if (which == 2) budget.money = 4.8;
    Spending spending(budget);
    CountingModel model;
    KW_VERIFY_OK(callOnce(spending, model));
    KW_VERIFY_OK(callOnce(spending, model));
    const auto third = callOnce(spending, model);
    QVERIFY(!third);
    KW_VERIFY_CONTAINS(test::errorText(third), test::utf8(said));
    KW_VERIFY_CONTAINS(test::errorText(third), "used so far: 2 calls");
    QCOMPARE(model.calls, 2);
  }

  void aPromptThatIsTooLongForTheRestIsNotSent() {
    BudgetOfCalls budget;
    budget.tokens = 10;
    Spending spending(budget);
    CountingModel model;
    QVERIFY(!callOnce(spending, model));
    QCOMPARE(model.calls, 0);
  }

  void callsThatFailCountAsCalls() {
    BudgetOfCalls budget;
    budget.calls = 1;
    Spending spending(budget);
    CountingModel model;
    model.fails = true;
    QVERIFY(!callOnce(spending, model));
    QVERIFY(!callOnce(spending, model));
    QCOMPARE(model.calls, 1);
    KW_VERIFY_CONTAINS(spending.spent().text(), ", 1 call of unknown price");
  }

  void moneyCannotBeLimitedWithoutPrices() {
    BudgetOfCalls budget;
    budget.money = 1;
    Spending spending(budget);
    CountingModel model;
    const auto reply = callOnce(spending, model, Prices{});
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(test::errorText(reply), "give its prices in the settings");
    QCOMPARE(model.calls, 0);
  }
};

QTEST_APPLESS_MAIN(TestSpending)
#include "test_spending.moc"
