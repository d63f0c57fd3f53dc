// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/case_inputs.h"

#include <charconv>
#include <utility>

#include "base/files/hash.h"
#include "runner/device/cpu_kernels.h"
#include "runner/device/plain_plans.h"
#include "runner/device/scalar_types.h"
#include "runner/oracle/npy.h"

namespace kw {

namespace {

// Differs per argument and case, and does not depend on their order in the file.
uint64_t streamOf(const std::string& caseName, const std::string& name) {
  const std::string digits = files::contentHash(caseName + "\n" + name).substr(0, 16);
  uint64_t stream = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), stream, 16);
  return stream;
}

bool isBrought(const Fill& fill) {
  return fill.kind == Fill::Kind::file || fill.kind == Fill::Kind::function;
}

std::string typeRange(ElementType type) {
  return std::string(name(type)) + " holds " +
         std::to_string(scalar::leastInteger(static_cast<int>(type))) + " to " +
         std::to_string(scalar::greatestInteger(static_cast<int>(type)));
}

// The generator clips what a type cannot hold, which would be another fill than the one asked for.
Status checkIntegers(const FillPlan& plan) {
  if (isFloatingPoint(plan.type)) return {};
  const int64_t least = scalar::leastInteger(static_cast<int>(plan.type));
  const int64_t greatest = scalar::greatestInteger(static_cast<int>(plan.type));
  int64_t low = plan.lowInteger, high = plan.lowInteger;
  switch (plan.kind) {
    case Fill::Kind::integers:
      high = plan.highInteger;
      break;
    case Fill::Kind::permutation:
      low = 0, high = std::max<int64_t>(plan.elements - 1, 0);
      break;
    case Fill::Kind::csrOffsets:
      low = 0, high = plan.highInteger;
      break;
    case Fill::Kind::constant:
      break;
    default:
      return {};
  }
  if (low < least || high > greatest) {
    return failInput("the fill gives " + std::to_string(low) + " to " + std::to_string(high) +
                     ", but " + typeRange(plan.type));
  }
  return {};
}

bool takesIntegers(const FillPlan& plan) {
  return plan.kind == Fill::Kind::integers || plan.kind == Fill::Kind::csrOffsets ||
         (plan.kind == Fill::Kind::constant && !isFloatingPoint(plan.type));
}

Status evaluateBounds(FillPlan& plan, const Fill& fill, const expression::Lookup& lookup) {
  if (plan.kind == Fill::Kind::permutation || plan.kind == Fill::Kind::special) return {};
  const bool needsLow = plan.kind != Fill::Kind::csrOffsets;
  const bool needsHigh = plan.kind != Fill::Kind::constant;
  if (takesIntegers(plan)) {
    if (needsLow) {
      KW_ASSIGN(plan.lowInteger, fill.low.evaluateInteger(lookup));
    }
    if (needsHigh) {
      KW_ASSIGN(plan.highInteger, fill.high.evaluateInteger(lookup));
    }
    plan.low = static_cast<double>(plan.lowInteger);
    plan.high = static_cast<double>(plan.highInteger);
    return {};
  }
  KW_ASSIGN(plan.low, fill.low.evaluateReal(lookup));
  if (needsHigh) {
    KW_ASSIGN(plan.high, fill.high.evaluateReal(lookup));
  }
  return {};
}

std::string planText(const FillPlan& plan) {
  const auto text = [](auto value) { return expression::toText(expression::Value(value)); };
  return "kind " + std::to_string(static_cast<int>(plan.kind)) + " " + text(plan.low) + " " +
         text(plan.high) + " " + std::to_string(plan.lowInteger) + " " +
         std::to_string(plan.highInteger) + " elements " + std::to_string(plan.elements) +
         " seed " + std::to_string(plan.seed) + " stream " + std::to_string(plan.stream);
}

std::string hashOf(const HostArray& array) {
  return files::contentHash(
      std::string_view(reinterpret_cast<const char*>(array.data.data()), array.data.size()));
}

Result<std::vector<int64_t>> shapeOf(const std::vector<expression::Expression>& extents,
                                     const expression::Lookup& lookup) {
  std::vector<int64_t> shape;
  for (const expression::Expression& extent : extents) {
    KW_ASSIGN(const int64_t size, extent.evaluateInteger(lookup));
    if (size < 0) return failInput("a size is " + std::to_string(size));
    shape.push_back(size);
  }
  return shape;
}

}  // namespace

CaseInputs::CaseInputs(const CaseScope& scope, std::filesystem::path folder, uint64_t seed,
                       FunctionFill callFunction, InputVariant variant)
    : m_scope(scope),
      m_folder(std::move(folder)),
      m_seed(seed),
      m_callFunction(std::move(callFunction)),
      m_variant(variant) {}

