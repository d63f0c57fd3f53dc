// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/guarded_memory.h"

namespace kw::cuda {

std::unique_ptr<GuardedMemory> GuardedMemory::make(const std::shared_ptr<Gpu>& gpu, int64_t bytes,
                                                   CUresult& result) {
  std::unique_ptr<GuardedMemory> memory(new GuardedMemory(gpu));
  result = memory->map(static_cast<size_t>(bytes));
  if (result != CUDA_SUCCESS) return nullptr;
  return memory;
}

CUresult GuardedMemory::map(size_t wanted) {
  const DriverApi& api = m_gpu->api();
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, m_gpu->number()};
  size_t step = 0;
  CUresult result =
      api.cuMemGetAllocationGranularity(&step, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
  if (result != CUDA_SUCCESS) return result;
  m_bytes = (wanted + step - 1) / step * step;
  result = api.cuMemCreate(&m_handle, m_bytes, &properties, 0);
  if (result != CUDA_SUCCESS) return result;
  m_reservedBytes = m_bytes + 2 * step;
  result = api.cuMemAddressReserve(&m_reserved, m_reservedBytes, 0, 0, 0);
  if (result != CUDA_SUCCESS) return result;
  m_start = m_reserved + step;
  result = api.cuMemMap(m_start, m_bytes, 0, m_handle, 0);
  if (result != CUDA_SUCCESS) return result;
  m_isMapped = true;
  const CUmemAccessDesc access{properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  return api.cuMemSetAccess(m_start, m_bytes, &access, 1);
}

GuardedMemory::~GuardedMemory() {
  if (m_gpu->lost()) return;
  const DriverApi& api = m_gpu->api();
  if (m_isMapped) api.cuMemUnmap(m_start, m_bytes);
  if (m_handle != 0) api.cuMemRelease(m_handle);
  if (m_reserved != 0) api.cuMemAddressFree(m_reserved, m_reservedBytes);
}

}  // namespace kw::cuda
