// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/launch_geometry.h"

namespace kw {

namespace {

// Since compute capability 3.0 the same on every device: CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability".
constexpr int64_t mostThreads = 1024;
constexpr Dim3 mostInBlock{1024, 1024, 64};
constexpr Dim3 mostInGrid{2147483647, 65535, 65535};
constexpr int64_t noLimit = INT64_MAX;
constexpr Dim3 mostInCluster{noLimit, noLimit, noLimit};

class GeometryCheck {
 public:
  explicit GeometryCheck(const Launch& launch) : m_launch(launch) {}

  void check(const char* what, const std::vector<expression::Expression>& expressions,
             const Dim3& size, const Dim3& most) {
    const int64_t sizes[] = {size.x, size.y, size.z};
    const int64_t limits[] = {most.x, most.y, most.z};
    for (size_t i = 0; i < expressions.size() && i < 3; ++i) {
      const std::string found = std::string(what) + "." + "xyz"[i] + " = " + expressions[i].text() +
                                " is " + std::to_string(sizes[i]);
      if (sizes[i] < 1) add(found + ", expected at least 1");
      if (sizes[i] > limits[i]) add(found + ", expected at most " + std::to_string(limits[i]));
    }
  }

  // Only of blocks whose sides are right, so that the product is small.
  void checkThreads(const Dim3& block) {
    if (!m_faults.empty() || block.count() <= mostThreads) return;
    std::string text;
    for (const expression::Expression& one : m_launch.block)
      text += (text.empty() ? "" : ", ") + one.text();
    add("the block [" + text + "] has " + std::to_string(block.count()) +
        " threads, expected at most " + std::to_string(mostThreads));
  }

  std::vector<std::string> take() { return std::move(m_faults); }

 private:
  void add(const std::string& fault) {
    m_faults.push_back("launch of " + m_launch.function + ": " + fault);
  }

  const Launch& m_launch;
  std::vector<std::string> m_faults;
};

}  // namespace

std::vector<std::string> geometryFaults(const Launch& launch, const ConcreteLaunch& made) {
  if (!launch.memset.empty()) return {};
  GeometryCheck check(launch);
  check.check("block", launch.block, made.block, mostInBlock);
  check.checkThreads(made.block);
  check.check("grid", launch.grid, made.grid, mostInGrid);
  check.check("cluster", launch.cluster, made.cluster, mostInCluster);
  return check.take();
}

}  // namespace kw