std::string CaseInputs::where(const Filled& filled) const {
  return "fill of " + filled.name + ", case " + m_scope.name();
}

Result<Filled> CaseInputs::filled(const Argument& argument) const {
  KW_ASSIGN(BufferLayout layout, m_scope.layout(argument));
  return Filled{argument.name, argument.type, std::move(layout.shape), &m_scope.fill(argument)};
}

Result<Filled> CaseInputs::filled(const Symbol& symbol) const {
  auto shape = shapeOf(symbol.shape, m_scope.lookup());
  if (!shape) {
    Error error = std::move(shape).error();
    error.message = "symbol " + symbol.name + ", case " + m_scope.name() + ": " + error.message;
    return fail(std::move(error));
  }
  return Filled{symbol.name, symbol.type, *std::move(shape), &symbol.fill};
}

Result<std::optional<FillPlan>> CaseInputs::plan(const Filled& filled) const {
  if (changes(m_variant, filled.fill->kind)) return std::optional<FillPlan>();
  return generated(filled);
}

Result<std::optional<FillPlan>> CaseInputs::generated(const Filled& filled) const {
  if (isBrought(*filled.fill)) return std::optional<FillPlan>();
  FillPlan plan;
  plan.kind = filled.fill->kind;
  plan.type = filled.type;
  plan.elements = 1;
  for (const int64_t extent : filled.shape)
    plan.elements *= extent;
  plan.seed = m_seed;
  plan.stream = streamOf(m_scope.name(), filled.name);
  Status status = evaluateBounds(plan, *filled.fill, m_scope.lookup());
  if (status) status = checkIntegers(plan);
  if (status && plan.elements > 0) {
    if (auto plain = plainPlan(plan); !plain) status = fail(plain.error());
  }
  if (!status) {
    Error error = std::move(status).error();
    error.message = where(filled) + ": " + error.message;
    return fail(std::move(error));
  }
  return std::optional<FillPlan>(plan);
}

Result<HostArray> CaseInputs::values(const Filled& filled) {
  KW_ASSIGN(const auto made, generated(filled));
  if (!made) return brought(filled);
  HostArray array = HostArray::zeros(filled.type, filled.shape);
  if (made->elements > 0) {
    KW_TRY(cpu::fill(array.data, *made));
    reshape(array, *made, m_variant);
  }
  return array;
}

Result<std::string> CaseInputs::identity(const Filled& filled) {
  KW_ASSIGN(const auto made, generated(filled));
  const std::string head =
      filled.name + " " + std::string(name(filled.type)) + " " + shapeText(filled.shape) + " ";
  if (!made) {
    KW_ASSIGN(const HostArray array, brought(filled));
    return head + "content " + hashOf(array);
  }
  // The first values stand for the generator itself, should it ever change.
  FillPlan first = *made;
  first.elements = std::min<int64_t>(first.elements, 64);
  HostArray sample = HostArray::zeros(filled.type, {first.elements});
  if (first.elements > 0 && made->kind != Fill::Kind::csrOffsets) {
    KW_TRY(cpu::fill(sample.data, first));
  }
  reshape(sample, first, m_variant);
  const std::string variant = changes(m_variant, made->kind)
                                  ? " as " + std::string(kw::name(m_variant.distribution))
                                  : std::string();
  return head + planText(*made) + variant + (m_variant.nonFinite ? " not finite" : "") +
         " begins " + hashOf(sample);
}

Result<HostArray> CaseInputs::brought(const Filled& filled) {
  if (const auto known = m_brought.find(filled.name); known != m_brought.end()) {
    return known->second;
  }
  auto array = filled.fill->kind == Fill::Kind::file ? fromFile(filled)
                                                     : m_callFunction(filled.fill->name, filled);
  if (!array) return array;
  const std::string origin = filled.fill->kind == Fill::Kind::file
                                 ? filled.fill->name
                                 : "function " + filled.fill->name + " of oracle.py";
  KW_ASSIGN(HostArray exact, fitted(*array, filled.type, filled.shape, origin, where(filled)));
  m_brought.emplace(filled.name, exact);
  return exact;
}

Result<HostArray> CaseInputs::fromFile(const Filled& filled) const {
  auto array = readNpy(m_folder / filled.fill->name);
  if (array) return array;
  Error error = std::move(array).error();
  error.message = where(filled) + ": " + error.message;
  return fail(std::move(error));
}

Result<HostArray> fitted(const HostArray& array, ElementType type,
                         const std::vector<int64_t>& shape, const std::string& origin,
                         const std::string& where) {
  if (array.shape != shape) {
    return failInput(where + ": expected shape " + shapeText(shape) + ", got " +
                     shapeText(array.shape) + " from " + origin);
  }
  auto exact = converted(array, type);
  if (!exact) return failInput(where + ": " + exact.error().message + " (from " + origin + ")");
  return exact;
}

}  // namespace kw
