// SPDX-License-Identifier: GPL-3.0-or-later
// Every problem that comes with the project: the kernel library, and the problems that other tests
// tune.
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "model/problem/problem_file.h"
#include "model/space/valid_space.h"

using namespace kw;

namespace {

// The limits of an H200 that the spaces use.
std::optional<expression::Value> h200(std::string_view name) {
  static const std::map<std::string, int64_t, std::less<>> limits{
      {"device.threads_per_block", 1024},
      {"device.sm_count", 132},
      {"device.warp_size", 32},
      {"device.shared_memory_per_block", 49152},
      {"device.registers_per_block", 65536},
      {"device.shared_memory_per_block_optin", 232448},
      {"device.shared_memory_per_sm", 233472},
      {"device.threads_per_sm", 2048},
      {"device.compute_capability", 90},
      {"device.l2_bytes", 62914560},
  };
  const auto found = limits.find(name);
  if (found == limits.end()) return std::nullopt;
  return found->second;
}

std::vector<std::filesystem::path> allProblems() {
  std::vector<std::filesystem::path> folders;
  for (const char* root : {KW_SOURCE_FOLDER "/templates", KW_TEST_DATA "/problems"})
    for (const auto& entry : std::filesystem::directory_iterator(root))
      if (std::filesystem::exists(entry.path() / "problem.json")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace

class TestLibraryProblems : public QObject {
  Q_OBJECT

 private slots:
  void loadsWithoutFaultOrWarning_data() {
    QTest::addColumn<QString>("folder");
    for (const auto& folder : allProblems())
      QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
  }

  void loadsWithoutFaultOrWarning() {
    QFETCH(QString, folder);
    const auto loaded = loadProblem(folder.toStdString());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
    for (const std::string& warning : loaded->warnings)
      QFAIL(warning.c_str());

    const auto again = problemFromParts(loaded->parts, folder.toStdString());
    QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
    QCOMPARE(again->parts.size(), loaded->parts.size());
    QCOMPARE(again->problemHash, loaded->problemHash);
    QCOMPARE(again->oracleHash, loaded->oracleHash);
    QCOMPARE(again->sourceHash, loaded->sourceHash);
    QCOMPARE(again->templateHash, loaded->templateHash);

    if (!loaded->problem.space) return;
    const auto valid = ValidSpace::build(*loaded->problem.space, h200);
    QVERIFY2(valid.has_value(), valid ? "" : valid.error().text().c_str());
  }

  void theLibraryIsReachedByName() {
    const std::vector<std::string> names = libraryProblems();
    for (const char* name : {"fused_add_rmsnorm", "gemm", "gemm_bf16", "layernorm",
                             "merge_attn_states", "per_token_fp8_quant", "reduction", "rmsnorm",
                             "rope", "silu_and_mul", "softmax", "topk_softmax", "transpose"}) {
      QVERIFY2(std::find(names.begin(), names.end(), name) != names.end(), name);
      const auto loaded = loadProblem(name);
      QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
      QCOMPARE(loaded->problem.name, std::string(name));
      QVERIFY(loaded->problem.space && loaded->problem.space->parameters.size() >= 4);
    }
  }
};

QTEST_GUILESS_MAIN(TestLibraryProblems)
#include "test_library_problems.moc"
