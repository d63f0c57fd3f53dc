// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a case's inputs and symbols: on a device by a FillPlan where they come from the
// generator, in our own memory for oracles and for what no generator makes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/oracle/case_scope.h"
#include "runner/oracle/host_array.h"
#include "runner/oracle/input_variant.h"

namespace kw {

// Whatever is filled: an input, or a symbol.
struct Filled {
  std::string name;
  ElementType type = ElementType::float32;
  std::vector<int64_t> shape;
  const Fill* fill = nullptr;
};

class CaseInputs {
 public:
  // Calls a function of oracle.py for a case: function name, type and shape wanted.
  using FunctionFill =
      std::function<Result<HostArray>(const std::string& function, const Filled& filled)>;

  CaseInputs(const CaseScope& scope, std::filesystem::path folder, uint64_t seed,
             FunctionFill callFunction, InputVariant variant = {});

  Result<Filled> filled(const Argument& argument) const;
  Result<Filled> filled(const Symbol& symbol) const;

  // How the generator makes it; nothing for files and functions, and where a variant changes what
  // it makes.
  Result<std::optional<FillPlan>> plan(const Filled& filled) const;
  // The values, dense. Those of files and functions are kept while this lives.
  Result<HostArray> values(const Filled& filled);
  // What decides the values, as text: the plan, or a hash of the content.
  Result<std::string> identity(const Filled& filled);

 private:
  Result<std::optional<FillPlan>> generated(const Filled& filled) const;
  Result<HostArray> brought(const Filled& filled);
  Result<HostArray> fromFile(const Filled& filled) const;
  std::string where(const Filled& filled) const;

  const CaseScope& m_scope;
  std::filesystem::path m_folder;
  uint64_t m_seed;
  FunctionFill m_callFunction;
  InputVariant m_variant;
  std::map<std::string, HostArray> m_brought;
};

// The array with the type and shape asked for. `origin` and `where` begin messages.
Result<HostArray> fitted(const HostArray& array, ElementType type,
                         const std::vector<int64_t>& shape, const std::string& origin,
                         const std::string& where);

}  // namespace kw
