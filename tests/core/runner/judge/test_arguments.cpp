// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels are given: values, structures, symbols, layouts, what buffers hold before a launch.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "bench.h"

using namespace kw;
using namespace kw::test;

namespace {

struct Text {
  std::string arguments;  // between the brackets
  std::string launches = "{'function': 'run', 'grid': [1], 'block': [32]}";
  std::string cases =
      "{'name': 'timed', 'role': 'performance', 'sizes': {'n': 12}},"
      "{'name': 'odd', 'role': 'correctness', 'sizes': {'n': 7}}";
  std::string reference;  // of reference(case, inputs), one expression
  std::string more;       // members of problem.json
  std::string space;      // space.json; "" for none
};

// JSON is written with single quotes here.
std::string json(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

// A kernel that takes as many arguments as `arguments` declares.
std::string kernelFor(const std::string& name, const std::string& arguments) {
  std::string parameters;
  for (size_t at = arguments.find("'role'"); at != std::string::npos;
       at = arguments.find("'role'", at + 1)) {
    parameters += std::string(parameters.empty() ? "" : ", ") + "int p" + std::to_string(at);
  }
  return "__global__ void " + name + "(" + parameters + ")";
}

ProblemFolder::Files filesOf(const Text& text) {
  const std::string kernel = kernelFor("run", text.arguments);
  const std::string problem =
      "{'format': 'kernelwright-problem/1', 'name': 'p',"
      "'source': {'file': 'kernel.cu'}, 'sizes': ['n'], 'arguments': [" +
      text.arguments + "], 'launches': [" + text.launches + "], 'cases': [" + text.cases +
      "], 'oracle': {'python': 'oracle.py'}, 'tolerance': {'exact': true}" + text.more + "}";
  ProblemFolder::Files texts{
      {"kernel.cu",
       "__constant__ float scale[2];\n" + kernel + " {}\n" + "__global__ void prepare(int w) {}\n"},
      {"oracle.py",
       "import numpy as np\ndef reference(case, inputs):\n  return " + text.reference + "\n"},
      {"problem.json", json(problem)}};
  if (text.space.empty()) return texts;
  texts.emplace_back("space.json", json(text.space));
  texts.emplace_back("template.cu", kernel + " { int a[PARTS]; }\n");
  return texts;
}

constexpr const char* outputY =
    "{'name': 'y', 'type': 'float32', 'shape': ['n'], 'role': 'output'},";

}  // namespace

class TestArguments : public QObject {
  Q_OBJECT
 private slots:
  void scalarsComeInTheirTypes();
  void scalarsMustFitTheirTypes_data();
  void scalarsMustFitTheirTypes();
  void structuresAreLaidOutAsDeclared();
  void symbolsAreSetForEachCase();
  void inoutIsRestoredBeforeEachLaunch();
  void initialValuesAreSetBeforeEachLaunch();
  void anInitialValueThatCannotBeTimedIsRefused();
  void stridedBuffersHoldTheirElementsApart();
  void writingBetweenElementsIsFound();
  void launchesShareBuffersInOrder();
  void templatesHaveWorkspacesOfTheirOwn();
  void aTensorMapDescribesItsBuffer();

 private:
  std::string open(const Text& text) {
    m_prepared.reset();
    m_device = std::make_unique<MemoryDevice>();
    auto folder = ProblemFolder::make(filesOf(text));
    if (!folder) return folder.error().text();
    m_folder.emplace(*std::move(folder));
    auto prepared = PreparedProblem::prepare(*m_device, m_folder->problem(), {}, {});
    if (!prepared) return prepared.error().text();
    m_prepared = *std::move(prepared);
    return "";
  }
  Verdict verdictOf(std::map<std::string, Kernel> kernels, bool isTemplate = false,
                    Configuration configuration = {}) {
    auto evaluation =
        m_prepared->evaluate(jobFor(m_device->program("candidate", std::move(kernels)), isTemplate,
                                    std::move(configuration)),
                             {}, {});
    if (!evaluation) qFatal("%s", evaluation.error().text().c_str());
    return std::move(evaluation->verdict);
  }

