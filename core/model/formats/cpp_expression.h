// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions over sizes, parameters and device limits as C++ for a host launcher.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/expression/expression.h"
#include "base/result/result.h"
#include "model/space/space.h"

namespace kw {

// What names become: sizes themselves (variables of type int64_t), parameters of the configuration
// their values, device.NAME a variable `device_NAME` of type int64_t.
struct CppNames {
  std::vector<std::string> sizes;
  Configuration configuration;
};

enum class CppType { integer, real, boolean };  // int64_t, double, bool

// C++ text of that type. It uses the functions of launcher_support.txt, and adds the device limits
// it names (without "device.") to `deviceLimits`. What is constant is worked out here. A real where
// an integer is wanted is rounded after a check by the support's `whole`. Errors: unknown names,
// strings outside constants.
Result<std::string> toCpp(const expression::Expression& expression, CppType type,
                          const CppNames& names, std::set<std::string>& deviceLimits);

}  // namespace kw
