// SPDX-License-Identifier: GPL-3.0-or-later
#include EXPORTED_HEADER
#include "launcher_check.h"

// The exported file has a kernel of this name.
#define silu_and_mul source_silu_and_mul
#include "../../../templates/silu_and_mul/kernel.cu"
#undef silu_and_mul

int main() {
  Report report("silu_and_mul");
  // The cases of problem.json, then sizes near a measured one, at the edge of near and just outside.
  const int64_t sizes[][2] = {{16, 11008}, {16384, 14336}, {3, 1001}, {7, 4093}, {5, 2056}, {1, 1}, {1, 40000},
                              {17, 11008}, {32, 11008}, {33, 11008}, {8192, 14336}, {0, 11008}};
  for (const auto& [tokens, width] : sizes) {
    Buffer<__nv_bfloat16> x(tokens * 2 * width), got(tokens * width), want(tokens * width);
    x.set(filled<__nv_bfloat16>(tokens * 2 * width, -3, 3));
    if (tokens > 0)
      source_silu_and_mul<<<static_cast<unsigned>(tokens), static_cast<unsigned>(width < 1024 ? width : 1024)>>>(
          want.first, x.first, static_cast<int>(width));
    must(cudaGetLastError(), "the source kernel");
    const char* winner = "general";
#ifdef HAS_WINNERS
    must(silu_and_mul_launch_winner(tokens, width, &winner), "the choice");
#endif
    must(silu_and_mul_launch(got.first, x.first, tokens, width), "silu_and_mul_launch");
    must(cudaDeviceSynchronize(), "silu_and_mul");
    report.add(std::to_string(tokens) + " x " + std::to_string(width), winner,
               alike(got.get(), want.get(), 1e-2, 1e-3), got.guardIsWhole());
  }
  return report.status();
}
