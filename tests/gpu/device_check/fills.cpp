// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs made on the device are those that the CPU makes, bit for bit; sums and canaries agree too.
#include <cmath>

#include "bench.h"
#include "runner/device/cpu_kernels.h"

namespace kw::check {
namespace {

FillPlan planOf(Fill::Kind kind, ElementType type, int64_t elements) {
  FillPlan plan;
  plan.kind = kind;
  plan.type = type;
  plan.elements = elements;
  plan.low = -0.75;
  plan.high = 2.5;
  plan.lowInteger = isFloatingPoint(type) || name(type).starts_with("int") ? -90 : 0;
  plan.highInteger = kind == Fill::Kind::csrOffsets ? 3 * elements : 100;
  plan.seed = 0x123456789abcdef;
  plan.stream = 0x77;
  return plan;
}

void checkFill(Bench& bench, const FillPlan& plan, const std::string& what) {
  const auto bytes = static_cast<size_t>(plan.elements) * sizeOf(plan.type);
  HeldBuffer buffer(bench.device, static_cast<int64_t>(bytes));
  HeldBuffer::require(bench.device.fill(buffer.id(), plan));
  const auto got = buffer.get<std::byte>(bytes);
  std::vector<std::byte> want(bytes);
  HeldBuffer::require(cpu::fill(want, plan));
  const auto differ = std::mismatch(got.begin(), got.end(), want.begin());
  bench.tally.expect(
      differ.first == got.end(), what,
      "byte " + std::to_string(differ.first - got.begin()) + " differs from the CPU's");
  bench.tally.expect(required(bench.device.checkCanaries(buffer.id())).intact,
                     what + " stays inside");
}

void checkSums(Bench& bench) {
  for (const int64_t bytes :
       {int64_t{0}, int64_t{1}, int64_t{7}, int64_t{8}, int64_t{9}, int64_t{1000003}}) {
    HeldBuffer buffer(bench.device, bytes + 16);
    FillPlan plan = planOf(Fill::Kind::integers, ElementType::uint8, bytes + 16);
    HeldBuffer::require(bench.device.fill(buffer.id(), plan));
    auto values = buffer.get<std::byte>(static_cast<size_t>(bytes));
    bench.tally.expect(required(bench.device.checksum(buffer.id(), bytes)) == cpu::checksum(values),
                       "checksum of " + std::to_string(bytes) + " bytes");
  }
  for (const ElementType type :
       {ElementType::float32, ElementType::bfloat16, ElementType::fp8e4m3, ElementType::int16}) {
    constexpr int64_t elements = 300007;
    HeldBuffer buffer(bench.device, elements * 8);
    HeldBuffer::require(
        bench.device.fill(buffer.id(), planOf(Fill::Kind::special, type, elements)));
    HeldBuffer::require(
        bench.device.fill(buffer.id(), planOf(Fill::Kind::normal, type, elements - 12)));
    const auto values = buffer.get<std::byte>(elements * sizeOf(type));
    const double got = required(bench.device.rms(buffer.id(), type, elements));
    const double want = cpu::rms(values.data(), type, elements);
    bench.tally.expect(std::abs(got - want) <= 1e-12 * want, "rms of " + std::string(name(type)),
                       std::to_string(got) + ", CPU " + std::to_string(want));
  }
}

void checkSets(Bench& bench) {
  for (const uint32_t pattern : {0x00000000U, 0xa5a5a5a5U, 0x7fc17fc1U, 0x01020304U})
    for (const int64_t bytes :
         {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{4}, int64_t{1000}, int64_t{1001}}) {
      HeldBuffer buffer(bench.device, bytes);
      HeldBuffer::require(bench.device.set({buffer.id(), pattern, bytes}));
      std::vector<std::byte> want(static_cast<size_t>(bytes));
      cpu::setWords(want, pattern);
      bench.tally.expect(
          buffer.get<std::byte>(want.size()) == want &&
              required(bench.device.checkCanaries(buffer.id())).intact,
          "setting " + std::to_string(bytes) + " bytes to " + std::to_string(pattern));
    }
}

void checkCanaries(Bench& bench) {
  const auto module = bench.module(
      "extern \"C\" __global__ void poke(char* p, long long at) { p[at] = 1; }", {"poke"});
  constexpr int64_t bytes = 1003;
  for (const int64_t alignment : {int64_t{1}, int64_t{4}, int64_t{256}, int64_t{4096}}) {
    HeldBuffer buffer(bench.device, bytes, alignment);
    for (const int64_t at : {int64_t{-1}, int64_t{-4096}, bytes, bytes + 4095}) {
      const LaunchOutcome outcome = bench.run(
          *module, launchOf("poke", 1, 1, {pointerTo("p", buffer), valueOf<long long>("at", at)}));
      bench.tally.expect(outcome.ok(), "a store outside its buffer that hits nothing else",
                         outcome.message);
      const CanaryReport report = required(bench.device.checkCanaries(buffer.id()));
      bench.tally.expect(!report.intact && report.offset == at, "a canary at " + std::to_string(at),
                         "reported at " + std::to_string(report.offset));
      HeldBuffer::require(bench.device.restoreCanaries(buffer.id()));
      bench.tally.expect(required(bench.device.checkCanaries(buffer.id())).intact,
                         "canaries can be restored");
    }
    for (const int64_t at : {int64_t{0}, bytes - 1})
      bench.run(*module,
                launchOf("poke", 1, 1, {pointerTo("p", buffer), valueOf<long long>("at", at)}));
    bench.tally.expect(required(bench.device.checkCanaries(buffer.id())).intact,
                       "stores inside leave canaries alone");
  }
}

}  // namespace

void checkFills(Bench& bench) {
  for (const std::string& typeName : elementTypeNames()) {
    const ElementType type = *elementType(typeName);
    for (const Fill::Kind kind :
         {Fill::Kind::normal, Fill::Kind::uniform, Fill::Kind::integers, Fill::Kind::permutation,
          Fill::Kind::csrOffsets, Fill::Kind::constant, Fill::Kind::special})
      checkFill(bench, planOf(kind, type, 10007),
                "fill of kind " + std::to_string(static_cast<int>(kind)) + " of " + typeName);
  }
  checkFill(bench, planOf(Fill::Kind::normal, ElementType::bfloat16, 5000011),
            "a large normal fill");
  checkFill(bench, planOf(Fill::Kind::permutation, ElementType::int32, 3000017),
            "a large permutation");
  checkSums(bench);
  checkSets(bench);
  checkCanaries(bench);
}

}  // namespace kw::check
