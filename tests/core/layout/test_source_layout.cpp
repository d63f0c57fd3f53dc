// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of core/ and widgets/ is as their folders declare it.
#include <QTest>
#include <algorithm>
#include <functional>
#include <map>
#include <regex>

#include "base/files/files.h"
#include "source_tree.h"
#include "support/printing.h"
#include "type_definitions.h"

using namespace kw;
using test::Component;
using test::Include;
namespace fs = std::filesystem;

namespace {

const fs::path source = KW_SOURCE_FOLDER;

const std::vector<Component>& components() {
  static const std::vector<Component> all = [] {
    std::vector<Component> found = test::readComponents(source / "core", source / "core");
    for (Component& component : test::readComponents(source / "widgets", source))
      found.push_back(std::move(component));
    return found;
  }();
  return all;
}

const std::set<std::string>& names() {
  static const std::set<std::string> all = [] {
    std::set<std::string> found;
    for (const Component& component : components())
      found.insert(component.name);
    return found;
  }();
  return all;
}

// "base", "model", "runner", "client", "view" or "widgets".
std::string partOf(const std::string& path) {
  return path.substr(0, path.find('/'));
}

const Component& named(const QString& name) {
  return *std::find_if(components().begin(), components().end(),
                       [&](const Component& each) { return each.name == name.toStdString(); });
}

void eachComponent() {
  QTest::addColumn<QString>("name");
  for (const Component& component : components())
    QTest::newRow(component.name.c_str()) << QString::fromStdString(component.name);
}

// Where a folder includes what it uses, for messages.
std::string placesOf(const Component& component, const std::string& used) {
  std::string places;
  for (const Include& include : component.includes)
    if (include.isQuoted && test::componentOf(include.target, names()) == used)
      places += "\n  " + include.file + " includes " + include.target;
  return places;
}

}  // namespace

class TestSourceLayout : public QObject {
  Q_OBJECT

 private slots:
  void theTreeIsFound() {
    QVERIFY(components().size() > 15);
    QVERIFY(names().contains("base/json"));
    QVERIFY(!named("model/problem").uses.empty());
    QVERIFY(!named("base/json").includes.empty());
  }

  void aFolderUsesExactlyWhatItDeclares_data() { eachComponent(); }
  void aFolderUsesExactlyWhatItDeclares() {
    QFETCH(QString, name);
    const Component& component = named(name);
    std::set<std::string> included;
    for (const Include& include : component.includes) {
      const std::string used = include.isQuoted ? test::componentOf(include.target, names()) : "";
      if (!used.empty() && used != component.name) included.insert(used);
    }
    const std::set<std::string> declared(component.uses.begin(), component.uses.end());
    QCOMPARE(declared.size(), component.uses.size());  // nothing twice
    std::string faults;
    for (const std::string& used : included)
      if (!declared.contains(used)) faults += "\nnot declared: " + used + placesOf(component, used);
    for (const std::string& used : declared)
      if (!included.contains(used)) faults += "\ndeclared but not used: " + used;
    QVERIFY2(faults.empty(), faults.c_str());
  }

  void aFolderUsesOnlyItsOwnPartAndThoseBelow_data() { eachComponent(); }
  void aFolderUsesOnlyItsOwnPartAndThoseBelow() {
    static const std::map<std::string, std::set<std::string>> allowed = {
        {"base", {"base"}},
        {"model", {"base", "model"}},
        {"runner", {"base", "model", "runner"}},
        {"client", {"base", "model", "client"}},
        {"view", {"base", "model", "view"}},
        {"widgets", {"base", "model", "client", "view", "widgets"}}};
    QFETCH(QString, name);
    const Component& component = named(name);
    const auto found = allowed.find(partOf(component.name));
    QVERIFY2(found != allowed.end(), "a part that is none of the six");
    for (const Include& include : component.includes) {
      const std::string used = include.isQuoted ? test::componentOf(include.target, names()) : "";
      QVERIFY2(used.empty() || found->second.contains(partOf(used)),
               (include.file + " includes " + include.target).c_str());
    }
  }

  void noFolderUsesItselfByWayOfOthers() {
    std::map<std::string, int> state;  // 1: being looked at, 2: done
    std::string cycle;
    const std::function<void(const std::string&)> visit = [&](const std::string& name) {
      if (state[name] == 1) cycle += " " + name;
      if (state[name] != 0 || !names().contains(name)) return;
      state[name] = 1;
      for (const std::string& used : named(QString::fromStdString(name)).uses)
        visit(used);
      state[name] = 2;
    };
    for (const std::string& name : names())
      visit(name);
    QVERIFY2(cycle.empty(), cycle.c_str());
  }