  std::optional<ProblemFolder> m_folder;
  std::unique_ptr<MemoryDevice> m_device;
  std::unique_ptr<PreparedProblem> m_prepared;
};

void TestArguments::scalarsComeInTheirTypes() {
  QCOMPARE(
      open({.arguments =
                std::string(outputY) +
                "{'name': 'half', 'type': 'float16', 'role': 'value', 'value': 0.1},"
                "{'name': 'sum', 'type': 'int64', 'role': 'value', 'value': '2**40 "
                "+ n'},"
                "{'name': 'flag', 'type': 'bool', 'role': 'value', 'value': '1 if n > 8 else 0'},"
                "{'name': 'n', 'type': 'uint16', 'role': 'size'}",
            // The oracle sees the value that the kernel gets, not the one that was written.
            .reference = "{'y': np.full(case.n, case.values['half'] + case.values['flag'])}"}),
      std::string());
  const Verdict verdict =
      verdictOf({{"run", [](const KernelCall& call) {
                    const auto n = call.value<uint16_t>("n");
                    QCOMPARE(call.find("n").bytes.size(), size_t{2});
                    QCOMPARE(call.value<uint16_t>("half"), uint16_t{0x2e66});
                    QCOMPARE(call.value<int64_t>("sum"), (int64_t{1} << 40) + n);
                    const float half = 0.0999755859375F;
                    std::fill_n(call.buffer<float>("y"), n,
                                half + static_cast<float>(call.value<uint8_t>("flag")));
                  }}});
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

void TestArguments::scalarsMustFitTheirTypes_data() {
  QTest::addColumn<QString>("argument");
  QTest::addColumn<QString>("message");
  QTest::newRow("real") << "{'name': 'v', 'type': 'float16', 'role': 'value', 'value': 1e5}"
                        << "is out of the range of float16";
  QTest::newRow("fp8") << "{'name': 'v', 'type': 'fp8_e4m3', 'role': 'value', 'value': -500}"
                       << "is out of the range of fp8_e4m3";
}

void TestArguments::scalarsMustFitTheirTypes() {
  QFETCH(QString, argument);
  QFETCH(QString, message);
  const std::string opened =
      open({.arguments = std::string(outputY) + argument.toStdString(),
            .cases = "{'name': 'timed', 'role': 'performance', 'sizes': {'n': 300}}",
            .reference = "{'y': np.zeros(case.n)}"});
  QVERIFY2(contains(opened, message.toStdString()), opened.c_str());
}

void TestArguments::structuresAreLaidOutAsDeclared() {
  QCOMPARE(open({.arguments = std::string(outputY) +
                              "{'name': 's', 'role': 'struct', 'size': 24, 'fields': ["
                              "{'name': 'a', 'type': 'int8', 'offset': 0, 'value': -3},"
                              "{'name': 'b', 'type': 'float64', 'offset': 8, 'value': 0.25},"
                              "{'name': 'n', 'type': 'int32', 'offset': 16, 'value': 'n'}]}",
                 .reference = "{'y': np.full(case.n, -2.75)}"}),
           std::string());
  const Verdict verdict =
      verdictOf({{"run", [](const KernelCall& call) {
                    QCOMPARE(call.find("s").bytes.size(), size_t{24});
                    QCOMPARE(call.find("s").alignment, int64_t{8});
                    const double sum = call.value<int8_t>("s", 0) + call.value<double>("s", 8);
                    std::fill_n(call.buffer<float>("y"), call.value<int32_t>("s", 16),
                                static_cast<float>(sum));
                  }}});
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

void TestArguments::symbolsAreSetForEachCase() {
  QCOMPARE(
      open({.arguments = std::string(outputY) + "{'name': 'n', 'type': 'int32', 'role': 'size'}",
            .reference = "{'y': np.full(case.n, case.n)}",
            .more = ", 'symbols': [{'name': 'scale', 'type': 'float32', 'shape': [2],"
                    "'fill': {'constant': 'n'}}]"}),
      std::string());
  const Verdict verdict =
      verdictOf({{"run", [](const KernelCall& call) {
                    std::fill_n(call.buffer<float>("y"), call.value<int32_t>("n"),
                                call.symbol<float>("scale", 1));
                  }}});
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

void TestArguments::inoutIsRestoredBeforeEachLaunch() {
  QCOMPARE(open({.arguments = "{'name': 'y', 'type': 'int32', 'shape': ['n'], 'role': 'inout'},"
                              "{'name': 'n', 'type': 'int32', 'role': 'size'}",
                 .reference = "{'y': inputs['y'] + 1}"}),
           std::string());
  const Kernel addOne = [](const KernelCall& call) {
    for (int i = 0; i < call.value<int32_t>("n"); ++i)
      call.buffer<int32_t>("y")[i] += 1;
  };
  for (int again = 0; again < 2; ++again) {
    const Verdict verdict = verdictOf({{"run", addOne}});
    QVERIFY2(verdict.ok(), verdict.message.c_str());
  }
  const Verdict idle = verdictOf({{"run", [](const KernelCall&) {}}});
  QVERIFY2(contains(idle.message, "output y of case timed differs at [0]"), idle.message.c_str());
}

void TestArguments::initialValuesAreSetBeforeEachLaunch() {
  QCOMPARE(open({.arguments = "{'name': 'a', 'type': 'int32', 'shape': ['n'], "
                              "'role': 'output', 'initial': '-n'},"
                              "{'name': 'b', 'type': 'float64', 'shape': ['n'], "
                              "'role': 'output', 'initial': 1.5},"
                              "{'name': 'c', 'type': 'bf16', 'shape': ['n'], 'role': "
                              "'output', 'initial': 3, 'initial_timed': true},"
                              "{'name': 'w', 'type': 'uint8', 'shape': ['n'], "
                              "'role': 'workspace', 'initial': 9},"
                              "{'name': 'n', 'type': 'int32', 'role': 'size'}",
                 .reference = "{'a': np.full(case.n, 1 - case.n), 'b': np.full(case.n, 2.5), 'c': "
                              "np.full(case.n, 3.0)}"}),
           std::string());
  const Verdict verdict = verdictOf({{"run", [](const KernelCall& call) {
                                        for (int i = 0; i < call.value<int32_t>("n"); ++i) {
                                          call.buffer<int32_t>("a")[i] += 1;
                                          call.buffer<double>("b")[i] += 1;
                                          QCOMPARE(call.buffer<uint8_t>("w")[i]++, uint8_t{9});
                                        }
                                      }}});
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

void TestArguments::anInitialValueThatCannotBeTimedIsRefused() {
  const std::string opened =
      open({.arguments = "{'name': 'y', 'type': 'float64', 'shape': ['n'], 'role': "
                         "'output', 'initial': 1.5, 'initial_timed': true}",
            .reference = "{'y': np.zeros(case.n)}"});
  QVERIFY2(contains(opened, "argument y: setting it to 1.5 cannot be timed"), opened.c_str());
}

void TestArguments::stridedBuffersHoldTheirElementsApart() {
  QCOMPARE(open({.arguments = "{'name': 'x', 'type': 'float32', 'shape': ['n', 2], "
                              "'strides': [5, 2], 'offset': 3, 'role': 'input'},"
                              "{'name': 'y', 'type': 'float32', 'shape': ['n', 2], "
                              "'strides': [1, 'n'], 'alignment': 64, 'role': 'output'},"
                              "{'name': 'n', 'type': 'int32', 'role': 'size'}",
                 .reference = "{'y': -inputs['x']}"}),
           std::string());
  const Verdict verdict =
      verdictOf({{"run", [](const KernelCall& call) {
                    const int n = call.value<int32_t>("n");
                    const auto* x = call.buffer<float>("x");
                    auto* y = call.buffer<float>("y");
                    QVERIFY(std::isnan(x[1]) && std::isnan(x[-1]) && std::isnan(x[3]));
                    QCOMPARE(reinterpret_cast<uintptr_t>(y) % 64, uintptr_t{0});
                    for (int i = 0; i < n; ++i) {
                      for (int k = 0; k < 2; ++k)
                        y[i + n * k] = -x[5 * i + 2 * k];
                    }
                  }}});
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

void TestArguments::writingBetweenElementsIsFound() {
  QCOMPARE(open({.arguments = "{'name': 'y', 'type': 'float32', 'shape': ['n'], "
                              "'strides': [2], 'role': 'output'},"
                              "{'name': 'n', 'type': 'int32', 'role': 'size'}",
                 .reference = "{'y': np.ones(case.n)}"}),
           std::string());
  for (const bool wild : {false, true}) {
    const Verdict verdict = verdictOf({{"run", [wild](const KernelCall& call) {
                                          for (int i = 0; i < call.value<int32_t>("n"); ++i)
                                            call.buffer<float>("y")[2 * i] = 1;
                                          if (wild) call.buffer<float>("y")[3] = 1;
                                        }}});
    QCOMPARE(verdict.ok(), !wild);
    if (!wild) continue;
    QCOMPARE(verdict.difference->what, std::string("outside its elements"));
    QVERIFY2(contains(verdict.message, "writes between the elements of y"),
             verdict.message.c_str());
  }
}

void TestArguments::launchesShareBuffersInOrder() {
  QCOMPARE(
      open({.arguments = std::string(outputY) +
                         "{'name': 'w', 'type': 'int32', 'shape': [4], 'role': 'workspace'},"
                         "{'name': 'n', 'type': 'int32', 'role': 'size'}",
            .launches = "{'memset': 'w', 'value': 1},"
                        "{'function': 'prepare', 'arguments': ['w'], 'grid': [1], 'block': [1]},"
                        "{'function': 'run', 'grid': [2], 'block': [1]}",
            .reference = "{'y': np.full(case.n, float(np.float32(0x01010102)))}"}),
      std::string());
  const Verdict verdict =
      verdictOf({{"prepare", [](const KernelCall& call) { call.buffer<int32_t>("w")[0] += 1; }},
                 {"run", [](const KernelCall& call) {
                    const auto first = static_cast<float>(call.buffer<int32_t>("w")[0]);
                    std::fill_n(call.buffer<float>("y"), call.value<int32_t>("n"), first);
                  }}});
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

void TestArguments::templatesHaveWorkspacesOfTheirOwn() {
  const std::string space =
      "{'format': 'kernelwright-space/1', 'parameters': [{'name': 'PARTS', 'values': "
      "[1, 3, 1000000000]}],"
      "'workspace': {'w': 'n * PARTS'}}";
  QCOMPARE(open({.arguments = std::string(outputY) +
                              "{'name': 'w', 'type': 'float32', 'shape': [1], 'role': 'workspace'},"
                              "{'name': 'n', 'type': 'int32', 'role': 'size'}",
                 .reference = "{'y': np.ones(case.n)}",
                 .more = ", 'template': {'file': 'template.cu', 'space': 'space.json'}",
                 .space = space}),
           std::string());
  const auto writing = [](int parts, int beyond) {
    return Kernel([=](const KernelCall& call) {
      const int n = call.value<int32_t>("n");
      std::fill_n(call.buffer<float>("y"), n, 1.0F);
      std::fill_n(call.buffer<float>("w"), (parts == 0 ? 1 : n * parts) + beyond, 5.0F);
    });
  };
  for (const int parts : {3, 1}) {
    const Configuration configuration({{"PARTS", parts}});
    const Verdict right = verdictOf({{"run", writing(parts, 0)}}, true, configuration);
    QVERIFY2(right.ok(), right.message.c_str());
    const Verdict wrong = verdictOf({{"run", writing(parts, 1)}}, true, configuration);
    QVERIFY2(contains(wrong.message, "writes outside buffer w, 0 bytes after"),
             wrong.message.c_str());
  }
  QVERIFY(verdictOf({{"run", writing(0, 0)}}).ok());
  const Verdict tooLarge =
      verdictOf({{"run", writing(1, 0)}}, true, Configuration({{"PARTS", 1000000000}}));
  QCOMPARE(tooLarge.kind, VerdictKind::exceedsLimits);
  QVERIFY2(contains(tooLarge.message, "case timed: "), tooLarge.message.c_str());
  QVERIFY(verdictOf({{"run", writing(0, 0)}}).ok());
}

void TestArguments::aTensorMapDescribesItsBuffer() {
  const std::string space =
      "{'format': 'kernelwright-space/1', 'parameters': [{'name': 'PARTS', 'values': [2, 4]}],"
      "'launches': [{'function': 'run', 'grid': [1], 'block': [32]}]}";
  QCOMPARE(
      open({.arguments = "{'name': 'x', 'type': 'bf16', 'shape': ['n', 8], 'role': 'input'},"
                         "{'name': 'map', 'role': 'tensor_map', 'of': 'x', 'box': ['PARTS', 8], "
                         "'swizzle': '32B'}," +
                         std::string(outputY) + "{'name': 'n', 'type': 'int32', 'role': 'size'}",
            .launches = "{'function': 'prepare', 'arguments': ['y'], 'grid': [1], 'block': [1]}",
            .reference = "{'y': np.zeros(case.n)}",
            .more = ", 'template': {'file': 'template.cu', 'space': 'space.json'}",
            .space = space}),
      std::string());
  const Kernel kernel = [](const KernelCall& call) {
    const int n = call.value<int32_t>("n");
    const BoundArgument& map = call.find("map");
    QVERIFY(map.tensorMap);
    QCOMPARE(map.buffer, call.find("x").buffer);
    QCOMPARE(map.tensorMap->shape, (std::vector<int64_t>{n, 8}));
    QCOMPARE(map.tensorMap->box, (std::vector<int64_t>{4, 8}));
    QCOMPARE(map.tensorMap->swizzle, std::string("32B"));
    std::fill_n(call.buffer<float>("y"), n, 0.0F);
  };
  const Verdict verdict = verdictOf({{"run", kernel}}, true, Configuration({{"PARTS", 4}}));
  QVERIFY2(verdict.ok(), verdict.message.c_str());
}

QTEST_GUILESS_MAIN(TestArguments)
#include "test_arguments.moc"
