// SPDX-License-Identifier: GPL-3.0-or-later
// The host's half of counting: which counters a chip has and how they pack into passes. Needs
// CUPTI's library, but neither a driver nor a GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw::counters {

// The chips that CUPTI knows: "GH100", "GB202", … ErrorKind::missing where it is not here.
Result<std::vector<std::string>> knownChips();

// Counters of one chip, packed into the fewest passes that CUPTI finds.
class CounterPlan {
 public:
  // `names` that the chip does not have are left out (see absent()). `availability` is the image
  // that the device gave of what may be counted there; empty without a device. ErrorKind::badInput
  // for a chip that CUPTI does not know.
  static Result<CounterPlan> make(const std::string& chip, const std::vector<std::string>& names,
                                  std::vector<uint8_t> availability = {});
  CounterPlan(CounterPlan&&) noexcept;
  CounterPlan& operator=(CounterPlan&&) noexcept;
  ~CounterPlan();

  const std::vector<std::string>& names() const { return m_names; }
  const std::vector<std::string>& absent() const { return m_absent; }
  int passes() const { return m_passes; }
  const std::vector<uint8_t>& configuration() const { return m_configuration; }
  // Of names(), from the image that the passes filled.
  Result<std::vector<double>> evaluate(const std::vector<uint8_t>& image) const;

 private:
  struct Host;
  CounterPlan();
  Status pack();

  std::unique_ptr<Host> m_host;
  std::vector<std::string> m_names, m_absent;
  std::vector<uint8_t> m_configuration;
  int m_passes = 0;
};

}  // namespace kw::counters
