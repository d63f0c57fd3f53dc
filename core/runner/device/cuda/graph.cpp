// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/graph.h"

namespace kw::cuda {

std::unique_ptr<Graph> Graph::capture(const std::shared_ptr<Gpu>& gpu,
                                      const std::function<CUresult()>& enqueue) {
  const DriverApi& api = gpu->api();
  if (api.cuStreamBeginCapture(gpu->stream(), CU_STREAM_CAPTURE_MODE_RELAXED) != CUDA_SUCCESS)
    return nullptr;
  const CUresult enqueued = enqueue();
  CUgraph graph = nullptr;
  const CUresult ended = api.cuStreamEndCapture(gpu->stream(), &graph);
  CUgraphExec executable = nullptr;
  CUresult made = CUDA_ERROR_UNKNOWN;
  if (enqueued == CUDA_SUCCESS && ended == CUDA_SUCCESS)
    made = api.cuGraphInstantiateWithFlags(&executable, graph, 0);
  if (graph != nullptr) api.cuGraphDestroy(graph);
  if (made != CUDA_SUCCESS) return nullptr;
  return std::unique_ptr<Graph>(new Graph(gpu, executable));
}

Graph::~Graph() {
  if (!m_gpu->lost()) m_gpu->api().cuGraphExecDestroy(m_graph);
}

}  // namespace kw::cuda
