// SPDX-License-Identifier: GPL-3.0-or-later
#include EXPORTED_HEADER
#include "launcher_check.h"

#define rmsnorm source_rmsnorm
#include "../../../templates/rmsnorm/kernel.cu"
#undef rmsnorm

int main() {
  Report report("rmsnorm");
  const int64_t sizes[][2] = {{16, 4096}, {16384, 4096}, {3, 1001}, {7, 4093}, {9, 5128}, {1, 1}, {2, 20488},
                              {17, 4096}, {32, 8192}, {33, 4096}, {8192, 4096}, {0, 4096}};
  for (const auto& [tokens, width] : sizes) {
    Buffer<__nv_bfloat16> x(tokens * width), weight(width), got(tokens * width), want(tokens * width);
    x.set(filled<__nv_bfloat16>(tokens * width, -3, 3));
    weight.set(filled<__nv_bfloat16>(width, 0.5f, 1.5f));
    const int64_t threads = (width + 31) / 32 * 32;
    if (tokens > 0)
      source_rmsnorm<<<static_cast<unsigned>(tokens), static_cast<unsigned>(threads < 1024 ? threads : 1024)>>>(
          want.first, x.first, weight.first, 1e-5f, static_cast<int>(width));
    must(cudaGetLastError(), "the source kernel");
    const char* winner = "general";
#ifdef HAS_WINNERS
    must(rmsnorm_launch_winner(tokens, width, &winner), "the choice");
#endif
    must(rmsnorm_launch(got.first, x.first, weight.first, tokens, width), "rmsnorm_launch");
    must(cudaDeviceSynchronize(), "rmsnorm");
    report.add(std::to_string(tokens) + " x " + std::to_string(width), winner,
               alike(got.get(), want.get(), 1e-2, 1e-3), got.guardIsWhole());
  }
  return report.status();
}
