// SPDX-License-Identifier: GPL-3.0-or-later
// What oracle.py imports from the problem's folder belongs to the problem.
#include <QTest>

#include "core/model/problem/sample_problem.h"
#include "model/problem/oracle_modules.h"

using namespace kw;

namespace {

using Names = std::vector<std::string>;

Names modulesOf(const std::string& oracle, const PartsByName& others) {
  PartsByName parts = others;
  parts["oracle.py"] = oracle;
  auto held = ProblemParts::inMemory(asParts(parts));
  return importedModules(*held, "oracle.py");
}

}  // namespace

class TestOracleModules : public QObject {
  Q_OBJECT

 private slots:
  void findsEachWayToImport_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("nothing of ours") << "import numpy as np\nimport sys, os" << QStringList{};
    QTest::newRow("plain") << "import a" << QStringList{"a.py"};
    QTest::newRow("with a name") << "import numpy, a as first, b" << QStringList{"a.py", "b.py"};
    QTest::newRow("names of it") << "from a import f, g" << QStringList{"a.py"};
    QTest::newRow("inside a function") << "def f():\n    import b; b.g()" << QStringList{"b.py"};
    QTest::newRow("over lines") << "from p import (\n  c,  # this\n  d)"
                                << QStringList{"p/__init__.py", "p/c.py", "p/d.py"};
    QTest::newRow("continued") << "import a, \\\n  b" << QStringList{"a.py", "b.py"};
    QTest::newRow("dotted") << "import p.c" << QStringList{"p/__init__.py", "p/c.py"};
    QTest::newRow("in a comment") << "# import a" << QStringList{};
  }
  void findsEachWayToImport() {
    QFETCH(const QString, text);
    QFETCH(const QStringList, found);
    const PartsByName others{{"a.py", ""},   {"b.py", ""},   {"p/__init__.py", ""},
                             {"p/c.py", ""}, {"p/d.py", ""}, {"unused.py", ""}};
    Names expected;
    for (const QString& one : found)
      expected.push_back(one.toStdString());
    QCOMPARE(modulesOf(text.toStdString(), others), expected);
  }

  void followsWhatIsImported() {
    const PartsByName others{
        {"a.py", "import p.c"}, {"p/c.py", "from . import d"}, {"p/d.py", "import a"}};
    QCOMPARE(modulesOf("import a", others), (Names{"a.py", "p/c.py", "p/d.py"}));
  }

  void aModuleTravelsAndCountsInTheOracle() {
    PartsByName parts = samplePartsByName();
    parts["oracle.py"] = "import helper\n" + parts["oracle.py"];
    parts["helper.py"] = "factor = 2\n";
    const auto first = problemFromParts(asParts(parts), "sample");
    QVERIFY2(first, first ? "" : first.error().text().c_str());
    QVERIFY(std::any_of(first->parts.begin(), first->parts.end(),
                        [](const ProblemPart& part) { return part.path == "helper.py"; }));
    parts["helper.py"] = "factor = 3\n";
    const auto second = problemFromParts(asParts(parts), "sample");
    QVERIFY(second.has_value());
    QVERIFY(first->oracleHash != second->oracleHash);
    QCOMPARE(first->problemHash, second->problemHash);
  }
};

QTEST_APPLESS_MAIN(TestOracleModules)
#include "test_oracle_modules.moc"
