// SPDX-License-Identifier: GPL-3.0-or-later
// Exported files, compiled by the real nvcc.
#include <QTest>
#include <filesystem>

#include "base/files/files.h"
#include "base/process/child.h"
#include "core/model/formats/sample_session.h"
#include "model/formats/export_record.h"
#include "model/formats/kernel_export.h"

using namespace kw;

namespace {

std::string nvcc() {
  const std::string found = process::findProgram("nvcc");
  if (!found.empty()) return found;
  return std::filesystem::exists("/usr/local/cuda/bin/nvcc") ? "/usr/local/cuda/bin/nvcc" : "";
}

KernelExport requestFor(const LoadedProblem& problem, std::vector<Evaluation> evaluations) {
  KernelExport request;
  request.problem = &problem;
  request.standing = standingOf(problem, std::move(evaluations));
  request.device = sample::gpu();
  request.fileName = "winner.cu";
  request.session = "s.kwr";
  return request;
}

std::vector<ExportedFile> exported(const LoadedProblem& problem, const std::string& configuration) {
  auto files = exportKernel(requestFor(
      problem, {sample::source(problem, 2),
                sample::verified(problem, sample::configuration(problem, configuration), 1)}));
  if (!files) qFatal("%s", files.error().text().c_str());
  return std::move(*files);
}

// Runs nvcc in `folder`; its complaints, or "" if there were none.
std::string compile(const std::filesystem::path& folder, std::vector<std::string> arguments) {
  process::ChildOptions options;
  options.arguments = std::move(arguments);
  options.arguments.insert(options.arguments.begin(),
                           {nvcc(), "-arch=sm_90", "-Werror", "all-warnings"});
  options.folder = folder.string();
  options.pipeErrors = true;
  const auto output = process::run(std::move(options), "", std::chrono::minutes(5));
  if (!output) return output.error().text();
  return output->exit.code == 0 && !output->exit.signalled ? "" : output->output + output->errors;
}

}  // namespace

class TestKernelExport : public QObject {
  Q_OBJECT

 private slots:
  void compilesWithNvcc_data();
  void compilesWithNvcc();
  void readsItsOwnRecordBack();
  void saysHowItWasFound();
  void refusesWithoutAWinner();
  void refusesATensorMapByName();
  void launchesTheSourceWhereRequirementsExcludeSizes();
};

void TestKernelExport::compilesWithNvcc_data() {
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QString>("configuration");
  for (const char* name : {"silu_and_mul", "rmsnorm", "transpose", "reduction"})
    QTest::newRow(name) << QString("templates/") + name << "BLOCK=256,VEC=4";
  QTest::newRow("softmax") << "templates/softmax"
                           << "THREADS=256,SPLIT=4,VEC=4";
  QTest::newRow("gemm_bf16") << "templates/gemm_bf16"
                             << "TILE_M=64,TILE_N=64,WARP_M=32,WARP_N=32,STAGES=3";
  for (const char* name :
       {"struct_argument", "strides_alignment", "requires_multiple", "launches_workspace",
        "inout_value_weights", "template_instance", "symbols_options", "memset_exact", "codes_fp8",
        "csr_rows", "set_compaction", "top_k", "gpu_cluster", "gpu_cooperative",
        "gpu_shared_memory_cub"})
    QTest::newRow(name) << QString("tests/data/problems/") + name << "VEC=4";
}

void TestKernelExport::compilesWithNvcc() {
  if (nvcc().empty()) QSKIP("nvcc is not here");
  QFETCH(const QString, folder);
  QFETCH(const QString, configuration);
  const LoadedProblem problem = sample::load(folder.toStdString());
  auto place = files::TemporaryFolder::make("kw test");
  QVERIFY(place.has_value());
  std::vector<std::string> sources;
  for (const ExportedFile& file : exported(problem, configuration.toStdString())) {
    const auto path = place->path() / file.name;
    QVERIFY(files::makeFolders(path.parent_path()).has_value());
    QVERIFY(files::writeAtomically(path, file.text).has_value());
    if (path.extension() == ".cu") sources.push_back(file.name);
  }
  // A caller that sees the header alone.
  QVERIFY(files::writeAtomically(place->path() / "caller.cu",
                                 "#include \"winner.h\"\nint main() { return 0; }\n")
              .has_value());
  sources.push_back("caller.cu");
  std::vector<std::string> arguments{"-std=c++17", "-o", "program"};
  for (const std::string& include : problem.problem.compile.includeFolders)
    arguments.push_back("-I" + include);
  arguments.insert(arguments.end(), sources.begin(), sources.end());
  QCOMPARE(QString::fromStdString(compile(place->path(), arguments)), QString());
}

void TestKernelExport::readsItsOwnRecordBack() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  Evaluation winner = sample::verified(problem, sample::configuration(problem, "BLOCK=512"), 1);
  winner.resources = {{"silu_and_mul", 40, 128, 0, 8, 4, 0}};
  const auto files = exportKernel(requestFor(problem, {sample::source(problem, 2), winner}));
  QVERIFY(files.has_value());
  const auto record = readExportRecord(files->front().text, "winner.cu");
  QVERIFY2(record.has_value(), record ? "" : record.error().text().c_str());
  QCOMPARE(record->problem, std::string("silu_and_mul"));
  QCOMPARE(record->configuration, winner.candidate.configuration.text());
  QCOMPARE(record->kernels.size(), size_t{1});
  QCOMPARE(record->kernels[0].registers, 40);
  QCOMPARE(record->kernels[0].spillStores, int64_t{8});
  QCOMPARE(record->times.size(), size_t{2});
  QCOMPARE(record->times[0].median, 1.0);
  QVERIFY(!readExportRecord("__global__ void k() {}", "other.cu").has_value());
}

void TestKernelExport::saysHowItWasFound() {
  const std::string text =
      exported(sample::load("templates/silu_and_mul"), "BLOCK=512").front().text;
  for (const char* part :
       {"NVIDIA H200", "2.00× over the source kernel (95 %: ", "independent (NumPy)",
        "#define BLOCK 512", "driver 580.95", "NVRTC 13.0"})
    QVERIFY2(text.find(part) != std::string::npos, part);
}

void TestKernelExport::refusesWithoutAWinner() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  const auto files = exportKernel(requestFor(problem, {}));
  QVERIFY(!files.has_value());
  QVERIFY(files.error().message.find("no verified candidate") != std::string::npos);
}

void TestKernelExport::refusesATensorMapByName() {
  const LoadedProblem problem = sample::load("tests/data/problems/gpu_tensor_map");
  const auto files = exportKernel(requestFor(
      problem,
      {sample::source(problem, 2), sample::verified(problem, sample::configuration(problem), 1)}));
  QVERIFY(!files.has_value());
  QVERIFY2(files.error().message.find("tensor map") != std::string::npos,
           files.error().message.c_str());
}

void TestKernelExport::launchesTheSourceWhereRequirementsExcludeSizes() {
  const auto files = exported(sample::load("tests/data/problems/requires_multiple"), "VEC=4");
  QCOMPARE(files.size(), size_t{3});
  QCOMPARE(files[2].name, std::string("winner_fallback.cu"));
  QVERIFY(files[0].text.find("return requires_multiple_source_launch(") != std::string::npos);
  QVERIFY(files[2].text.find("twice_source") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestKernelExport)
#include "test_kernel_export.moc"
