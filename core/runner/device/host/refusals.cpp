// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/refusals.h"

#include <array>
#include <set>
#include <vector>

#include "model/kernel/source_scan.h"

namespace kw::host {

namespace {

struct Refusal {
  std::string_view name;
  std::string_view what;
};

constexpr std::array<Refusal, 17> refusedNames = {{
    {"asm", "inline PTX (asm)"},
    {"__asm__", "inline PTX (__asm__)"},
    {"__asm", "inline PTX (__asm)"},
    {"CUtensorMap", "a tensor map (CUtensorMap, TMA)"},
    {"cudaTextureObject_t", "a texture (cudaTextureObject_t)"},
    {"cudaSurfaceObject_t", "a surface (cudaSurfaceObject_t)"},
    {"tex1Dfetch", "a texture (tex1Dfetch)"},
    {"tex1D", "a texture (tex1D)"},
    {"tex2D", "a texture (tex2D)"},
    {"tex3D", "a texture (tex3D)"},
    {"this_grid", "synchronising the grid (this_grid)"},
    {"grid_group", "synchronising the grid (grid_group)"},
    {"this_cluster", "a thread block cluster (this_cluster)"},
    {"cluster_group", "a thread block cluster (cluster_group)"},
    {"__cluster_dims__", "a thread block cluster (__cluster_dims__)"},
    {"cudaLaunchDevice", "dynamic parallelism (cudaLaunchDevice)"},
    {"cudaGridDependencySynchronize", "programmatic dependent launch"},
}};

// Beginnings of names of headers.
constexpr std::array<Refusal, 12> refusedHeaders = {{
    {"cuda/barrier", "asynchronous barriers (cuda/barrier)"},
    {"cuda/pipeline", "asynchronous pipelines (cuda/pipeline)"},
    {"cuda/ptx", "PTX (cuda/ptx)"},
    {"cuda.h", "the driver's interface (cuda.h)"},
    {"cub/", "CUB, which is made for nvcc,"},
    {"thrust/", "Thrust, which is made for nvcc,"},
    {"cute/", "CuTe, which is made for nvcc,"},
    {"cutlass/", "CUTLASS, which is made for nvcc,"},
    {"curand", "cuRAND"},
    {"texture_", "textures"},
    {"surface_", "surfaces"},
    {"cooperative_groups/scan", "cooperative_groups/scan.h"},
}};

std::string fault(const std::string& fileName, int line, int column, std::string_view what) {
  return fileName + ":" + std::to_string(line) + ":" + std::to_string(column) +
         ": error: " + std::string(what) + " cannot run on the host device\n";
}

// `kernel<<<…>>>`: three less-than signs without a space.
bool isLaunch(const std::vector<Token>& all, size_t at) {
  return all[at].text == "<<" && at + 1 < all.size() && all[at + 1].text == "<" &&
         all[at + 1].line == all[at].line && all[at + 1].column == all[at].column + 2;
}

}  // namespace

std::string refusalsIn(std::string_view text, const std::string& fileName) {
  std::string log;
  for (const Include& include : includesIn(text))
    for (const auto& [name, what] : refusedHeaders)
      if (include.file.starts_with(name)) log += fault(fileName, include.line, 1, what);
  const std::vector<Token> all = tokens(text);
  std::set<std::string_view> said;
  for (size_t at = 0; at < all.size(); ++at) {
    if (isLaunch(all, at) && said.insert("<<<").second)
      log +=
          fault(fileName, all[at].line, all[at].column, "launching a kernel from a kernel (<<<)");
    if (all[at].kind != Token::Kind::identifier) continue;
    for (const auto& [name, what] : refusedNames)
      if (all[at].text == name && said.insert(name).second)
        log += fault(fileName, all[at].line, all[at].column, what);
  }
  return log;
}

}  // namespace kw::host
