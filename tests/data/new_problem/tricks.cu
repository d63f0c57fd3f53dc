// __global__ void commented(float* x) { commented<<<1, 1>>>(x); }
/* __global__ void hidden(int); hidden<<<2, 2>>>(3); */
const char* plain = "__global__ void quoted(int n) { quoted<<<1, 2>>>(n); }";
const char* raw = R"cuda(
__global__ void rawOne(float* x) { }
rawOne<<<3, 3>>>(x); )" ")cuda";
#if defined(OLD_WAY)
__global__ void real(float* y, int n) { y[0] = n << 3; }
#else
__global__ void real(float* y, const float* x, int n) {
  const bool shifted = (n << 2) < (3 << 1);
  if (threadIdx.x < n) y[threadIdx.x] = shifted ? x[0] : x[threadIdx.x];
}
#endif
template <int a, int b>
struct Less {
  static constexpr bool value = (a < b);
};
void go(float* y, float* x, int n, cudaStream_t stream) {
  const char* said = "real<<<7, 7>>>(y)";
  real /* here */ <<< n /* grid */, 32, 0, stream >>> (y, x, n);
}
