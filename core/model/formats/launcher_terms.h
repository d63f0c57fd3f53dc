// SPDX-License-Identifier: GPL-3.0-or-later
// The words that the parts of a launcher share: expressions in C++, extents, names. Internal to
// formats/.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/formats/cpp_expression.h"
#include "model/formats/launcher.h"
#include "model/problem/problem.h"

namespace kw {

class LauncherTerms {
 public:
  explicit LauncherTerms(const LauncherPlan& launcherPlan)
      : plan(launcherPlan),
        problem(*launcherPlan.problem),
        m_names{problem.sizeNames, plan.configuration} {}

  const LauncherPlan& plan;
  const Problem& problem;

  Result<std::string> integer(const expression::Expression& expression) {
    return number(expression, CppType::integer);
  }
  Result<std::string> number(const expression::Expression& expression, CppType type) {
    return toCpp(expression, type, m_names, m_limits);
  }
  // Elements a buffer holds, the offset included: as in layoutOf(), but for sizes known at run time
  // only.
  Result<std::string> extent(const Argument& argument);
  Result<std::string> bytesBefore(const Argument& argument);  // the offset
  // Variables for the device limits that were used since the last call.
  Result<std::string> takeLimits();
  // Configuration in place of macros.
  std::string function(const std::string& launched) const;

 private:
  CppNames m_names;
  std::set<std::string> m_limits;
};

inline bool isWorkspace(const Argument& argument) {
  return argument.role == Role::workspace;
}
// Values that a caller may choose; those that depend on sizes are worked out by the launcher.
inline bool isChosen(const Argument& argument) {
  return argument.role == Role::value && argument.value.isConstant();
}
// How numbers of the type are worked out before they are cast to it.
inline CppType cppType(ElementType type) {
  return isFloatingPoint(type) ? CppType::real : CppType::integer;
}
// The launcher's variable that points at the buffer's first element.
inline std::string pointerName(const Argument& argument) {
  return (isWorkspace(argument) ? "kw_" : "") + argument.name;
}

std::string joined(const std::vector<std::string>& parts);        // with ", "
std::vector<std::string> sizeParameters(const Problem& problem);  // "int64_t tokens"
// The launcher's own parameters, as another launcher of the same problem takes them.
std::string forwarded(const Problem& problem);
std::string failing(
    const std::string& call);  // a statement that returns what `call` gives unless it is 0

// Before the launcher: which winner takes which sizes. "" where there is one winner only.
Result<std::string> choosingFunctions(LauncherTerms& terms);
std::string variantWorkspaces(const LauncherTerms& terms);

// The statements of a launcher, in this order: what is wrong is said before anything is written.
Result<std::string> sizeChecks(LauncherTerms& terms);
Result<std::string> variantChoice(LauncherTerms& terms);
Result<std::string> requirementChecks(LauncherTerms& terms);
Result<std::string> pointerChecks(LauncherTerms& terms);
Result<std::string> workspacePointers(LauncherTerms& terms);
Result<std::string> scalarArguments(LauncherTerms& terms);
Result<std::string> initialValues(LauncherTerms& terms);
Result<std::string> launchStatements(LauncherTerms& terms);

}  // namespace kw
