// SPDX-License-Identifier: GPL-3.0-or-later
// Roofs come from what was measured or from a source that is named, and meet where they should.
#include <QTest>
#include <cmath>

#include "roofline_samples.h"
#include "view/roofline/roofline_axes.h"
#include "view/roofline/roofline_text.h"

using namespace kw;
using namespace kw::view;

namespace {

QStringList namesOf(const std::vector<Roof>& roofs) {
  QStringList names;
  for (const Roof& roof : roofs)
    names << QString::fromStdString(roof.name);
  return names;
}

QStringList namesOf(const std::vector<Arithmetic>& used) {
  QStringList names;
  for (const Arithmetic& one : used)
    names << QString::fromStdString(one.name());
  return names;
}

Profile counted(const std::vector<std::pair<const char*, double>>& operations) {
  Profile profile = test::roofProfile(test::roofRow(64, 1, 1));
  for (const auto& [metric, value] : operations)
    profile.values[metric] = {value, "", Provenance::measured, ""};
  return profile;
}

const Roof& named(const std::vector<Roof>& roofs, const char* name) {
  const auto found = std::ranges::find(roofs, name, &Roof::name);
  if (found == roofs.end()) qFatal("no roof %s", name);
  return *found;
}

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::abs(b);
}

RooflinePoints points(const Problem& problem, const DeviceInfo& device,
                      std::vector<CandidateRow> rows) {
  CandidateList list;
  list.append(std::move(rows));
  RooflinePoints made;
  made.build(list, {.problem = &problem, .device = device, .profiles = {}}, 0);
  return made;
}

}  // namespace

class TestRoofs : public QObject {
  Q_OBJECT

 private slots:
  void measuredAndDatasheetRoofsAreToldApart() {
    const std::vector<Roof> roofs = roofsOf(test::roofDevice(), {{"fp32"}, {"fp64"}});
    QCOMPARE(namesOf(roofs),
             (QStringList{"DRAM copy", "DRAM read", "DRAM datasheet", "L2 read", "L1, shared",
                          "fp32", "fp32 datasheet", "fp64 datasheet"}));
    // 2 × 3.201 GHz × 6144 bits / 8; 2 × 128 lanes × 132 SMs × 1.98 GHz, and half of it.
    QVERIFY(near(named(roofs, "DRAM datasheet").perSecond, 4.916736e12));
    QVERIFY(near(named(roofs, "fp32 datasheet").perSecond, 6.690816e13));
    QVERIFY(near(named(roofs, "fp64 datasheet").perSecond, 3.345408e13));
    QVERIFY(!named(roofs, "DRAM datasheet").isMeasured && named(roofs, "DRAM copy").isMeasured);
    QCOMPARE(bestBandwidth(roofs, MemoryLevel::dram)->name, std::string("DRAM read"));
    QCOMPARE(bestArithmetic(roofs)->name, std::string("fp32"));
  }

  void whatHasNoSourceIsLeftOutAndSaid() {
    DeviceInfo device = test::roofDevice();
    device.limits = {{"compute_capability", 61}, {"sm_count", 20}, {"clock_khz", 1'000'000}};
    device.measuredPeaks = {{"dram_copy_bytes_per_second", 4e11}};
    QCOMPARE(namesOf(roofsOf(device, {{"fp32"}})), QStringList{"DRAM copy"});
    const auto missing = missingRoofs(device, {{"fp32"}});
    QCOMPARE(missing.size(), size_t{2});
    QCOMPARE(missing[0], std::string("No roof of L2, L1, fp32: that peak was not measured."));
    QVERIFY(missing[1].starts_with("No datasheet roof of DRAM"));
    QVERIFY(missingRoofs(test::roofDevice(), {{"fp32"}}).empty());
  }

  void theHostHasATriadAndNoCaches() {
    DeviceInfo host;
    host.kind = "host";
    host.measuredPeaks = {{"dram_copy_bytes_per_second", 2e10}, {"fp32_flops_per_second", 1e11}};
    QCOMPARE(namesOf(roofsOf(host, {{"fp32"}})), (QStringList{"memory triad", "fp32"}));
    QCOMPARE(missingRoofs(host, {{"fp32"}}).size(), size_t{1});
  }

  void tensorRoofsBelongToTheirPrecision() {
    DeviceInfo device = test::roofDevice();
    device.measuredPeaks["bf16_tensor_flops_per_second"] = 8e14;
    device.measuredPeaks["fp16_tensor_flops_per_second"] = 8e14;
    const auto roofs = roofsOf(device, {{"bf16"}});
    QCOMPARE(bestArithmetic(roofs)->name, std::string("bf16 tensor"));
    QVERIFY(!namesOf(roofs).contains("fp16 tensor"));
    QVERIFY(!namesOf(roofs).contains("fp32"));
  }

  void arithmeticIsTheProblemsAndWhatWasCounted() {
    const Problem problem = test::roofProblem();
    const Profile profile =
        counted({{"tensor_bf16_operations", 5}, {"fp64_operations", 0}, {"fp32_operations", 20}});
    QCOMPARE(namesOf(arithmeticOf(problem, {profile})), (QStringList{"fp32", "bf16 tensor"}));
    QCOMPARE(namesOf(arithmeticOf(problem, {})), QStringList{"fp32"});
    QVERIFY(arithmeticOf(test::roofProblem(false), {}).empty());
  }

