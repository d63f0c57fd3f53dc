// SPDX-License-Identifier: GPL-3.0-or-later
#include EXPORTED_HEADER
#include "launcher_check.h"

#define partial_sums source_partial_sums
#define final_sum source_final_sum
#include "../../../templates/reduction/kernel.cu"
#undef partial_sums
#undef final_sum

int main() {
  Report report("reduction");
  const int64_t sizes[] = {268435456, 65536, 1000003, 1001, 104729, 4100, 1, 131072, 131073, 32768, 200000000};
  for (const int64_t n : sizes) {
    const int64_t parts = (n + 255) / 256 < 1024 ? (n + 255) / 256 : 1024;
    Buffer<float> in(n), partial(parts), got(1), want(1);
    // Whole numbers where sums of many would lose digits in one order and not in another.
    in.set(n > 500000 ? filled<float>(n, -8, 9, true) : filled<float>(n, 0.5f, 1.5f));
    source_partial_sums<<<static_cast<unsigned>(parts), 256>>>(partial.first, in.first, static_cast<int>(n));
    source_final_sum<<<1, 256>>>(want.first, partial.first, static_cast<int>(parts));
    must(cudaGetLastError(), "the source kernel");
    const char* winner = "general";
#ifdef HAS_WINNERS
    must(reduction_launch_winner(n, &winner), "the choice");
#endif
    size_t bytes = 0;
    must(reduction_launch_workspace_bytes(n, &bytes), "reduction_launch_workspace_bytes");
    Buffer<unsigned char> workspace(static_cast<int64_t>(bytes));
    must(reduction_launch(got.first, in.first, n, workspace.first, bytes), "reduction_launch");
    must(cudaDeviceSynchronize(), "reduction");
    report.add(std::to_string(n), winner, alike(got.get(), want.get(), 1e-5, 1e-5),
               got.guardIsWhole() && workspace.guardIsWhole());
  }
  return report.status();
}
