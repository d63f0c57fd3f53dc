// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor-core fragments (mma.h) on the host device.
#include <QtTest>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

// c = a * b + 1 of m x n x k small integers, which every type holds, from matrices stored as said.
// A warp does it.
std::string kernelOf(const std::string& shape, const std::string& type,
                     const std::string& layouts) {
  return "#include <mma.h>\nusing namespace nvcuda::wmma;\ntypedef " + type +
         " T;\ntemplate <class A, class B, int m, int n, int k>\n"
         "__device__ void multiply(float* out) {\n"
         "  __shared__ T left[m * k], right[k * n];\n"
         "  for (int i = threadIdx.x; i < m * k; i += 32) {\n"
         "    const int row = i / k, column = i % k;\n"
         "    left[std::is_same<A, row_major>::value ? i : column * m + row] = T(float(row % 5 - "
         "column % 3));\n"
         "  }\n"
         "  for (int i = threadIdx.x; i < k * n; i += 32) {\n"
         "    const int row = i / n, column = i % n;\n"
         "    right[std::is_same<B, row_major>::value ? i : column * k + row] = T(float(row % 4 + "
         "column % 7));\n"
         "  }\n"
         "  __syncwarp();\n"
         "  fragment<matrix_a, m, n, k, T, A> a;\n"
         "  fragment<matrix_b, m, n, k, T, B> b;\n"
         "  fragment<accumulator, m, n, k, float> c;\n"
         "  fill_fragment(c, 1.0f);\n"
         "  load_matrix_sync(a, left, std::is_same<A, row_major>::value ? k : m);\n"
         "  load_matrix_sync(b, right, std::is_same<B, row_major>::value ? n : k);\n"
         "  mma_sync(c, a, b, c);\n"
         "  for (int e = 0; e < c.num_elements; ++e) c.x[e] *= 2.0f;\n"
         "  store_matrix_sync(out, c, n, mem_row_major);\n"
         "  load_matrix_sync(c, out, n, mem_row_major);\n"
         "  store_matrix_sync(out + m * n, c, m, mem_col_major);\n"
         "}\n"
         "__global__ void kernel(float* out) { multiply<" +
         layouts + ", " + shape + ">(out); }\n";
}

}  // namespace

class TestHostTensorCores : public QObject {
  Q_OBJECT
 private slots:
  void fragmentsMultiply_data() {
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("n");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("layouts");
    QTest::newRow("bf16, row by column") << 16 << 16 << "__nv_bfloat16"
                                         << "row_major, col_major";
    QTest::newRow("half, column by row") << 16 << 16 << "__half"
                                         << "col_major, row_major";
    QTest::newRow("tall") << 32 << 8 << "__nv_bfloat16"
                          << "row_major, row_major";
    QTest::newRow("wide") << 8 << 32 << "__half"
                          << "col_major, col_major";
  }

  void fragmentsMultiply() {
    QFETCH(const int, m);
    QFETCH(const int, n);
    QFETCH(const QString, type);
    QFETCH(const QString, layouts);
    constexpr int k = 16;
    const std::string shape = std::to_string(m) + ", " + std::to_string(n) + ", 16";
    Bench bench(kernelOf(shape, type.toStdString(), layouts.toStdString()));
    QVERIFY2(bench.log.empty(), bench.log.c_str());
    const BufferId out = bench.array(std::vector<float>(512));
    const LaunchOutcome outcome = bench.launch({{}, {32, 1, 1}}, {Bench::buffer(out)});
    QVERIFY2(outcome.ok(), outcome.message.c_str());
    const auto got = bench.read<float>(out, 512);
    for (int row = 0; row < m; ++row) {
      for (int column = 0; column < n; ++column) {
        float sum = 1;
        for (int along = 0; along < k; ++along)
          sum += static_cast<float>((row % 5 - along % 3) * (along % 4 + column % 7));
        QCOMPARE(got[static_cast<size_t>(row * n + column)], 2 * sum);
        QCOMPARE(got[static_cast<size_t>(256 + column * m + row)], 2 * sum);
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestHostTensorCores)
#include "test_host_tensor_cores.moc"
