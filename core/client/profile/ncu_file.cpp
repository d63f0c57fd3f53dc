// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile/ncu_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "model/recordings/csv_table.h"

namespace kw {

namespace {

using Cells = std::vector<std::string>;

// Chips that stand for a compute capability: counters are named alike on all chips of one.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> chips{{{"7.0", "GV100"},
                                                                               {"7.5", "TU102"},
                                                                               {"8.0", "GA100"},
                                                                               {"8.6", "GA102"},
                                                                               {"8.9", "AD102"},
                                                                               {"9.0", "GH100"},
                                                                               {"10.0", "GB100"},
                                                                               {"10.3", "GB110"},
                                                                               {"12.0", "GB202"},
                                                                               {"12.1", "GB20B"}}};

// Figures of the details page that are a metric of ours, by name and unit.
struct Detail {
  std::string_view name;
  std::string_view metric;
  bool isPercent;
};
constexpr std::array<Detail, 12> details{
    {{"DRAM Throughput", "dram_utilisation", true},
     {"Memory Throughput", "memory_throughput", true},
     {"Compute (SM) Throughput", "sm_throughput", true},
     {"Duration", "duration_in_range", false},
     {"Elapsed Cycles", "cycles_in_range", false},
     {"SM Active Cycles", "active_cycles", false},
     {"L1/TEX Hit Rate", "l1_hit_rate", true},
     {"L2 Hit Rate", "l2_hit_rate", true},
     {"Achieved Occupancy", "achieved_occupancy", true},
     {"Executed Instructions", "instructions", false},
     {"Branch Efficiency", "uniform_branches", true},
     {"Eligible Warps Per Scheduler", "eligible_warps", false}}};

// Percentages that are the whole figure where the range is the kernel.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> ofKernel{
    {{"gpu__dram_throughput", "dram_utilisation"},
     {"sm__inst_executed", "issue_utilisation"},
     {"sm__inst_executed_pipe_lsu", "lsu_utilisation"},
     {"sm__pipe_alu_cycles_active", "alu_utilisation"},
     {"sm__pipe_fma_cycles_active", "fma_utilisation"},
     {"sm__inst_executed_pipe_xu", "xu_utilisation"},
     {"sm__pipe_fp64_cycles_active", "fp64_utilisation"},
     {"sm__pipe_tensor_cycles_active", "tensor_utilisation"},
     {"l1tex__data_pipe_lsu_wavefronts", "l1_utilisation"},
     {"sm__throughput", "sm_throughput"}}};

// "416,251" and "210.56"; nothing for words.
std::optional<double> numberIn(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (text.empty() || fault != std::errc() || stop != end) return std::nullopt;
  return value;
}

// What a value in ncu's unit is multiplied with for the catalogue's.
double scaleOf(const std::string& unit) {
  constexpr std::array<std::pair<std::string_view, double>, 14> scales{{{"Kbyte", 1e3},
                                                                        {"Mbyte", 1e6},
                                                                        {"Gbyte", 1e9},
                                                                        {"Tbyte", 1e12},
                                                                        {"us", 1e3},
                                                                        {"usecond", 1e3},
                                                                        {"ms", 1e6},
                                                                        {"msecond", 1e6},
                                                                        {"s", 1e9},
                                                                        {"second", 1e9},
                                                                        {"Kinst", 1e3},
                                                                        {"Minst", 1e6},
                                                                        {"Kcycle", 1e3},
                                                                        {"Mcycle", 1e6}}};
  for (const auto& [name, scale] : scales)
    if (name == unit) return scale;
  return 1;
}

size_t columnOf(const Cells& head, std::string_view name) {
  return static_cast<size_t>(std::ranges::find(head, name) - head.begin());
}

const std::string& cell(const Cells& cells, size_t column) {
  static const std::string none;
  return column < cells.size() ? cells[column] : none;
}

NcuLaunch launchOf(const Cells& head, const Cells& cells) {
  NcuLaunch launch;
  launch.id = cell(cells, columnOf(head, "ID"));
  launch.kernel = cell(cells, columnOf(head, "Kernel Name"));
  launch.block = cell(cells, columnOf(head, "Block Size"));
  launch.grid = cell(cells, columnOf(head, "Grid Size"));
  const std::string& capability = cell(cells, columnOf(head, "CC"));
  for (const auto& [number, chip] : chips)
    if (number == capability) launch.chip = chip;
  return launch;
}

