// SPDX-License-Identifier: GPL-3.0-or-later
// The configurations of a space that meet its constraints on a device. They are not listed: a
// diagram (model/diagram) numbers them, so that spaces of less than 2^63 valid configurations can
// be counted, sampled (at() of a uniform index is a uniform sample) and searched.
//
// Configurations are numbered in ascending order of their value indices, parameter by parameter in
// the order of parameterOrder(). That order depends on the space alone, and is chosen so that the
// diagram is small: as a rule it is not the order in which the parameters were declared.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result/result.h"
#include "model/diagram/diagram.h"
#include "model/space/space.h"

namespace kw {

class ValidSpace {
 public:
  // `device` resolves device.* names; a constraint that uses one it does not know is a fault. An
  // evaluation fault in a constraint (division by zero, say) is one only for a configuration that
  // no other constraint excludes, and is reported with the constraint and the configuration. A
  // space that is emptied is an error that names the constraint that removed the last ones
  // (ErrorKind::badInput), as is one of 2^63 or more valid configurations, and one whose partial
  // configurations differ too much to be counted in memory. `stop` gives ErrorKind::cancelled.
  static Result<ValidSpace> build(const Space& space, const expression::Lookup& device,
                                  std::stop_token stop = {});

  // Exactly these rows, one value index per parameter each, whatever the space's constraints say: a
  // space that was recorded. Rows may come in any order and more than once; they are numbered by
  // the parameters as declared. No rows, or an index that its parameter does not have, is an error
  // (ErrorKind::badInput).
  static Result<ValidSpace> ofRows(const Space& space,
                                   const std::vector<std::vector<uint16_t>>& rows);

  size_t size() const { return m_count; }
  double cartesianSize() const { return cartesianSizeOf(m_space); }
  Configuration at(size_t index) const;
  // Value indices of configuration `index`, one per parameter.
  std::vector<uint16_t> indices(size_t index) const { return m_diagram.row(index); }
  std::optional<size_t> find(const Configuration& configuration) const;
  // The configuration with these value indices, one per parameter; nothing if it is not valid.
  std::optional<size_t> find(const std::vector<uint16_t>& indices) const;

  // How far a neighbour's one differing value may be: the next valid one down and up in the order
  // of the values, or any.
  enum class Reach { adjacent, any };
  // The valid configurations that differ in one parameter, ascending. There may be none.
  std::vector<size_t> neighbours(size_t index, Reach reach) const;
  // A valid configuration near these value indices, which need not be a valid one and may lie
  // outside (below 0, above the last): parameter by parameter in parameterOrder() the closest value
  // that some valid configuration has with those chosen before. Always the same for the same input.
  size_t nearest(const std::vector<double>& indices) const;

  // By which configurations are ordered: numbers of parameters, the one that counts most first.
  const std::vector<uint32_t>& parameterOrder() const { return m_diagram.order(); }
  // How large the diagram is: nodes() and bytes() are of use to whoever measures.
  const diagram::Diagram& diagram() const { return m_diagram; }
  const Space& space() const { return m_space; }

 private:
  void indexValues();
  std::optional<uint16_t> indexOf(size_t parameter, const ParameterValue& value) const;

  Space m_space;
  std::vector<std::unordered_map<std::string, uint16_t>>
      m_places;  // per parameter: text of a value, its index
  diagram::Diagram m_diagram;
  size_t m_count = 0;
};

}  // namespace kw
