// SPDX-License-Identifier: GPL-3.0-or-later
// Winners of single cases: who wins, and what an export makes of it.
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "base/process/child.h"
#include "core/model/formats/sample_session.h"
#include "model/formats/case_winners.h"
#include "model/formats/kernel_export.h"

using namespace kw;

namespace {

// Times of the performance cases, in the problem's order.
Evaluation timed(const LoadedProblem& problem, const std::string& configuration,
                 const std::vector<double>& times) {
  Evaluation made = sample::verified(problem, sample::configuration(problem, configuration), 1);
  std::vector<double> weights(times.size(), 1);
  for (size_t i = 0; i < times.size(); ++i)
    made.measurements[i] = sample::measurement(made.measurements[i].caseName, times[i]);
  made.geomean = statistics::weightedGeometricMean(times, weights);
  return made;
}

KernelExport requestFor(const LoadedProblem& problem, std::vector<Evaluation> evaluations) {
  KernelExport request;
  request.problem = &problem;
  request.standing = standingOf(problem, std::move(evaluations));
  request.device = sample::gpu();
  request.fileName = "winner.cu";
  return request;
}

// 64 is best over all, 512 on the first case.
std::vector<Evaluation> twoWinners(const LoadedProblem& problem) {
  return {sample::source(problem, 4), timed(problem, "BLOCK=64", {1, 1}),
          timed(problem, "BLOCK=512", {0.5, 3})};
}

std::string compiled(const std::vector<ExportedFile>& files) {
  std::string nvcc = process::findProgram("nvcc");
  if (nvcc.empty()) nvcc = "/usr/local/cuda/bin/nvcc";
  auto place = files::TemporaryFolder::make("kw test");
  if (!place) return place.error().text();
  process::ChildOptions options;
  options.arguments = {nvcc,         "-arch=sm_90", "-Werror", "all-warnings",
                       "-std=c++17", "-o",          "program", "caller.cu"};
  for (const ExportedFile& file : files) {
    if (!files::writeAtomically(place->path() / file.name, file.text)) return "not written";
    if (file.name.ends_with(".cu")) options.arguments.push_back(file.name);
  }
  if (!files::writeAtomically(place->path() / "caller.cu",
                              "#include \"winner.h\"\nint main() { return 0; }\n"))
    return "not written";
  options.folder = place->path().string();
  options.pipeErrors = true;
  const auto output = process::run(std::move(options), "", std::chrono::minutes(5));
  if (!output) return output.error().text();
  return output->exit.code == 0 ? "" : output->output + output->errors;
}

}  // namespace

class TestCaseWinners : public QObject {
  Q_OBJECT

 private slots:
  void aFasterCandidateWinsItsCaseAlone();
  void intervalsThatMeetKeepTheGeneralWinner();
  void aCandidateThatAppliesToSomeCasesMayWinThose();
  void theExportChoosesBySize_data();
  void theExportChoosesBySize();
  void exportsTheGeneralWinnerAloneWhenAskedOrWithoutGain();
  void guardsAWinnerWithItsRequirements();
};

void TestCaseWinners::aFasterCandidateWinsItsCaseAlone() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  const Standing standing = standingOf(problem, twoWinners(problem));
  const auto winners = caseWinnersOf(problem.problem, standing);
  QCOMPARE(winners.size(), size_t{2});
  QVERIFY(winners[0].differs);
  QCOMPARE(winners[0].winner, size_t{2});
  QCOMPARE(winners[0].overGeneral.ratio, 2.0);
  QCOMPARE(winners[0].overSource.ratio, 8.0);
  QVERIFY(!winners[1].differs);
  QCOMPARE(winners[1].winner, standing.best);
  QVERIFY(caseWinnerText(standing, winners[1]).find("nothing is faster") != std::string::npos);
}

