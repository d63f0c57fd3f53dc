// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/verify/output_errors.h"

#include <algorithm>
#include <utility>

#include "runner/device/comparison.h"

namespace kw {

namespace {

constexpr int64_t mapSide = 64;

ErrorPlan errorPlanOf(const CaseBuffer& output) {
  ErrorPlan plan{.compare = comparePlanOf(output)};
  const BufferLayout& layout = output.layout;
  const bool isMatrix = layout.shape.size() > 1;
  plan.width = isMatrix ? layout.shape.back() : 1;
  const int64_t height = layout.elements / plan.width;
  // One axis: as many parts as a map has cells, or a single line of it where there are fewer
  // elements.
  const int64_t most = isMatrix || height < mapSide * mapSide ? mapSide : mapSide * mapSide;
  plan.rows = std::min(height, most);
  plan.columns = std::min(plan.width, mapSide);
  return plan;
}

WrongMap mapOf(const ErrorPlan& plan, std::vector<int64_t> cells, bool isMatrix) {
  WrongMap map;
  map.rows = static_cast<int>(plan.rows);
  map.columns = static_cast<int>(plan.columns);
  if (!isMatrix) {
    map.columns = static_cast<int>(std::min(plan.rows, mapSide));
    map.rows = static_cast<int>(plan.rows) / map.columns;
  }
  map.wrong = std::move(cells);
  return map;
}

}  // namespace

ComparePlan comparePlanOf(const CaseBuffer& output) {
  const Comparison& comparison = *output.comparison;
  return {.got = output.buffer.id(),
          .type = output.type(),
          .layout = output.layout,
          .want = output.want->buffer.id(),
          .wantIsDouble = output.want->isDouble,
          .kind = comparison.kind,
          .relative = comparison.relative,
          .absolute = comparison.rms * output.want->rms,
          .codes = comparison.codes,
          .anyNan = comparison.nan == Comparison::Special::any,
          .anyInfinity = comparison.infinity == Comparison::Special::any};
}

Result<OutputErrors> outputErrors(const CaseData& data, const CaseBuffer& output) {
  const ErrorPlan plan = errorPlanOf(output);
  KW_ASSIGN(ErrorReport report, data.device().errors(plan));
  OutputErrors errors;
  errors.histogram.caseName = data.scope().name();
  errors.histogram.argument = output.argument->name;
  const auto end = std::find_if(report.counts.rbegin(), report.counts.rend(),
                                [](int64_t count) { return count != 0; });
  errors.histogram.counts.assign(report.counts.begin(), end.base());
  errors.histogram.incomparable = report.incomparable;
  errors.histogram.worst = static_cast<double>(report.worst);
  errors.map = mapOf(plan, std::move(report.cells), output.layout.shape.size() > 1);
  return errors;
}

double ulpsBetween(ElementType type, uint64_t gotBits, double want) {
  const bool isFloat = isFloatingPoint(type);
  const comparison::Rule rule{.kind = comparison::exact,
                              .type = static_cast<int>(type),
                              .wantIsDouble = isFloat,
                              .relative = 0,
                              .absolute = 0,
                              .codes = 0};
  const auto wanted = isFloat ? scalar::bitsOf(want) : scalar::encode(want, rule.type);
  bool comparable = true;
  const auto apart = comparison::ulpsApart(rule, gotBits, wanted, comparable);
  return comparable ? static_cast<double>(apart) : -1;
}

}  // namespace kw
