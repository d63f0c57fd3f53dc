// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/proposed_problem.h"

#include <QTest>

#include "client/agent/further_cases.h"
#include "core/model/formats/sample_session.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

Proposal proposal() {
  Proposal one;
  one.templateText =
      "__global__ void scale(float* y, const float* x, int n) {\n"
      "  const int i = blockIdx.x * WIDTH + threadIdx.x;\n  if (i < n) y[i] = 2.0f * x[i];\n}\n";
  one.spaceText = R"json({"format": "kernelwright-space/1",
"parameters": [{"name": "WIDTH", "values": [64, 128], "meaning": "threads"}], "constraints": [],
"launches": [{"function": "scale", "grid": ["ceil_div(n, WIDTH)"], "block": ["WIDTH"]}]})json";
  return one;
}

}  // namespace

class TestProposedProblem : public QObject {
  Q_OBJECT
 private slots:
  void theTemplateTakesThePlaceOfTheOneBefore() {
    const LoadedProblem before = sample::load("tests/data/problems/slow_source");
    const auto after = withProposal(before, proposal());
    KW_VERIFY_OK(after);
    QCOMPARE(after->problem.templateText, proposal().templateText);
    QCOMPARE(after->problem.space->parameters[0].name, "WIDTH");
    QVERIFY(after->templateHash != before.templateHash);
    QCOMPARE(after->sourceHash, before.sourceHash);
    QCOMPARE(after->problemHash, before.problemHash);
    QCOMPARE(after->oracleHash, before.oracleHash);
  }

  void aProblemWithoutATemplateGetsOne() {
    LoadedProblem before = sample::load("tests/data/problems/slow_source");
    std::erase_if(before.parts, [](const ProblemPart& part) {
      return part.path == "template.cu" || part.path == "space.json";
    });
    for (ProblemPart& part : before.parts) {
      const size_t at = part.path == "problem.json" ? part.content.find(",\n  \"template\"") : 0;
      if (part.path == "problem.json") part.content = part.content.substr(0, at) + "\n}\n";
    }
    const auto bare = problemFromParts(before.parts, "bare");
    KW_VERIFY_OK(bare);
    QVERIFY(!bare->problem.space);
    const auto after = withProposal(*bare, proposal());
    KW_VERIFY_OK(after);
    QCOMPARE(after->problem.templateText, proposal().templateText);
    QCOMPARE(after->sourceHash, bare->sourceHash);
  }

  void whatDoesNotFitIsNamed() {
    const LoadedProblem before = sample::load("tests/data/problems/slow_source");
    Proposal other = proposal();
    other.templateText = "__global__ void scala(float* y) { y[WIDTH] = 0; }";
    const auto after = withProposal(before, other);
    QVERIFY(!after);
    KW_VERIFY_CONTAINS(after.error().text(), "scale");
  }

  void furtherCasesStandBesideItsOwn() {
    const LoadedProblem before = sample::load("tests/data/problems/slow_source");
    TestCase test{"tail", {{"n", 127}}, {{"x", "integers", -3, 3}}, "a tail"};
    const auto with = withCase(before, test);
    KW_VERIFY_OK(with);
    QCOMPARE(with->problem.cases.size(), before.problem.cases.size() + 1);
    QVERIFY(!with->problem.cases.back().performance);
    QCOMPARE(with->problem.cases.back().sizes.at("n"), int64_t{127});
    QVERIFY(with->problem.cases.back().fills.at("x").kind == Fill::Kind::integers);
    QCOMPARE(with->sourceHash, before.sourceHash);
    QCOMPARE(with->templateHash, before.templateHash);
    test.inputs = {{"y", "constant", 1, 0}};
    const auto noInput = withCase(before, test);
    QVERIFY(!noInput);
    KW_VERIFY_CONTAINS(noInput.error().text(), "\"y\" is no input");
  }

  void furtherCasesFitTheDevice() {
    const LoadedProblem before = sample::load("tests/data/problems/slow_source");
    DeviceInfo device;
    device.limits["memory_bytes"] = 64000;
    TestCase test{"big", {{"n", 1000}}, {}, "all of an eighth"};
    QCOMPARE(faultOfSize(before, test, device), std::string());
    test.sizes["n"] = 1001;
    KW_VERIFY_CONTAINS(faultOfSize(before, test, device), "8,008 bytes");
  }
};

QTEST_APPLESS_MAIN(TestProposedProblem)
#include "test_proposed_problem.moc"
