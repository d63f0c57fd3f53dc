// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing on the device gives what comparing on the CPU gives.
#include <algorithm>
#include <cmath>
#include <span>

#include "bench.h"
#include "runner/device/cpu_kernels.h"
#include "runner/device/plain_plans.h"
#include "runner/device/scalar_types.h"

namespace kw::check {
namespace {

BufferLayout dense(int64_t elements) {
  return {{elements}, {1}, 0, elements, elements, 0, true};
}

// Distances and the map of what differs, for all matrices of the elements.
void checkErrors(Bench& bench, const ComparePlan& compare, std::span<const std::byte> gotBytes,
                 std::span<const std::byte> wantBytes, const std::string& what) {
  const int64_t elements = compare.layout.elements;
  for (const int64_t width : {int64_t{1}, elements, int64_t{13}}) {
    if (elements % width != 0) continue;
    const ErrorPlan plan{compare, width, std::min<int64_t>(64, elements / width),
                         std::min<int64_t>(64, width)};
    const ErrorReport device = required(bench.device.errors(plan));
    const ErrorReport cpu = required(cpu::errors(plan, gotBytes, wantBytes));
    bench.tally.expect(device.counts == cpu.counts && device.cells == cpu.cells &&
                           device.incomparable == cpu.incomparable && device.worst == cpu.worst,
                       "distances: " + what + ", width " + std::to_string(width),
                       "equal " + std::to_string(device.counts[0]) + ", incomparable " +
                           std::to_string(device.incomparable) + ", worst " +
                           std::to_string(device.worst) + "; CPU " + std::to_string(cpu.counts[0]) +
                           ", " + std::to_string(cpu.incomparable) + ", " +
                           std::to_string(cpu.worst));
  }
}

void checkAgainstCpu(Bench& bench, ComparePlan plan, const HeldBuffer& got, const HeldBuffer& want,
                     std::span<const std::byte> gotBytes, std::span<const std::byte> wantBytes,
                     const std::string& what) {
  plan.got = got.id();
  plan.want = want.id();
  const CompareResult device = required(bench.device.compare(plan));
  const CompareResult cpu = required(cpu::compare(plan, gotBytes, wantBytes));
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  bench.tally.expect(
      device.different == cpu.different && device.first == cpu.first && same(device.got, cpu.got) &&
          same(device.want, cpu.want) && same(device.allowed, cpu.allowed) &&
          device.gotBits == cpu.gotBits && same(device.worst, cpu.worst),
      what,
      std::to_string(device.different) + " different, first " + std::to_string(device.first) +
          ", worst " + std::to_string(device.worst) + "; CPU " + std::to_string(cpu.different) +
          ", " + std::to_string(cpu.first) + ", " + std::to_string(cpu.worst));
  checkErrors(bench, plan, gotBytes, wantBytes, what);
}

// Everything against everything: special values of a type against special values in another order.
void checkSpecials(Bench& bench, ElementType type, Comparison::Kind kind, bool wantIsDouble) {
  constexpr int64_t elements = 12 * 13 * 50;
  const auto plainType = static_cast<int>(type);
  std::vector<std::byte> got(elements * sizeOf(type)),
      want(elements * (wantIsDouble ? 8 : sizeOf(type)));
  FillPlan fill;
  fill.kind = Fill::Kind::special;
  fill.type = type;
  fill.elements = elements;
  HeldBuffer::require(cpu::fill(got, fill));
  for (int64_t index = 0; index < elements; ++index) {
    const scalar::Bits bits = scalar::loadBits(got.data(), index % 13, plainType);
    const scalar::Bits value =
        wantIsDouble ? scalar::bitsOf(scalar::decode(bits, plainType)) : bits;
    scalar::storeBits(want.data(), index, wantIsDouble ? int{scalar::float64} : plainType, value);
  }
  HeldBuffer gotBuffer(bench.device, static_cast<int64_t>(got.size()));
  HeldBuffer wantBuffer(bench.device, static_cast<int64_t>(want.size()));
  gotBuffer.put(got);
  wantBuffer.put(want);
  ComparePlan plan;
  plan.type = type;
  plan.layout = dense(elements);
  plan.kind = kind;
  plan.wantIsDouble = wantIsDouble;
  plan.relative = 0.01;
  plan.absolute = 1e-3;
  plan.codes = 1;
  for (const bool any : {false, true}) {
    plan.anyNan = plan.anyInfinity = any;
    checkAgainstCpu(bench, plan, gotBuffer, wantBuffer, got, want,
                    (any ? "with policies, " : "") + std::string("comparing special values of ") +
                        std::string(name(type)) + ", kind " +
                        std::to_string(static_cast<int>(kind)) + (wantIsDouble ? ", doubles" : ""));
  }
}

void checkPlanted(Bench& bench) {
  constexpr int64_t elements = (int64_t{1} << 22) + 3;
  std::vector<float> got(elements, 1);
  const std::vector<double> want(elements, 1);
  HeldBuffer gotBuffer(bench.device, elements * 4), wantBuffer(bench.device, elements * 8);
  wantBuffer.put(want);
  ComparePlan plan;
  plan.layout = dense(elements);
  plan.relative = 1e-3;
  for (const int64_t at : {elements - 1, int64_t{2000001}, int64_t{4097}, int64_t{0}}) {
    got[static_cast<size_t>(at)] = at == 4097 ? NAN : 2.0F;
    gotBuffer.put(got);
    checkAgainstCpu(bench, plan, gotBuffer, wantBuffer, std::as_bytes(std::span(got)),
                    std::as_bytes(std::span(want)),
                    "a difference planted at " + std::to_string(at));
  }
}

void checkStrided(Bench& bench) {
  // 5 x 7 x 9, its axes in another order in memory, with gaps and an offset.
  const BufferLayout layout{{5, 7, 9}, {10, 60, 1}, 3, 315, 3 + 4 * 10 + 6 * 60 + 8 + 1, 0, false};
  std::vector<int32_t> got(static_cast<size_t>(layout.extent), -1);
  std::vector<double> want(315);
  for (int64_t index = 0; index < 315; ++index) {
    got[static_cast<size_t>(positionOf(layout, index))] = static_cast<int32_t>(index);
    want[static_cast<size_t>(index)] = static_cast<double>(index);
  }
  HeldBuffer gotBuffer(bench.device, layout.extent * 4), wantBuffer(bench.device, 315 * 8);
  wantBuffer.put(want);
  ComparePlan plan;
  plan.type = ElementType::int32;
  plan.kind = Comparison::Kind::exact;
  plan.layout = layout;
  for (const int64_t planted : {int64_t{-1}, int64_t{300}, int64_t{17}}) {
    if (planted >= 0) got[static_cast<size_t>(positionOf(layout, planted))] = 1000;
    gotBuffer.put(got);
    checkAgainstCpu(bench, plan, gotBuffer, wantBuffer, std::as_bytes(std::span(got)),
                    std::as_bytes(std::span(want)),
                    "a strided buffer with a difference at " + std::to_string(planted));
  }
}

}  // namespace

void checkComparisons(Bench& bench) {
  for (const std::string& typeName : elementTypeNames())
    for (const Comparison::Kind kind :
         {Comparison::Kind::tolerance, Comparison::Kind::exact, Comparison::Kind::codes})
      for (const bool wantIsDouble : {true, false})
        checkSpecials(bench, *elementType(typeName), kind, wantIsDouble);
  checkPlanted(bench);
  checkStrided(bench);
}

}  // namespace kw::check
