// SPDX-License-Identifier: GPL-3.0-or-later
// The configurations of a space that meet its constraints on a device.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw {

class ValidSpace {
 public:
  // `device` resolves device.* names; a constraint that uses one it does not know is a fault. An
  // evaluation fault in a constraint (division by zero, say) is reported with the constraint and
  // the configuration. A space that is emptied is an error that names the constraint that removed
  // the last ones (ErrorKind::badInput). `stop` gives ErrorKind::cancelled.
  static Result<ValidSpace> build(const Space& space, const expression::Lookup& device,
                                  std::stop_token stop = {});

  // Exactly these rows, one value index per parameter each, whatever the space's constraints say: a
  // space that was recorded. Rows may come in any order and more than once. No rows, or an index
  // that its parameter does not have, is an error (ErrorKind::badInput).
  static Result<ValidSpace> ofRows(const Space& space,
                                   const std::vector<std::vector<uint16_t>>& rows);

  size_t size() const { return m_count; }
  double cartesianSize() const;  // a real, since it may be over 2^64
  Configuration at(size_t index) const;
  // Value indices of configuration `index`, one per parameter.
  std::vector<uint16_t> indices(size_t index) const;
  std::optional<size_t> find(const Configuration& configuration) const;
  // The configuration with these value indices, one per parameter; nothing if it is not valid.
  std::optional<size_t> find(const std::vector<uint16_t>& indices) const;

  // How far a neighbour's one differing value may be: the next valid one down and up in the order
  // of the values, or any.
  enum class Reach { adjacent, any };
  // The valid configurations that differ in one parameter, ascending. There may be none.
  std::vector<size_t> neighbours(size_t index, Reach reach) const;
  // A valid configuration near these value indices, which need not be a valid one and may lie
  // outside (below 0, above the last): parameter by parameter the closest value that some valid
  // configuration has with those chosen before. Always the same for the same input.
  size_t nearest(const std::vector<double>& indices) const;

  struct Removed {
    std::string constraint;
    uint64_t partial = 0;  // partial assignments that it cut off first
  };
  const std::vector<Removed>& removed() const { return m_removed; }
  const Space& space() const { return m_space; }

 private:
  void indexValues();
  std::optional<uint16_t> indexOf(size_t parameter, const ParameterValue& value) const;

  Space m_space;
  std::vector<std::unordered_map<std::string, uint16_t>>
      m_places;                   // per parameter: text of a value, its index
  std::vector<uint16_t> m_table;  // size() rows of one value index per parameter
  size_t m_count = 0;
  std::vector<Removed> m_removed;
};

}  // namespace kw
