// SPDX-License-Identifier: GPL-3.0-or-later
#include EXPORTED_HEADER
#include "launcher_check.h"

#define transpose source_transpose
#include "../../../templates/transpose/kernel.cu"
#undef transpose

int main() {
  Report report("transpose");
  const int64_t sizes[][2] = {{16384, 16384}, {8191, 8193}, {512, 768}, {33, 65}, {127, 251}, {100, 260}, {1, 1009},
                              {1009, 1}, {1, 1}, {1024, 1536}, {1025, 768}, {12000, 12000}, {0, 768}};
  for (const auto& [rows, columns] : sizes) {
    Buffer<float> in(rows * columns), got(rows * columns), want(rows * columns);
    in.set(filled<float>(rows * columns, -3, 3));
    if (rows > 0)
      source_transpose<<<dim3(static_cast<unsigned>((columns + 31) / 32), static_cast<unsigned>((rows + 31) / 32)),
                         dim3(32, 8)>>>(want.first, in.first, static_cast<int>(rows), static_cast<int>(columns));
    must(cudaGetLastError(), "the source kernel");
    const char* winner = "general";
#ifdef HAS_WINNERS
    must(transpose_launch_winner(rows, columns, &winner), "the choice");
#endif
    must(transpose_launch(got.first, in.first, rows, columns), "transpose_launch");
    must(cudaDeviceSynchronize(), "transpose");
    report.add(std::to_string(rows) + " x " + std::to_string(columns), winner, alike(got.get(), want.get(), 0, 0),
               got.guardIsWhole());
  }
  return report.status();
}