std::map<std::string, std::string> metricsByCounter(std::string_view chip) {
  std::map<std::string, std::string> ids;
  for (const Metric& metric : catalogue().metrics())
    if (const CounterName* counter = metric.counterOn(chip)) ids[counter->name] = metric.id;
  for (const auto& [counter, id] : ofKernel)
    ids[std::string(counter) + ".avg.pct_of_peak_sustained_elapsed"] = id;
  return ids;
}

// One row a launch, a column a counter; the second row holds units.
std::vector<NcuLaunch> readRawPage(const recordings::CsvTable& table, size_t headRow) {
  const Cells& head = table.rows[headRow].cells;
  std::vector<NcuLaunch> launches;
  if (headRow + 1 >= table.rows.size()) return launches;
  const Cells& units = table.rows[headRow + 1].cells;
  for (size_t row = headRow + 2; row < table.rows.size(); ++row) {
    const Cells& cells = table.rows[row].cells;
    NcuLaunch launch = launchOf(head, cells);
    const auto ids = metricsByCounter(launch.chip);
    for (size_t column = columnOf(head, "CC") + 1; column < head.size(); ++column) {
      const auto id = ids.find(head[column]);
      const auto value = numberIn(cell(cells, column));
      if (id != ids.end() && value)
        launch.counters[id->second] = *value * scaleOf(cell(units, column));
      else
        ++launch.others;
    }
    launches.push_back(std::move(launch));
  }
  return launches;
}

void takeDetail(const std::string& name, const std::string& unit, double value, NcuLaunch& launch) {
  const auto found = std::ranges::find_if(details, [&](const Detail& one) {
    return one.name == name && one.isPercent == (unit == "%");
  });
  if (found == details.end())
    ++launch.others;
  else
    launch.counters.emplace(found->metric, value * scaleOf(unit));
}

// One row a figure; the rows of a launch follow each other.
std::vector<NcuLaunch> readDetailsPage(const recordings::CsvTable& table, size_t headRow) {
  const Cells& head = table.rows[headRow].cells;
  const size_t name = columnOf(head, "Metric Name"), unit = columnOf(head, "Metric Unit"),
               value = columnOf(head, "Metric Value");
  std::vector<NcuLaunch> launches;
  for (size_t row = headRow + 1; row < table.rows.size(); ++row) {
    const Cells& cells = table.rows[row].cells;
    NcuLaunch launch = launchOf(head, cells);
    if (launches.empty() || launches.back().id != launch.id) launches.push_back(std::move(launch));
    if (const auto number = numberIn(cell(cells, value)))
      takeDetail(cell(cells, name), cell(cells, unit), *number, launches.back());
  }
  return launches;
}

}  // namespace

Result<std::vector<NcuLaunch>> readNcuCsv(const std::string& text, const std::string& fileName) {
  const recordings::CsvTable table = recordings::readCsvTable(text);
  // ncu prints lines of its own before the table where they go to the same place.
  const auto head = std::ranges::find_if(table.rows, [](const recordings::CsvRow& row) {
    return std::ranges::find(row.cells, "Kernel Name") != row.cells.end();
  });
  const auto row = static_cast<size_t>(head - table.rows.begin());
  std::vector<NcuLaunch> launches;
  if (head != table.rows.end()) {
    const bool isDetails = columnOf(head->cells, "Metric Name") < head->cells.size();
    launches = isDetails ? readDetailsPage(table, row) : readRawPage(table, row);
  }
  std::erase_if(launches, [](const NcuLaunch& launch) { return launch.counters.empty(); });
  if (!launches.empty()) return launches;
  return failInput("this holds no profile of Nsight Compute with a counter that Kernelwright knows",
                   Place{.file = fileName},
                   "make it with `ncu --import FILE.ncu-rep --page raw --csv`");
}

Result<CounterReading> NcuCounters::read(const std::vector<std::string>& metrics, int,
                                         std::stop_token) {
  CounterReading reading;
  reading.chip = m_launch.chip;
  reading.values = m_launch.counters;  // all of them: it costs nothing
  for (const std::string& id : metrics)
    if (!m_launch.counters.contains(id)) reading.absent.push_back(id);
  return reading;
}

}  // namespace kw
