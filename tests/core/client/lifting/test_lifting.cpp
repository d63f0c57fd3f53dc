// SPDX-License-Identifier: GPL-3.0-or-later
// Constants that govern how, not what, become parameters; the source stays in the space.
#include <QTest>

#include "base/files/files.h"
#include "client/lifting/lift.h"
#include "model/space/space_file.h"
#include "model/space/valid_space.h"
#include "support/printing.h"

using namespace kw;
using expression::Expression;
using lifting::Lifted;

namespace {

std::string dataText(const std::string& name) {
  return files::readText(std::string(KW_TEST_DATA) + "/new_problem/" + name).value();
}

Launch launch(const std::string& function, const std::vector<std::string>& grid,
              const std::vector<std::string>& block) {
  Launch made;
  made.function = function;
  for (const std::string& one : grid)
    made.grid.push_back(Expression::parse(one).value());
  for (const std::string& one : block)
    made.block.push_back(Expression::parse(one).value());
  return made;
}

Lifted lift(const std::string& text, const Launch& one) {
  auto lifted = lifting::lift({text, {one}, {}, {}, {}, {}});
  if (!lifted) qFatal("%s", lifted.error().text().c_str());
  return std::move(*lifted);
}

Lifted tiled() {
  return lift(dataText("tiled.cu"), launch("tiled", {"(n + 32 - 1) // 32"}, {"256"}));
}

std::vector<int64_t> values(const Lifted& lifted, std::string_view name) {
  std::vector<int64_t> all;
  const Parameter* parameter = lifted.space.find(name);
  if (parameter)
    for (const ParameterValue& value : parameter->values)
      all.push_back(std::get<int64_t>(value));
  return all;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool hasConstraint(const Lifted& lifted, const std::string& text) {
  return std::ranges::any_of(lifted.space.constraints,
                             [&](const Expression& one) { return one.text() == text; });
}

std::string leftReason(const Lifted& lifted, const std::string& name) {
  for (const std::string& line : lifted.left)
    if (line.starts_with(name)) return line;
  return {};
}

const expression::Lookup device = [](std::string_view name) -> std::optional<expression::Value> {
  if (name == "device.threads_per_block") return expression::Value(int64_t{1024});
  if (name == "device.shared_memory_per_block") return expression::Value(int64_t{49152});
  return std::nullopt;
};

using Numbers = std::vector<int64_t>;

}  // namespace

class TestLifting : public QObject {
  Q_OBJECT

 private slots:
  void macrosAreTakenOutOfTheText() {
    const Lifted lifted = tiled();
    QCOMPARE(values(lifted, "TILE"), (Numbers{8, 16, 32, 64, 128}));
    QVERIFY(!holds(lifted.templateText, "#define TILE"));
    QVERIFY(holds(lifted.templateText, "tile[TILE][TILE + 1]"));
  }

  void whatTheProblemDefinesStays() {
    const Launch one = launch("tiled", {"(n + 32 - 1) // 32"}, {"256"});
    const auto lifted =
        lifting::lift({dataText("tiled.cu"), {one}, {}, {}, {}, {}, {"TILE", "BLOCK"}});
    KW_VERIFY_OK(lifted);
    QVERIFY(holds(lifted->templateText, "#define TILE"));
    QVERIFY(holds(leftReason(*lifted, "TILE"), "the problem's defines give it"));
    QVERIFY(lifted->space.find("ITEMS_PER_THREAD"));
    QVERIFY(!lifted->space.find("TILE") && !lifted->space.find("BLOCK"));
    QVERIFY(lifted->space.find("TUNED_BLOCK"));
  }

  void constantsGetTheirValueFromAParameter() {
    const Lifted lifted = tiled();
    QVERIFY(holds(lifted.templateText, "constexpr int kItemsPerThread = ITEMS_PER_THREAD;"));
    QVERIFY(holds(lifted.templateText, "static const unsigned rowsPerBlock = ROWS_PER_BLOCK;"));
    QCOMPARE(values(lifted, "ITEMS_PER_THREAD"), (Numbers{1, 2, 4, 8, 16}));
  }

  void unrollingAndTheBlockAreTaken() {
    const Lifted lifted = tiled();
    QVERIFY(holds(lifted.templateText, "#pragma unroll UNROLL\n"));
    QCOMPARE(values(lifted, "UNROLL"), (Numbers{1, 2, 4, 8, 16}));
    QCOMPARE(values(lifted, "BLOCK"), (Numbers{32, 64, 128, 256, 512, 1024}));
    QVERIFY(holds(lifted.templateText, "__launch_bounds__(BLOCK)"));
    QVERIFY(holds(lifted.templateText, "sums[BLOCK];"));
    QCOMPARE(lifted.space.launches.at(0).block.at(0).text(), std::string("BLOCK"));
    QCOMPARE(lifted.space.launches.at(0).grid.at(0).text(), std::string("(n + TILE - 1) // TILE"));
  }

  void whatIsNoChoiceIsLeftWithAReason() {
    const Lifted lifted = tiled();
    for (const char* name : {"FULL_MASK", "WARP_SIZE", "VERSION_MAJOR", "STAGES", "elements",
                             "answer", "#pragma unroll 1"})
      QVERIFY2(!leftReason(lifted, name).empty(), name);
    QCOMPARE(lifted.space.parameters.size(), size_t{5});
  }

  void conditionsOfTheSourceAreConstraints() {
    const Lifted lifted = tiled();
    QVERIFY(hasConstraint(lifted, "BLOCK <= device.threads_per_block"));
    QVERIFY(hasConstraint(lifted, "TILE % ROWS_PER_BLOCK == 0"));
  }

