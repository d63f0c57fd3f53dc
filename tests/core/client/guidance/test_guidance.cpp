// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/guidance/guidance.h"

#include <QTest>

#include "base/files/files.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

class TestGuidance : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    m_left.clear();
  }

  void theNearestNotesComeFirst() {
    write("wide.md", "# Wider loads\nMemory-bound kernels want wide loads.\n");
    write("barriers.txt", "Barriers\nWarps wait at a barrier.\n");
    write("ignored.pdf", "barrier barrier barrier");
    const Guidance guidance = opened();
    QCOMPARE(guidance.size(), size_t{2});
    const auto found = guidance.find("latency-bound: stall_barrier, waits at a barrier", 5);
    QVERIFY(!found.empty());
    QCOMPARE(found[0].title, "Barriers");
    QCOMPARE(found[0].text, "Warps wait at a barrier.\n");
    QCOMPARE(guidance.find("memory loads", 1).front().title, "Wider loads");
    QVERIFY(guidance.find("nothing of the kind", 0).empty());
  }

  void noWordIsAnOperator() {
    write("a.md", "# One\nOR AND NOT near\n");
    const Guidance guidance = opened();
    for (const char* words : {"", "\"", "* OR", "a AND (", "NEAR(x y)", "title:one", "-one", "'"})
      QVERIFY(guidance.find(words, 3).size() <= 1);
    QCOMPARE(guidance.find("NOT one", 3).size(), size_t{1});
  }

  void whatCannotBeReadIsSaid() {
    std::vector<std::string> left;
    QVERIFY(!Guidance::open({m_folder->path() / "nowhere"}, left));
    write("large.md", std::string((size_t{1} << 20) + 1, 'x'));
    write("empty.md", "");
    QCOMPARE(opened().size(), size_t{1});
    QCOMPARE(m_left.size(), size_t{1});
    KW_VERIFY_CONTAINS(m_left.front(), "large.md");
  }

  void ourOwnNotesAreFoundForEachRegime() {
    std::vector<std::string> left;
    const auto guidance =
        Guidance::open({std::filesystem::path(KW_SOURCE_FOLDER) / "resources/guidance"}, left);
    KW_VERIFY_OK(guidance);
    QVERIFY(guidance->size() >= 10);
    for (const char* words :
         {"memory-bound DRAM bandwidth", "latency-bound occupancy stall_barrier",
          "compute-bound instruction throughput", "algorithm-bound idle lanes"})
      QVERIFY2(guidance->find(words, 3).size() == 3, words);
  }

 private:
  void write(const std::string& name, const std::string& text) {
    KW_VERIFY_OK(files::writeAtomically(m_folder->path() / name, text));
  }
  Guidance opened() {
    auto guidance = Guidance::open({m_folder->path()}, m_left);
    if (!guidance) qFatal("%s", guidance.error().text().c_str());
    return std::move(*guidance);
  }

  std::optional<files::TemporaryFolder> m_folder;
  std::vector<std::string> m_left;
};

QTEST_APPLESS_MAIN(TestGuidance)
#include "test_guidance.moc"
