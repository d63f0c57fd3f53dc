// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile/ncu_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "client/profile/ncu_cells.h"
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

Place placeOf(const recordings::CsvRow& row, const std::string& file) {
  return {.file = file, .line = row.line};
}

// A line that was cut, or of another table. `least` and `most` are of its cells.
Status checkWidth(const recordings::CsvRow& row, size_t least, size_t most,
                  const std::string& file) {
  if (row.cells.size() >= least && row.cells.size() <= most) return {};
  return failInput("expected " + std::to_string(most) + " cells as in the line of names, found " +
                       std::to_string(row.cells.size()),
                   placeOf(row, file), "the file is cut or was edited: write it with ncu again");
}

// One row a launch, a column a counter; the second row holds units.
Result<std::vector<NcuLaunch>> readRawPage(const recordings::CsvTable& table, size_t headRow,
                                           const std::string& file) {
  const Cells& head = table.rows[headRow].cells;
  std::vector<NcuLaunch> launches;
  if (headRow + 1 >= table.rows.size()) return launches;
  const Cells& units = table.rows[headRow + 1].cells;
  for (size_t row = headRow + 1; row < table.rows.size(); ++row) {
    KW_TRY(checkWidth(table.rows[row], head.size(), head.size(), file));
    if (row == headRow + 1) continue;
    const Cells& cells = table.rows[row].cells;
    NcuLaunch launch = launchOf(head, cells);
    const auto ids = metricsByCounter(launch.chip);
    for (size_t column = columnOf(head, "CC") + 1; column < head.size(); ++column) {
      const auto id = ids.find(head[column]);
      std::optional<double> value;
      if (id != ids.end()) {
        const NcuFigure figure{head[column], cells[column], units[column],
                               placeOf(table.rows[row], file)};
        KW_ASSIGN(value, valueOf(figure, launch.unknownUnits));
      }
      if (value)
        launch.counters[id->second] = *value;
      else
        ++launch.others;
    }
    launches.push_back(std::move(launch));
  }
  return launches;
}

Status takeDetail(const NcuFigure& figure, NcuLaunch& launch) {
  const auto found = std::ranges::find_if(details, [&](const Detail& one) {
    return one.name == figure.name && one.isPercent == (figure.unit == "%");
  });
  if (found == details.end()) {
    ++launch.others;
    return {};
  }
  KW_ASSIGN(const std::optional<double> value, valueOf(figure, launch.unknownUnits));
  if (value) launch.counters.emplace(found->metric, *value);
  return {};
}

// The page has no figure of the caches that is comparable: that of the L2 counts what passes within
// it too. But its memory throughput is the busiest of DRAM, L2 and L1, so that no cache is busier.
void completeDetails(NcuLaunch& launch) {
  const auto memory = launch.counters.find("memory_throughput");
  if (memory != launch.counters.end()) launch.counters.emplace("cache_utilisation", memory->second);
  // For which the busiest of the pipes stands in where it is not read.
  const auto compute = launch.counters.find("sm_throughput");
  if (compute != launch.counters.end()) launch.counters.emplace("sm_utilisation", compute->second);
}

// One row a figure; the rows of a launch follow each other. ncu leaves out empty cells at the end.
Result<std::vector<NcuLaunch>> readDetailsPage(const recordings::CsvTable& table, size_t headRow,
                                               const std::string& file) {
  const Cells& head = table.rows[headRow].cells;
  const size_t name = columnOf(head, "Metric Name"), unit = columnOf(head, "Metric Unit"),
               value = columnOf(head, "Metric Value");
  std::vector<NcuLaunch> launches;
  for (size_t row = headRow + 1; row < table.rows.size(); ++row) {
    const Cells& cells = table.rows[row].cells;
    KW_TRY(checkWidth(table.rows[row], std::min(value + 1, head.size()), head.size(), file));
    NcuLaunch launch = launchOf(head, cells);
    if (launches.empty() || launches.back().id != launch.id) launches.push_back(std::move(launch));
    const NcuFigure figure{cell(cells, name), cell(cells, value), cell(cells, unit),
                           placeOf(table.rows[row], file)};
    KW_TRY(takeDetail(figure, launches.back()));
  }
  std::ranges::for_each(launches, completeDetails);
  return launches;
}

}  // namespace

std::vector<std::string> unknownUnitTexts(const NcuLaunch& launch) {
  std::vector<std::string> texts;
  for (const auto& [unit, count] : launch.unknownUnits)
    texts.push_back("the unit \"" + unit + "\" is not known: its figures (" +
                    std::to_string(count) + ") were left out");
  return texts;
}

Result<std::vector<NcuLaunch>> readNcuCsv(const std::string& text, const std::string& fileName) {
  recordings::CsvTable table = recordings::readCsvTable(text);
  // ncu prints lines of its own, "==PROF== …" among others, where they go to the same place.
  std::erase_if(table.rows, [](const recordings::CsvRow& line) {
    return line.cells.front().starts_with("==");
  });
  const auto head = std::ranges::find_if(table.rows, [](const recordings::CsvRow& row) {
    return std::ranges::find(row.cells, "Kernel Name") != row.cells.end();
  });
  const auto row = static_cast<size_t>(head - table.rows.begin());
  std::vector<NcuLaunch> launches;
  if (head != table.rows.end()) {
    const bool isDetails = columnOf(head->cells, "Metric Name") < head->cells.size();
    KW_ASSIGN(launches, isDetails ? readDetailsPage(table, row, fileName)
                                  : readRawPage(table, row, fileName));
  }
  const auto hasCounters = [](const NcuLaunch& launch) { return !launch.counters.empty(); };
  if (std::ranges::any_of(launches, hasCounters)) return launches;
  std::string why;
  for (const NcuLaunch& launch : launches)
    for (const std::string& unitText : unknownUnitTexts(launch))
      if (why.find(unitText) == std::string::npos) why += "; " + unitText;
  return failInput(
      "this holds no profile of Nsight Compute with a counter that Kernelwright knows" + why,
      Place{.file = fileName}, "make it with `ncu --import FILE.ncu-rep --page raw --csv`");
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
