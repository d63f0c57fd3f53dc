// SPDX-License-Identifier: GPL-3.0-or-later
// Search spaces that were published, against the numbers of valid configurations that another
// solver found.
#include <QTest>

#include "base/files/files.h"
#include "base/json/text.h"
#include "model/space/valid_space.h"

using namespace kw;

namespace {

expression::Value valueOf(const json::Value& value) {
  if (value.isReal()) return value.asReal();
  if (value.isString()) return value.asString();
  return value.asInteger();
}

Space spaceOf(const json::Value& entry) {
  Space space;
  for (const auto& [name, values] : entry["params"].asObject()) {
    Parameter parameter{name, {}, {}};
    for (const json::Value& value : values.asArray())
      parameter.values.push_back(valueOf(value));
    space.parameters.push_back(std::move(parameter));
  }
  for (const char* key : {"constraints", "implicit_constraints"})
    for (const json::Value& text : entry[key].asArray())
      space.constraints.push_back(expression::Expression::parse(text.asString()).value());
  return space;
}

}  // namespace

class TestPublishedSpaces : public QObject {
  Q_OBJECT

 private:
  json::Value m_spaces;

 private slots:
  void initTestCase() {
    const auto text = files::readText(KW_TEST_DATA "/spaces/spaces.json");
    QVERIFY(text.has_value());
    const auto parsed = json::parse(*text, "spaces.json");
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().text().c_str());
    m_spaces = *parsed;
  }

  void hasExactlyTheValidConfigurationsThatWerePublished_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, entry] : m_spaces.asObject())
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }

  void hasExactlyTheValidConfigurationsThatWerePublished() {
    QFETCH(QString, name);
    const json::Value& entry = m_spaces[name.toStdString()];
    const auto valid = ValidSpace::build(spaceOf(entry), {});
    QVERIFY2(valid.has_value(), valid ? "" : valid.error().text().c_str());
    QCOMPARE(static_cast<int64_t>(valid->size()), entry["valid"].asInteger());
    QCOMPARE(valid->cartesianSize(), entry["cartesian_size"].asReal());
  }
};

QTEST_GUILESS_MAIN(TestPublishedSpaces)
#include "test_published_spaces.moc"
