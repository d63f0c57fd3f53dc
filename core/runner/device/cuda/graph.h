// SPDX-License-Identifier: GPL-3.0-or-later
// Many launches as one, without the gaps of enqueuing each.
#pragma once

#include <functional>
#include <memory>

#include "runner/device/cuda/gpu.h"

namespace kw::cuda {

class Graph {
 public:
  // Captures what `enqueue` puts on the stream. nullptr where that cannot be captured; the stream
  // is usable then too.
  static std::unique_ptr<Graph> capture(const std::shared_ptr<Gpu>& gpu,
                                        const std::function<CUresult()>& enqueue);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  CUresult enqueue() const { return m_gpu->api().cuGraphLaunch(m_graph, m_gpu->stream()); }

 private:
  Graph(std::shared_ptr<Gpu> gpu, CUgraphExec graph) : m_gpu(std::move(gpu)), m_graph(graph) {}
  std::shared_ptr<Gpu> m_gpu;
  CUgraphExec m_graph;
};

}  // namespace kw::cuda
