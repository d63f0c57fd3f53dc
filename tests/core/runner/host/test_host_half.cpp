// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on the host device: half precision, integer intrinsics, conversions.
#include <QtTest>
#include <cmath>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

// A kernel(float* out) of one thread.
float valueOf(const std::string& body) {
  Bench bench(
      "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n"
      "__global__ void kernel(float* out) { *out = (float)(" +
      body + "); }");
  const BufferId out = bench.array(std::vector<float>(1));
  const LaunchOutcome outcome = bench.launch({}, {Bench::buffer(out)});
  if (!outcome.ok()) {
    QTest::qFail(outcome.message.c_str(), __FILE__, __LINE__);
    return NAN;
  }
  return bench.read<float>(out, 1)[0];
}

}  // namespace

class TestHostHalf : public QObject {
  Q_OBJECT
 private slots:
  void expressionsHaveTheirValue_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<float>("value");
    const auto row = [](const char* expression, float value) {
      QTest::newRow(expression) << QString(expression) << value;
    };
    row("__half(1.5f) + __half(2.25f)", 3.75f);
    row("__hfma(__half(3.0f), __half(0.5f), __half(1.0f))", 2.5f);
    row("__high2float(__hfma2(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), "
        "__floats2half2_rn(5, 6)))",
        14.0f);
    row("hexp(__half(0.0f)) + hsqrt(__half(16.0f)) + hrsqrt(__half(0.25f)) + hrcp(__half(4.0f))",
        7.25f);
    row("__hmax(__half(-2.0f), __half(1.0f)) + __hmin(__half(-2.0f), __half(1.0f))", -1.0f);
    row("__float2half(65504.0f)", 65504.0f);
    row("__float2half(1.0f + 1.0f / 4096)", 1.0f);
    row("__nv_bfloat16(1.0f) * __nv_bfloat16(3.0f)", 3.0f);
    row("__float2bfloat16(1.0f + 1.0f / 512)", 1.0f);
    row("__low2float(__hfma2(__floats2bfloat162_rn(2, 3), __floats2bfloat162_rn(4, 5), "
        "__floats2bfloat162_rn(6, 7)))",
        14.0f);
    row("hexp2(__nv_bfloat16(3.0f)) + htanh(__nv_bfloat16(0.0f))", 8.0f);
    row("__bfloat1622float2(__float22bfloat162_rn(make_float2(1.5f, 2.5f))).y", 2.5f);
    row("__nv_fp8_e4m3(448.0f)", 448.0f);
    row("__half2int_rn(__half(2.5f)) * 10 + __half2int_ru(__half(2.25f))", 23.0f);
    row("min(3, 4u) + max(2.5f, 1.0) + min(-1ll, 5)", 4.5f);
    row("max(nanf(\"\"), 1.0f)", 1.0f);
    row("rsqrtf(0.25f) + __saturatef(3.0f) + __fdividef(1.0f, 4.0f) + __frcp_rn(2.0f)", 3.75f);
    row("__expf(0.0f) + __logf(1.0f) + __fmaf_rn(2.0f, 3.0f, 4.0f) + exp10f(2.0f)", 111.0f);
    row("__popc(255u) + __clz(1) + __ffs(8) + __popcll(3ull) + __clzll(1ll)",
        8.0f + 31 + 4 + 2 + 63);
    row("__brev(1u) >> 31", 1.0f);
    row("__funnelshift_l(0x80000000u, 1u, 1)", 3.0f);
    row("__funnelshift_r(0u, 1u, 31)", 2.0f);
    row("__umulhi(0x80000000u, 6u) + __mulhi(-1, 1)", 2.0f);
    row("__byte_perm(0x03020100u, 0x07060504u, 0x7777u) == 0x07070707u", 1.0f);
    row("__dp4a(0x01020304, 0x01010101, 5)", 15.0f);
    row("__float2int_rz(-2.7f) * 10 + __float2int_rn(2.5f) + (int)__float2uint_rd(3.9f)", -15.0f);
    row("__float2int_rn(1e20f) == 2147483647 && __float2int_rn(nanf(\"\")) == 0", 1.0f);
    row("__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f", 1.0f);
    row("__double_as_longlong(__longlong_as_double(77ll)) + __hiloint2double(0x3ff00000, 0)",
        78.0f);
    row("normcdff(0.0f) + sinpif(0.5f) + cospif(1.0f) + norm3df(2.0f, 3.0f, 6.0f)", 7.5f);
    row("isnan(nanf(\"\")) && isinf(INFINITY) && !isfinite(INFINITY)", 1.0f);
    row("warpSize", 32.0f);
  }
  void expressionsHaveTheirValue() {
    QFETCH(QString, expression);
    QFETCH(float, value);
    QCOMPARE(valueOf(expression.toStdString()), value);
  }

  void halfPrecisionAtomicsAdd() {
    Bench bench(R"(
      __global__ void kernel(__half* h, __half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2) {
        atomicAdd(h, __half(1.0f));
        atomicAdd(h2, __floats2half2_rn(1.0f, 2.0f));
        atomicAdd(b, __nv_bfloat16(1.0f));
        atomicAdd(b2, __floats2bfloat162_rn(1.0f, 0.5f));
      })");
    std::vector<BufferId> ids;
    for (int i = 0; i < 4; ++i)
      ids.push_back(bench.array(std::vector<unsigned>(1)));
    KW_FINISHES(
        bench.launch({{4, 1, 1}, {32, 1, 1}}, {Bench::buffer(ids[0]), Bench::buffer(ids[1]),
                                               Bench::buffer(ids[2]), Bench::buffer(ids[3])}));
    QCOMPARE(bench.read<unsigned>(ids[0], 1)[0], 0x5800u);      // 128
    QCOMPARE(bench.read<unsigned>(ids[1], 1)[0], 0x5c005800u);  // 128, 256
    QCOMPARE(bench.read<unsigned>(ids[2], 1)[0], 0x4300u);      // 128
    QCOMPARE(bench.read<unsigned>(ids[3], 1)[0], 0x42804300u);  // 128, 64
  }
};

QTEST_GUILESS_MAIN(TestHostHalf)
#include "test_host_half.moc"
