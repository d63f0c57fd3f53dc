// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/case_scope.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "base/result/message.h"
#include "runner/device/scalar_types.h"

namespace kw {

namespace {

double largest(ElementType type) {
  const scalar::Layout layout = scalar::layoutOf(static_cast<int>(type));
  return scalar::decodeFloat(scalar::largestBits(layout), layout);
}

}  // namespace

CaseScope::CaseScope(const Problem& problem, const Case& which, const DeviceInfo& device)
    : m_problem(problem),
      m_case(which),
      m_sizes(sizesOf(which, device.isHost())),
      m_device(deviceLookup(device)),
      m_lookup(lookupFor(m_sizes, m_none, m_device)) {}

expression::Lookup CaseScope::lookupWith(const Configuration& configuration) const {
  return lookupFor(m_sizes, configuration, m_device);
}

Error CaseScope::located(Error error, const std::string& argument) const {
  error.message = "argument " + argument + ", case " + m_case.name + ": " + error.message;
  return error;
}

Result<BufferLayout> CaseScope::layout(const Argument& argument) const {
  auto layout = layoutOf(argument, m_lookup);
  if (layout) return layout;
  Error error = std::move(layout).error();
  error.message = "case " + m_case.name + ": " + error.message;
  return fail(std::move(error));
}

const Fill& CaseScope::fill(const Argument& argument) const {
  const auto own = m_case.fills.find(argument.name);
  return own == m_case.fills.end() ? argument.fill : own->second;
}

// A case's tolerance replaces the problem's; an output with a comparison of its own keeps that.
const Comparison& CaseScope::comparison(const Argument& output) const {
  if (output.comparison) return *output.comparison;
  return m_case.tolerance ? *m_case.tolerance : m_problem.tolerance;
}

Result<HostArray> CaseScope::scalar(const Argument& argument) const {
  Result<HostArray> value = HostArray{};
  if (argument.role == Role::size) {
    const auto size = m_sizes.find(argument.name);
    const int64_t number = size == m_sizes.end() ? 0 : size->second;
    value = elementOf(expression::Expression::constant(number), argument.type, m_lookup);
  } else {
    value = elementOf(argument.value, argument.type, m_lookup);
  }
  if (!value) return fail(located(value.error(), argument.name));
  return value;
}

Result<std::vector<std::byte>> CaseScope::valueBytes(const Argument& argument) const {
  if (argument.role != Role::structure) {
    KW_ASSIGN(HostArray value, scalar(argument));
    return std::move(value.data);
  }
  std::vector<std::byte> bytes(static_cast<size_t>(argument.structSize));
  for (const StructField& field : argument.fields) {
    const std::string where = argument.name + "." + field.name;
    auto value = elementOf(field.value, field.type, m_lookup);
    if (!value) return fail(located(value.error(), where));
    const size_t size = value->data.size();
    if (field.offset < 0 || static_cast<size_t>(field.offset) + size > bytes.size()) {
      return fail(
          located(Error{ErrorKind::badInput,
                        "the field ends behind the structure's " + counted(bytes.size(), "byte"),
                        {},
                        {}},
                  where));
    }
    std::memcpy(bytes.data() + field.offset, value->data.data(), size);
  }
  return bytes;
}

Result<HostArray> elementOf(const expression::Expression& value, ElementType type,
                            const expression::Lookup& lookup) {
  HostArray exact = HostArray::zeros(ElementType::float64, {});
  if (isFloatingPoint(type)) {
    KW_ASSIGN(const double real, value.evaluateReal(lookup));
    exact.setBits(0, scalar::bitsOf(real));
    KW_ASSIGN(HostArray element, converted(exact, type));
    if (std::isfinite(real) && std::abs(real) > largest(type)) {
      return failInput(expression::toText(real) + " is out of the range of " +
                       std::string(name(type)));
    }
    return element;
  }
  KW_ASSIGN(const expression::Value evaluated, value.evaluate(lookup));
  if (const auto* truth = std::get_if<bool>(&evaluated)) {
    HostArray element = HostArray::zeros(type, {});
    element.setBits(0, *truth ? 1 : 0);
    return element;
  }
  KW_ASSIGN(const int64_t integer, value.evaluateInteger(lookup));
  exact.type = ElementType::int64;
  exact.setBits(0, static_cast<uint64_t>(integer));
  auto element = converted(exact, type);
  if (!element) {
    return failInput(std::to_string(integer) + " is out of the range of " +
                     std::string(name(type)));
  }
  return element;
}

}  // namespace kw