  // A library is included where it is wrapped, there and below, and nowhere else.
  void librariesStayBehindTheirFolders_data() {
    QTest::addColumn<QString>("header");  // a regular expression
    QTest::addColumn<QString>("folder");  // "": nowhere in core/
    QTest::newRow("Qt") << "^(Q[A-Z]|Qt|qt)"
                        << "widgets";
    QTest::newRow("Qt Charts")
        << "^(QtCharts/|Q(Chart|ValueAxis|LogValueAxis|XYSeries|LineSeries|ScatterSeries))"
        << "widgets/plots";
    QTest::newRow("QScintilla") << "^Qsci/"
                                << "widgets/editors";
    QTest::newRow("nlohmann") << "^nlohmann/"
                              << "base/json";
    QTest::newRow("tl::expected") << "^tl/"
                                  << "base/result";
    QTest::newRow("Boost") << "^boost/"
                           << "runner/device/host";
    QTest::newRow("SQLite") << "^(SQLiteCpp/|sqlite3)"
                            << "client/session,client/guidance";
    QTest::newRow("seccomp") << "^seccomp"
                             << "runner/sandbox";
    QTest::newRow("curl") << "^curl/"
                          << "client/language_model/http";
    QTest::newRow("libclang") << "^clang-c/"
                              << "client/source_reading";
    QTest::newRow("CLI11") << "^CLI/"
                           << "";
  }
  void librariesStayBehindTheirFolders() {
    QFETCH(QString, header);
    QFETCH(QString, folder);
    const std::regex wanted(header.toStdString());
    const QStringList folders = folder.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const Component& component : components()) {
      const auto isIn = [&](const QString& one) {
        return (component.name + "/").starts_with(one.toStdString() + "/");
      };
      if (std::any_of(folders.begin(), folders.end(), isIn)) continue;
      for (const Include& include : component.includes)
        QVERIFY2(!std::regex_search(include.target, wanted),
                 (include.file + " includes " + include.target).c_str());
    }
  }

  void definitionsOfTypesAreFound() {
    const std::string source =
        "// struct Comment {\n"
        "#define STRUCT struct Macro { \\\n"
        "  int x; }\n"
        "namespace kw {\n"
        "struct Plain { struct Inner { int a; }; enum class Kind { one }; };\n"
        "template <class T>\n"
        "class Templated final : public Base<T> { T value; };\n"
        "template <>\n"
        "struct Templated<int> { int value; };\n"
        "class Declared;\n"
        "enum class Color : int { red };\n"
        "struct Plain::Hidden { int x; };\n"
        "const char* text = \"struct Quoted {\"; char brace = '{';\n"
        "auto big = 1'000'000; struct Counted { int x = 1'000; };\n"
        "void function(struct Plain) { struct Local { int b; }; }\n"
        "namespace { struct Unseen { int c; }; }\n"
        "namespace view::deep { struct Deep { int d; }; }\n"
        "}  // namespace kw\n"
        "struct Outside { int e; };\n";
    const std::vector<std::string> wanted{
        "kw::Plain",         "kw::Templated", "kw::Templated<int>",   "kw::Color",
        "kw::Plain::Hidden", "kw::Counted",   "kw::view::deep::Deep", "Outside"};
    QCOMPARE(test::definedTypes(source), wanted);
  }

  // Two of one name would be one type to the linker: it takes the functions of one of them for
  // both, and the program crashes where the other is used.
  void noTypeIsDefinedInTwoFiles() {
    std::map<std::string, std::set<std::string>> definitions;
    for (const char* folder : {"app", "core", "widgets"})
      for (const fs::path& file : test::sourceFiles(source / folder))
        for (const std::string& type : test::definedTypes(files::readText(file).value()))
          definitions[type].insert(fs::relative(file, source).string());
    QVERIFY(definitions.size() > 300);
    std::string faults;
    for (const auto& [type, places] : definitions) {
      if (places.size() < 2) continue;
      faults += "\n" + type + " is defined in";
      for (const std::string& place : places)
        faults += " " + place;
    }
    QVERIFY2(faults.empty(), faults.c_str());
  }

  void everySourceFileBeginsWithItsLicence() {
    const std::string wanted = "// SPDX-License-Identifier: GPL-3.0-or-later\n";
    for (const char* folder : {"app", "core", "widgets"})
      for (const fs::path& file : test::sourceFiles(source / folder))
        QVERIFY2(files::readText(file).value().starts_with(wanted), file.c_str());
    for (const char* folder : {"bench", "core", "fuzz", "gpu", "integration", "support", "widgets"})
      for (const fs::path& file : test::sourceFiles(source / "tests" / folder))
        QVERIFY2(files::readText(file).value().starts_with(wanted), file.c_str());
  }
};

QTEST_APPLESS_MAIN(TestSourceLayout)
#include "test_source_layout.moc"
