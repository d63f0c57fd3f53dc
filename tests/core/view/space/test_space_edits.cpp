// SPDX-License-Identifier: GPL-3.0-or-later
// A space is changed piece by piece, and what cannot be is refused with its place.
#include <QTest>

#include "model/space/space_file.h"
#include "support/printing.h"
#include "view/space/space_edits.h"
#include "view/space/value_text.h"

using namespace kw;
using view::SpaceEditor;

namespace {

SpaceEditor editor() {
  return {readSpace(R"({"format": "kernelwright-space/1",
    "parameters": [{"name": "BLOCK", "values": [64, 128, 256], "meaning": "threads"},
                   {"name": "T", "values": ["float", "my type"]},
                   {"name": "FREE", "values": [0, 1]}],
    "constraints": ["BLOCK <= device.threads_per_block", "BLOCK >= 64"]})",
                    "space.json")
              .value(),
          {"width"}};
}

std::string values(const Result<Space>& space, size_t parameter) {
  return space ? view::valuesText(space->parameters[parameter].values)
               : "fault: " + space.error().text();
}

}  // namespace

class TestSpaceEdits : public QObject {
  Q_OBJECT

 private slots:
  void valuesAreReadAsTheyAreShown() {
    const std::vector<ParameterValue> all = {int64_t{-4},
                                             0.5,
                                             true,
                                             std::string("float"),
                                             std::string("a, b"),
                                             std::string("true"),
                                             std::string("64"),
                                             std::string("it's\"x")};
    const auto read = view::readValues(view::valuesText(all));
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QVERIFY(*read == all);
  }

  void constantsAreWorkedOut() {
    const auto read = view::readValues("2**4, min(3, 8), half,");
    QVERIFY(read.has_value());
    QCOMPARE(view::valuesText(*read), std::string("16, 3, half"));
  }

  void faultsInValuesHaveTheirColumn_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("column");
    QTest::newRow("empty") << "" << 1;
    QTest::newRow("gap") << "1, , 2" << 4;
    QTest::newRow("twice") << "1, 2, 1.0" << 7;
    QTest::newRow("unreadable") << "1, 2 3" << 4;
    QTest::newRow("no constant") << "1, a + b" << 4;
    QTest::newRow("open quote") << "1, 'a" << 4;
  }
  void faultsInValuesHaveTheirColumn() {
    QFETCH(QString, text);
    QFETCH(int, column);
    const auto read = editor().withValues(0, text.toStdString());
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().place.column, column);
    QCOMPARE(read.error().place.keyPath, std::string("parameters[0].values"));
  }

  void valuesAreTakenOutAndComeBackToTheirPlace() {
    SpaceEditor now = editor();
    const auto order = now.space.parameters[0].values;
    now.space = now.withValue(0, int64_t{128}, false, order).value();
    QCOMPARE(view::valuesText(now.space.parameters[0].values), std::string("64, 256"));
    QCOMPARE(values(now.withValue(0, int64_t{128}, true, order), 0), std::string("64, 128, 256"));
    now.space = now.withValue(0, int64_t{64}, false, order).value();
    const auto last = now.withValue(0, int64_t{256}, false, order);
    QVERIFY(!last.has_value());
  }

  void aParameterIsAddedWithOrWithoutValues() {
    QCOMPARE(values(editor().withParameter("VEC = 1, 2"), 3), std::string("1, 2"));
    QCOMPARE(values(editor().withParameter("VEC"), 3), std::string("0, 1"));
    for (const char* text : {"", "2X", "and", "BLOCK", "width = 1", "X = 1,,2"})
      QVERIFY2(!editor().withParameter(text), text);
    QCOMPARE(editor().withParameter("X = 1,,2").error().place.column, 7);
  }

  void aParameterInUseStays() {
    QVERIFY(editor().withoutParameter(2).has_value());
    const auto refused = editor().withoutParameter(0);
    QVERIFY(!refused.has_value());
    QVERIFY(QString::fromStdString(refused.error().message).contains("BLOCK <= device"));
  }

  void constraintsAreAddedChangedAndRemoved() {
    SpaceEditor now = editor();
    now.space = now.withConstraint(2, "FREE == 0 or BLOCK > 64").value();
    QCOMPARE(now.space.constraints.size(), size_t{3});
    now.space = now.withConstraint(0, "BLOCK <= 1024").value();
    QCOMPARE(now.space.constraints[0].text(), std::string("BLOCK <= 1024"));
    QCOMPARE(now.withoutConstraint(1).constraints.size(), size_t{2});
  }

  void faultsInConstraintsSayWhatAndWhere() {
    const auto unknown = editor().withConstraint(0, "FREE + BLOK < 3");
    QVERIFY(!unknown.has_value());
    QCOMPARE(unknown.error().place.column, 8);
    QVERIFY(QString::fromStdString(unknown.error().advice).contains("BLOCK"));
    QVERIFY(!editor().withConstraint(0, "").has_value());
    const auto broken = editor().withConstraint(1, "BLOCK <");
    QVERIFY(!broken.has_value());
    QCOMPARE(broken.error().place.keyPath, std::string("constraints[1]"));
  }

  void whatIsWrittenIsReadAgain() {
    const Space changed = editor().withMeaning(1, " a \"type\" ").value();
    const auto read = readSpace(writeSpace(changed), "space.json");
    QVERIFY(read.has_value());
    QVERIFY(read->parameters == changed.parameters);
    QCOMPARE(read->parameters[1].meaning, std::string("a \"type\""));
  }
};

QTEST_APPLESS_MAIN(TestSpaceEdits)
#include "test_space_edits.moc"
