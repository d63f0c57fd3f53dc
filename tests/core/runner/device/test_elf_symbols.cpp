// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/elf_symbols.h"

#include <QTest>
#include <algorithm>

#include "base/files/files.h"

using namespace kw;

namespace {

volatile int keptByThisTest = 0;
thread_local volatile int onePerThread = 0;
const std::string cubin = KW_SOURCE_FOLDER "/tests/data/cubins/halves_6_sm90.cubin";

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

class TestElfSymbols : public QObject {
  Q_OBJECT

 private slots:
  void variablesOfAGpusModuleAreListed() {
    QCOMPARE(lastingVariables(cubin),
             (std::vector<std::string>{"cached", "cachedFrom", "cachedSize", "flag", "launches",
                                       "lazyFactor", "table"}));
    // In constant memory, which no kernel can write to.
    QVERIFY(std::ranges::any_of(elfSymbols(cubin), [](const ElfSymbol& symbol) {
      return symbol.name == "factor" && symbol.section == ".nv.constant3" && symbol.bytes == 8;
    }));
  }

  void variablesOfAProgramAreListed() {
    keptByThisTest = 1;
    onePerThread = 1;
    const auto names = lastingVariables("/proc/self/exe");
    QVERIFY(contains(names, "(anonymous namespace)::keptByThisTest"));
    QVERIFY(!contains(names, "(anonymous namespace)::onePerThread"));
    QVERIFY(std::ranges::any_of(elfSymbols("/proc/self/exe"), [](const ElfSymbol& symbol) {
      return symbol.isThreadLocal && demangled(symbol.name).ends_with("onePerThread");
    }));
  }

  void whatIsNoneHasNone() {
    QVERIFY(elfSymbols("/nowhere").empty());
    QVERIFY(elfSymbols(KW_SOURCE_FOLDER "/README.md").empty());
  }

  void aFileThatIsCutShortDoesNoHarm() {
    const auto whole = files::readText(cubin);
    QVERIFY(whole);
    const auto folder = files::TemporaryFolder::make("elf");
    QVERIFY(folder);
    const std::filesystem::path part = folder->path() / "part.cubin";
    for (size_t size = 0; size < whole->size(); size += 97) {
      QVERIFY(files::writeAtomically(part, whole->substr(0, size)));
      QVERIFY(lastingVariables(part.string()).size() <= 7);
    }
  }

  void namesAreReadable() {
    QCOMPARE(demangled("_ZN2ns5tableE"), std::string("ns::table"));
    QCOMPARE(demangled("table"), std::string("table"));
  }
};

QTEST_APPLESS_MAIN(TestElfSymbols)
#include "test_elf_symbols.moc"