  void theSourceIsInTheSpace() {
    const Lifted lifted = tiled();
    const auto valid = ValidSpace::build(lifted.space, device);
    QVERIFY2(valid.has_value(), test::errorText(valid).c_str());
    QCOMPARE(lifted.source.text(),
             std::string("TILE=32,ITEMS_PER_THREAD=4,ROWS_PER_BLOCK=8,UNROLL=4,BLOCK=256"));
    QVERIFY(valid->find(lifted.source).has_value());
    QVERIFY(valid->size() > 100);
  }

  void aSpaceCanBeWrittenAndRead() {
    const Lifted lifted = tiled();
    const auto read = readSpace(writeSpace(lifted.space), "space.json", {"n"});
    QVERIFY2(read.has_value(), test::errorText(read).c_str());
  }

  void extentsOfABlockOfTwoAxesFollow() {
    const Lifted lifted =
        lift("__global__ void k(float* y, int w, int h) { y[blockDim.x * blockDim.y] = 1; }\n",
             launch("k", {"(w + 15) // 16", "ceil_div(h, 8)"}, {"16", "8"}));
    const Launch& made = lifted.space.launches.at(0);
    QCOMPARE(made.grid.at(0).text(), std::string("(w + (BLOCK_X - 1)) // BLOCK_X"));
    QCOMPARE(made.grid.at(1).text(), std::string("ceil_div(h, BLOCK_Y)"));
    QVERIFY(hasConstraint(lifted, "BLOCK_X * BLOCK_Y <= device.threads_per_block"));
  }

  void aBlockThatNobodyAsksForStays() {
    const Lifted lifted =
        lift("__global__ void k(float* y) { y[threadIdx.x] = 1; }\n", launch("k", {"n"}, {"256"}));
    QVERIFY(lifted.space.parameters.empty());
    QVERIFY(holds(leftReason(lifted, "a block of 256"), "blockDim"));
  }

  void theLargestBlockOfAMinimumIsTuned() {
    const Lifted lifted = lift("__global__ void k(float* y, int d) { y[blockDim.x] = d; }\n",
                               launch("k", {"tokens"}, {"min(d, 1024)"}));
    QCOMPARE(lifted.space.launches.at(0).block.at(0).text(), std::string("min(d, BLOCK)"));
    QVERIFY(hasConstraint(lifted, "BLOCK <= device.threads_per_block"));
  }

  void integersOfATemplateInstanceAreTaken() {
    const Lifted lifted = lift(
        "template <typename T, int kVec, bool flag> __global__ void k(T* y) { y[kVec + blockDim.x] "
        "= flag; }\n",
        launch("k<float, 4, 1>", {"n"}, {"128"}));
    QCOMPARE(lifted.space.launches.at(0).function, std::string("k<float, VEC, 1>"));
    QCOMPARE(values(lifted, "VEC"), (Numbers{1, 2, 4, 8, 16}));
  }

  void aTemplateArgumentThatIsTheBlockGoesWithIt() {
    const Lifted lifted = lift(
        "template <unsigned NUM_THREADS> __global__ void k(float* y) { y[threadIdx.x] = "
        "NUM_THREADS; }\n",
        launch("k<128>", {"(n + 127) // 128"}, {"128"}));
    const std::string name = lifted.space.parameters.at(0).name;
    QCOMPARE(lifted.space.parameters.size(), size_t{1});
    QCOMPARE(lifted.space.launches.at(0).function, "k<" + name + ">");
    QCOMPARE(lifted.space.launches.at(0).block.at(0).text(), name);
    QVERIFY(holds(lifted.space.launches.at(0).grid.at(0).text(), name));
    QVERIFY(name != "NUM_THREADS");  // that is the template's own word
  }

  void threadsPerBlockAreABlocksSize() {
    const Lifted lifted = lift(
        "template <int kThreadsPerBlock> __global__ void k(float* y) { y[threadIdx.x] = "
        "kThreadsPerBlock; }\n",
        launch("k<256>", {"tokens"}, {"256"}));
    QCOMPARE(lifted.space.launches.at(0).function, std::string("k<THREADS_PER_BLOCK>"));
    QCOMPARE(lifted.space.launches.at(0).block.at(0).text(), std::string("THREADS_PER_BLOCK"));
  }

  void namesThatTheTextUsesAreNotTaken() {
    const Lifted lifted =
        lift("constexpr int TILE = 4;\n__global__ void k(float* y) { y[TILE] = 1; }\n",
             launch("k", {"n"}, {"64"}));
    QVERIFY(holds(lifted.templateText, "constexpr int TILE = TUNED_TILE;"));
  }

  void sharedMemoryIsBounded() {
    const Lifted lifted = lift(
        "#define TILE 32\n__global__ void k(float* y) { __shared__ float t[TILE][TILE + 1]; "
        "t[0][0] = 1; y[0] = t[0][0]; }\n",
        launch("k", {"n"}, {"64"}));
    QVERIFY(hasConstraint(lifted, "4 * (TILE) * (TILE + 1) <= device.shared_memory_per_block"));
  }

  void aKernelWithoutConstantsHasNothingToLift() {
    const Lifted lifted =
        lift("__global__ void k(float* y) { y[0] = 1; }\n", launch("k", {"n"}, {"1"}));
    QVERIFY(lifted.space.parameters.empty());
    QCOMPARE(lifted.templateText, std::string("__global__ void k(float* y) { y[0] = 1; }\n"));
  }
};

QTEST_APPLESS_MAIN(TestLifting)
#include "test_lifting.moc"
