// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of Nsight Compute as counters of ours: `ncu --import X.ncu-rep --page raw --csv` and
// `--page details --csv`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/profile/walker.h"

namespace kw {

struct NcuLaunch {
  std::string id;      // as ncu numbers it
  std::string kernel;  // with its arguments
  std::string block, grid;
  std::string chip;  // by its compute capability: "GH100"
  // By metric id, in the catalogue's units. ncu's range is the kernel alone, so that its
  // percentages of the elapsed time stand for figures that are computed from counters of ours.
  std::map<std::string, double> counters;
  size_t others = 0;  // columns or rows that the catalogue has no metric for
  // Units that are not known, with how many figures were left out for them.
  std::map<std::string, size_t> unknownUnits;
};

// One for each unit: "the unit "banana" is not known: its figures (3) were left out".
std::vector<std::string> unknownUnitTexts(const NcuLaunch& launch);

// Names that the catalogue knows are taken: counters on the raw page, and those figures of the
// details page that are one of its metrics. ErrorKind::badInput for text that is neither page, for
// a line of the wrong width, for a decimal comma, and for a percentage above 1000.
Result<std::vector<NcuLaunch>> readNcuCsv(const std::string& text, const std::string& fileName);

// In a device's place. Reading costs nothing; what the file does not hold is absent.
class NcuCounters final : public CounterSource {
 public:
  explicit NcuCounters(const NcuLaunch& launch) : m_launch(launch) {}  // outlives this
  Result<CounterReading> read(const std::vector<std::string>& metrics, int mostPasses,
                              std::stop_token stop) override;

 private:
  const NcuLaunch& m_launch;
};

}  // namespace kw