void TestCaseWinners::intervalsThatMeetKeepTheGeneralWinner() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  const Standing standing = standingOf(
      problem, {timed(problem, "BLOCK=64", {1, 1}), timed(problem, "BLOCK=512", {0.999, 3})});
  const auto winners = caseWinnersOf(problem.problem, standing);
  QVERIFY(!winners[0].differs);
  QCOMPARE(winners[0].winner, size_t{0});
  QCOMPARE(winners[0].fastest, size_t{1});
  QVERIFY(caseWinnerText(standing, winners[0]).find("clearly") != std::string::npos);
}

void TestCaseWinners::aCandidateThatAppliesToSomeCasesMayWinThose() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  std::vector<Evaluation> evaluations = twoWinners(problem);
  evaluations.push_back(timed(problem, "BLOCK=128", {0.1, 0.1}));
  evaluations.back().verdict.notApplicableTo = {"prefill"};
  const Standing standing = standingOf(problem, std::move(evaluations));
  QCOMPARE(standing.best, size_t{1});
  const auto winners = caseWinnersOf(problem.problem, standing);
  QCOMPARE(winners[0].winner, size_t{3});
  QCOMPARE(winners[1].winner, size_t{1});
}

void TestCaseWinners::theExportChoosesBySize_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"silu_and_mul", "rmsnorm", "reduction"})
    QTest::newRow(name) << name;
}

void TestCaseWinners::theExportChoosesBySize() {
  QFETCH(const QString, name);
  const LoadedProblem problem = sample::load("templates/" + name.toStdString());
  const std::string first = name == "rmsnorm" ? "THREADS=64" : "BLOCK=64";
  const std::string second = name == "rmsnorm" ? "THREADS=512" : "BLOCK=512";
  const auto files =
      exportKernel(requestFor(problem, {sample::source(problem, 4), timed(problem, first, {1, 1}),
                                        timed(problem, second, {0.5, 3})}));
  QVERIFY2(files.has_value(), files ? "" : files.error().text().c_str());
  const std::string suffix = "_for_" + problem.problem.cases[0].name;
  QCOMPARE(files->size(), size_t{3});
  QVERIFY(std::ranges::any_of(
      *files, [&](const ExportedFile& file) { return file.name == "winner" + suffix + ".cu"; }));
  QVERIFY(files->front().text.find("return " + name.toStdString() + suffix + "_launch(") !=
          std::string::npos);
  QVERIFY((*files)[1].text.find("2.00×") != std::string::npos);
  QVERIFY((*files)[1].text.find("NVIDIA H200") != std::string::npos);
  if (process::findProgram("nvcc").empty() && !std::filesystem::exists("/usr/local/cuda/bin/nvcc"))
    QSKIP("nvcc is not here");
  QCOMPARE(QString::fromStdString(compiled(*files)), QString());
}

void TestCaseWinners::exportsTheGeneralWinnerAloneWhenAskedOrWithoutGain() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  KernelExport request = requestFor(problem, twoWinners(problem));
  request.generalOnly = true;
  QCOMPARE(exportKernel(request)->size(), size_t{2});
  // Clearly faster, but by 1.5 %.
  const auto files = exportKernel(requestFor(
      problem, {timed(problem, "BLOCK=64", {1, 1}), timed(problem, "BLOCK=512", {0.985, 3})}));
  QCOMPARE(files->size(), size_t{2});
  QVERIFY(files->front().text.find("chosenWinner") == std::string::npos);
}

void TestCaseWinners::guardsAWinnerWithItsRequirements() {
  const LoadedProblem problem = sample::load("tests/data/problems/requires_multiple");
  Evaluation winner = sample::verified(problem, sample::configuration(problem, "VEC=4"), 1);
  winner.verdict.notApplicableTo = {"a case it does not take"};
  const auto files = exportKernel(requestFor(problem, {sample::source(problem, 4), winner}));
  QVERIFY2(files.has_value(), files ? "" : files.error().text().c_str());
  const std::string text = files->front().text;
  const size_t guard = text.find("if (kw_found == 1) {");
  QVERIFY(guard != std::string::npos);
  QVERIFY(text.find("% 4", guard) != std::string::npos ||
          text.find(", 4)", guard) != std::string::npos);
}

QTEST_GUILESS_MAIN(TestCaseWinners)
#include "test_case_winners.moc"