  // Of silu_and_mul's winner on an H200, which calculates in fp32 and was shown fp16 tensor roofs.
  void whatTheCompilerAddsIsNoPrecisionOfTheKernel() {
    DeviceInfo device = test::roofDevice();
    device.measuredPeaks["fp16_flops_per_second"] = 1.2e14;
    device.measuredPeaks["fp16_tensor_flops_per_second"] = 8e14;
    const Profile profile =
        counted({{"fp32_operations", 939'524'096}, {"fp16_operations", 62'914'560}});
    const auto used = arithmeticOf(test::roofProblem(), {profile});
    QCOMPARE(namesOf(used), QStringList{"fp32"});
    const auto roofs = roofsOf(device, used);
    QVERIFY(!namesOf(roofs).contains("fp16") && !namesOf(roofs).contains("fp16 tensor"));
  }

  void theStatedPrecisionHasTheRoofsOfThePipesThatWereSeen() {
    DeviceInfo device = test::roofDevice();
    device.measuredPeaks["fp16_flops_per_second"] = 1.2e14;
    device.measuredPeaks["fp16_tensor_flops_per_second"] = 8e14;
    Problem problem = test::roofProblem();
    problem.work.precision = "fp16";
    const auto rates = [&](const std::vector<Profile>& profiles) {
      QStringList names = namesOf(roofsOf(device, arithmeticOf(problem, profiles)));
      names.removeIf([](const QString& name) { return !name.startsWith("fp"); });
      return names;
    };
    const Profile plain = counted({{"fp16_operations", 9}, {"tensor_fp16_operations", 0}});
    const Profile tensor = counted({{"tensor_fp16_operations", 9}, {"fp32_operations", 3}});
    QCOMPARE(rates({}), (QStringList{"fp16", "fp16 tensor"}));
    QCOMPARE(rates({plain}), QStringList{"fp16"});
    QCOMPARE(rates({tensor}), (QStringList{"fp16 tensor", "fp32", "fp32 datasheet"}));
    QCOMPARE(rates({plain, tensor}),
             (QStringList{"fp16", "fp16 tensor", "fp32", "fp32 datasheet"}));
    device.measuredPeaks.erase("fp16_tensor_flops_per_second");
    QCOMPARE(missingRoofs(device, arithmeticOf(problem, {tensor})),
             std::vector<std::string>{"No roof of fp16 tensor: that peak was not measured."});
  }

  // Operations that the problem states are of its precision, whatever other roofs there are.
  void aPointIsMeasuredAgainstTheRoofOfItsOwnPrecision() {
    DeviceInfo device = test::roofDevice();
    device.measuredPeaks["fp16_tensor_flops_per_second"] = 8e14;
    Problem problem = test::roofProblem();
    problem.work.flops = *expression::Expression::parse("3000 * n");
    const RooflinePoints made = points(problem, device, {test::roofRow(64, 100, 1)});
    const auto roofs = roofsOf(device, {{"fp32"}, {"fp16"}});
    QCOMPARE(bestArithmetic(roofs)->name, std::string("fp16 tensor"));
    QVERIFY(near(attainable(made.points()[0], roofs, made), 6e13));
  }

  void roofsMeetAtTheRidge() {
    const Problem problem = test::roofProblem();
    const auto roofs = roofsOf(test::roofDevice(), {{"fp32"}});
    RooflineAxes axes;
    axes.reset(points(problem, test::roofDevice(), {test::roofRow(64, 4, 1)}), roofs);
    // The highest arithmetic roof is the datasheet's, 66.90816 Top/s; the highest bandwidth 30
    // TB/s.
    const auto copy = lineOf(named(roofs, "DRAM copy"), roofs, axes);
    QCOMPARE(copy.size(), size_t{2});
    QVERIFY(near(copy[0].y, 4e12 * axes.x().low));
    QVERIFY(near(copy[1].x, 6.690816e13 / 4e12) && near(copy[1].y, 6.690816e13));
    const auto fp32 = lineOf(named(roofs, "fp32"), roofs, axes);
    QVERIFY(near(fp32[0].x, 2) && near(fp32[0].y, 6e13) && near(fp32[1].x, axes.x().high));
    QVERIFY(axes.x().low <= 0.25 && axes.x().high >= 6.690816e13 / 4e12);
    QVERIFY(axes.y().low <= 5e11 && axes.y().high >= 6.690816e13);
    QCOMPARE(axes.unit(), std::string("Gop/s"));
    QCOMPARE(axes.factor(), 1e-9);
  }

  void withoutOperationsBandwidthsAreLevel() {
    const Problem problem = test::roofProblem(false);
    const auto roofs = roofsOf(test::roofDevice(), {});
    RooflineAxes axes;
    axes.reset(points(problem, test::roofDevice(), {test::roofRow(64, 4, 1)}), roofs);
    QVERIFY(axes.isBandwidth());
    QCOMPARE(axes.x(), (Range{0, 10}));
    const auto copy = lineOf(named(roofs, "DRAM copy"), roofs, axes);
    QCOMPARE(copy, (std::vector<PlotXY>{{0, 4e12}, {10, 4e12}}));
  }

  void rangesGrowAndNeverShrink() {
    const Problem problem = test::roofProblem();
    const auto roofs = roofsOf(test::roofDevice(), {{"fp32"}});
    RooflineAxes axes;
    axes.reset(points(problem, test::roofDevice(), {}), roofs);
    const Range y = axes.y();
    QVERIFY(axes.include(points(problem, test::roofDevice(), {test::roofRow(64, 4e5, 1)}), roofs));
    QVERIFY(axes.y().low < y.low);
    const Range grown = axes.y();
    QVERIFY(!axes.include(points(problem, test::roofDevice(), {test::roofRow(64, 4, 1)}), roofs));
    QCOMPARE(axes.y(), grown);
  }
};

QTEST_APPLESS_MAIN(TestRoofs)
#include "test_roofs.moc"
