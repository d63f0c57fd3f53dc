// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CudaDevice that makes inputs and judges outputs, with our own kernels.
#include <cmath>
#include <vector>

#include "runner/device/cuda/cuda_device.h"
#include "runner/device/plain_plans.h"

namespace kw::cuda {

Status CudaDevice::fill(BufferId id, const FillPlan& plan) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const generator::Plan plain, plainPlan(plan));
  KW_ASSIGN(const Buffer buffer,
            m_buffers.find(id, plan.elements * static_cast<int64_t>(sizeOf(plan.type))));
  if (plan.elements == 0) return {};
  KW_TRY(m_gpu->check(m_kernels.fill(m_gpu->stream(), plain, buffer.start), "filling a buffer"));
  return m_gpu->finish("filling a buffer");
}

Result<CompareResult> CudaDevice::compare(const ComparePlan& plan) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const comparison::Rule rule, plainRule(plan));
  KW_ASSIGN(const Axes axes, axesOf(plan.layout));
  const auto size = static_cast<int64_t>(sizeOf(plan.type));
  KW_ASSIGN(const Buffer got, m_buffers.find(plan.got, plan.layout.extent * size));
  KW_ASSIGN(const Buffer want,
            m_buffers.find(plan.want, plan.layout.elements * (plan.wantIsDouble ? 8 : size)));
  CompareResult result;
  if (plan.layout.elements == 0) return result;
  Totals totals;
  KW_TRY(uploadBytes(m_scratch.get(), &totals, sizeof totals, "comparing"));
  KW_TRY(m_gpu->check(m_kernels.compare(m_gpu->stream(), rule, axes, plan.layout.elements,
                                        got.start, want.start, m_scratch.get()),
                      "comparing"));
  KW_TRY(downloadBytes(&totals, m_scratch.get(), sizeof totals, "comparing"));
  result.different = static_cast<int64_t>(totals.different);
  result.worst = scalar::doubleOf(totals.worst);
  if (result.different == 0) return result;
  result.first = static_cast<int64_t>(totals.first);
  KW_TRY(firstDifference(plan, rule, got.start, want.start, result));
  return result;
}

Result<ErrorReport> CudaDevice::errors(const ErrorPlan& plan) {
  const ComparePlan& compare = plan.compare;
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const comparison::Rule rule, plainRule(compare));
  KW_ASSIGN(const comparison::Cells cells, plainCells(plan));
  KW_ASSIGN(const Axes axes, axesOf(compare.layout));
  const auto size = static_cast<int64_t>(sizeOf(compare.type));
  KW_ASSIGN(const Buffer got, m_buffers.find(compare.got, compare.layout.extent * size));
  KW_ASSIGN(const Buffer want, m_buffers.find(compare.want, compare.layout.elements *
                                                                (compare.wantIsDouble ? 8 : size)));
  constexpr const char* what = "taking the distances of a result";
  ErrorReport report;
  report.cells.resize(static_cast<size_t>(cells.rows * cells.columns));
  const size_t cellBytes = report.cells.size() * sizeof(int64_t);
  KW_ASSIGN(const Scratch memory,
            Scratch::make(m_gpu, static_cast<int64_t>(sizeof(ErrorTotals) + cellBytes), what));
  const CUdeviceptr wrong = memory.get() + sizeof(ErrorTotals);
  ErrorTotals totals;
  KW_TRY(uploadBytes(memory.get(), &totals, sizeof totals, what));
  KW_TRY(uploadBytes(wrong, report.cells.data(), cellBytes, what));
  KW_TRY(m_gpu->check(m_kernels.errors(m_gpu->stream(), rule, axes, cells, got.start, want.start,
                                       memory.get(), wrong),
                      what));
  KW_TRY(downloadBytes(&totals, memory.get(), sizeof totals, what));
  KW_TRY(downloadBytes(report.cells.data(), wrong, cellBytes, what));
  for (size_t i = 0; i < report.counts.size(); ++i)
    report.counts[i] = static_cast<int64_t>(totals.counts[i]);
  report.incomparable = static_cast<int64_t>(totals.incomparable);
  report.worst = totals.worst;
  return report;
}

// The device only says which element; its values are looked at here, with the same code.
Status CudaDevice::firstDifference(const ComparePlan& plan, const comparison::Rule& rule,
                                   CUdeviceptr got, CUdeviceptr want, CompareResult& result) {
  const size_t size = sizeOf(plan.type), wantSize = plan.wantIsDouble ? 8 : size;
  scalar::Bits gotBits = 0, wantBits = 0;
  const auto position = static_cast<CUdeviceptr>(positionOf(plan.layout, result.first));
  KW_TRY(downloadBytes(&gotBits, got + position * size, size, "reading a different element"));
  KW_TRY(downloadBytes(&wantBits, want + static_cast<CUdeviceptr>(result.first) * wantSize,
                       wantSize, "reading a wanted element"));
  const comparison::Outcome outcome = comparison::compare(rule, gotBits, wantBits);
  result.got = outcome.got;
  result.want = outcome.want;
  result.allowed = outcome.allowed;
  result.gotBits = gotBits;
  return {};
}

Result<uint64_t> CudaDevice::checksum(BufferId id, int64_t bytes) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const Buffer buffer, m_buffers.find(id, bytes));
  scalar::Bits sum = 0;
  KW_TRY(uploadBytes(m_scratch.get(), &sum, sizeof sum, "summing a buffer"));
  KW_TRY(m_gpu->check(m_kernels.checksum(m_gpu->stream(), buffer.start, bytes, m_scratch.get()),
                      "summing a buffer"));
  KW_TRY(downloadBytes(&sum, m_scratch.get(), sizeof sum, "summing a buffer"));
  return sum;
}

Result<double> CudaDevice::rms(BufferId id, ElementType type, int64_t elements) {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const Buffer buffer, m_buffers.find(id, elements * static_cast<int64_t>(sizeOf(type))));
  KW_TRY(m_gpu->check(m_kernels.squares(m_gpu->stream(), buffer.start, static_cast<int>(type),
                                        elements, m_scratch.get()),
                      "taking a mean"));
  std::vector<double> partials(2 * size_t{m_kernels.blocks()});
  KW_TRY(downloadBytes(partials.data(), m_scratch.get(), partials.size() * sizeof(double),
                       "taking a mean"));
  double sum = 0, finite = 0;
  for (size_t at = 0; at < partials.size(); at += 2) {
    sum += partials[at];
    finite += partials[at + 1];
  }
  return finite == 0 ? 0 : std::sqrt(sum / finite);
}

}  // namespace kw::cuda
