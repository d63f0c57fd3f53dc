// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel of the library compiles for GPUs that need not be here: the source, and
// configurations drawn from the template's space. KW_LIBRARY_CONFIGURATIONS says how many of each
// kernel and architecture, KW_LIBRARY_KERNEL names one kernel.
#include <QTest>
#include <filesystem>
#include <random>

#include "base/files/files.h"
#include "model/problem/problem_file.h"
#include "model/space/valid_space.h"
#include "runner/device/compiler.h"
#include "runner/device/cuda/cuda_compiler.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

// What spaces ask of an A100 and of an H200.
DeviceInfo deviceOf(const std::string& architecture) {
  DeviceInfo info;
  info.architecture = architecture;
  info.limits = {{"threads_per_block", 1024},
                 {"sm_count", architecture == "sm_90" ? 132 : 108},
                 {"warp_size", 32},
                 {"shared_memory_per_block", 49152},
                 {"shared_memory_per_block_optin", architecture == "sm_90" ? 232448 : 166912},
                 {"registers_per_block", 65536},
                 {"compute_capability", architecture == "sm_90" ? 90 : 80}};
  return info;
}

size_t configurationsOfEach() {
  const int wanted = qEnvironmentVariableIntValue("KW_LIBRARY_CONFIGURATIONS");
  return wanted > 0 ? static_cast<size_t>(wanted) : 1;
}

// At random, but always the same ones.
std::vector<size_t> drawn(size_t size) {
  std::mt19937_64 random(7);
  std::vector<size_t> indices;
  for (size_t i = 0; i < configurationsOfEach(); ++i)
    indices.push_back(random() % size);
  return indices;
}

}  // namespace

class TestLibraryCompiles : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void sourceAndTemplate_data();
  void sourceAndTemplate();

 private:
  void compile(const LoadedProblem& loaded, const Candidate& candidate, const DeviceInfo& device);

  std::unique_ptr<cuda::CudaCompiler> m_compiler;
  files::TemporaryFolder m_cache = *files::TemporaryFolder::make();
};

void TestLibraryCompiles::initTestCase() {
  qputenv("KERNELWRIGHT_CACHE", m_cache.path().c_str());
  auto compiler = cuda::CudaCompiler::make();
  if (!compiler) QSKIP(compiler.error().text().c_str());
  m_compiler = std::move(*compiler);
}

void TestLibraryCompiles::sourceAndTemplate_data() {
  QTest::addColumn<QString>("kernel");
  QTest::addColumn<QString>("architecture");
  const QString only = qEnvironmentVariable("KW_LIBRARY_KERNEL");
  for (const auto& entry : std::filesystem::directory_iterator(KW_SOURCE_FOLDER "/templates")) {
    const QString kernel = test::quoted(entry.path().filename().string());
    if (!only.isEmpty() && kernel != only) continue;
    for (const char* architecture : {"sm_80", "sm_90"})
      QTest::addRow("%s %s", qPrintable(kernel), architecture) << kernel << architecture;
  }
}

void TestLibraryCompiles::sourceAndTemplate() {
  QFETCH(const QString, kernel);
  QFETCH(const QString, architecture);
  const auto loaded =
      loadProblem(std::filesystem::path(KW_SOURCE_FOLDER "/templates") / kernel.toStdString());
  QVERIFY2(loaded, errorText(loaded).c_str());
  const DeviceInfo device = deviceOf(architecture.toStdString());
  compile(*loaded, {}, device);
  const auto space = ValidSpace::build(*loaded->problem.space, deviceLookup(device));
  QVERIFY2(space, errorText(space).c_str());
  for (const size_t index : drawn(space->size()))
    compile(*loaded, {true, loaded->templateHash, space->at(index)}, device);
}

void TestLibraryCompiles::compile(const LoadedProblem& loaded, const Candidate& candidate,
                                  const DeviceInfo& device) {
  const auto outcome = m_compiler->compile(
      compileJob(loaded.problem, candidate, loaded.folder.string(), device), {});
  QVERIFY2(outcome, errorText(outcome).c_str());
  QVERIFY2(outcome->ok, (candidate.label() + ": " + outcome->log).c_str());
  QVERIFY2(outcome->log.empty(), (candidate.label() + ": " + outcome->log).c_str());
  for (const KernelResources& kernel : outcome->artefact.resources) {
    if (kernel.spillStores + kernel.spillLoads + kernel.local == 0) continue;
    qInfo("%s spills %lld bytes, %d registers, stack %lld: %s", kernel.function.c_str(),
          static_cast<long long>(kernel.spillStores), kernel.registers,
          static_cast<long long>(kernel.local), candidate.label().c_str());
    // A candidate that spills is slow, which the search finds out; the source has no excuse.
    QVERIFY2(!candidate.configuration.empty(), "the source spills registers");
  }
}

QTEST_APPLESS_MAIN(TestLibraryCompiles)
#include "test_library_compiles.moc"
