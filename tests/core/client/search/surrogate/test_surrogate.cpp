// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "client/search/surrogate/coordinates.h"
#include "client/search/surrogate/expected_improvement.h"
#include "client/search/surrogate/kernel_fit.h"
#include "client/search/surrogate/matrix.h"
#include "client/search/surrogate/pool_feasibility.h"
#include "client/search/surrogate/pool_posterior.h"

using namespace kw;
using namespace kw::surrogate;

namespace {

using Values = std::vector<ParameterValue>;

Space spaceOf(const std::vector<Values>& parameters) {
  Space space;
  for (const Values& values : parameters)
    space.parameters.push_back({"P" + std::to_string(space.parameters.size()), values, ""});
  return space;
}

Values integers(std::initializer_list<int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

std::vector<float> pointOf(const Coordinates& coordinates, const std::vector<uint16_t>& indices) {
  std::vector<float> point(coordinates.columns());
  coordinates.write(indices, point.data());
  return point;
}

double distance(const Coordinates& coordinates, const std::vector<uint16_t>& a,
                const std::vector<uint16_t>& b) {
  const auto from = pointOf(coordinates, a), to = pointOf(coordinates, b);
  double sum = 0;
  for (size_t i = 0; i < from.size(); ++i)
    sum += (from[i] - to[i]) * (from[i] - to[i]);
  return std::sqrt(sum);
}

// Two parameters of eight values each: the points of all 64, row by row.
struct Grid {
  Coordinates coordinates{
      spaceOf({integers({1, 2, 4, 8, 16, 32, 64, 128}), integers({1, 2, 3, 4, 5, 6, 7, 8})})};
  std::vector<float> points;

  Grid() {
    for (uint16_t a = 0; a < 8; ++a)
      for (uint16_t b = 0; b < 8; ++b) {
        const auto point = pointOf(coordinates, {a, b});
        points.insert(points.end(), point.begin(), point.end());
      }
  }
  const float* point(size_t index) const { return points.data() + index * coordinates.columns(); }
};

double bump(size_t index) {
  const double a = static_cast<double>(index / 8) / 7, b = static_cast<double>(index % 8) / 7;
  return std::sin(5 * a) + (a - b) * (a - b);
}

// Mean and variance straight from the formulas (Rasmussen and Williams, equations 2.25 and 2.26).
struct Direct {
  double mean = 0, variance = 0;
};
Direct directly(const Grid& grid, const KernelShape& shape, const std::vector<size_t>& observed,
                size_t at) {
  const auto between = [&](size_t a, size_t b) {
    double square = 0;
    for (size_t column = 0; column < grid.coordinates.columns(); ++column) {
      const double apart = (grid.point(a)[column] - grid.point(b)[column]) /
                           std::exp(shape.logLengths[grid.coordinates.groupOf(column)]);
      square += apart * apart;
    }
    return std::exp(shape.logSignal) * covariance(std::sqrt(square));
  };
  SquareMatrix matrix(observed.size());
  std::vector<double> values, cross;
  for (size_t i = 0; i < observed.size(); ++i) {
    for (size_t j = 0; j <= i; ++j)
      matrix.row(i)[j] =
          between(observed[i], observed[j]) + (i == j ? std::exp(shape.logNoise) : 0);
    values.push_back(bump(observed[i]));
    cross.push_back(between(observed[i], at));
  }
  if (!factorise(matrix)) qFatal("not positive definite");
  solveLower(matrix, values);
  solveLower(matrix, cross);
  Direct direct{0, std::exp(shape.logSignal)};
  for (size_t i = 0; i < values.size(); ++i) {
    direct.mean += values[i] * cross[i];
    direct.variance -= cross[i] * cross[i];
  }
  return direct;
}

}  // namespace

class TestSurrogate : public QObject {
  Q_OBJECT

 private slots:
  void aParameterOfOneValueHasNoColumn() {
    const Coordinates coordinates(spaceOf({integers({7}), integers({1, 2})}));
    QCOMPARE(coordinates.columns(), size_t{1});
    QCOMPARE(coordinates.groups(), size_t{1});
  }

  void aSpaceWithoutAChoiceIsOnePoint() {
    const Coordinates coordinates(spaceOf({integers({7}), integers({3})}));
    QCOMPARE(pointOf(coordinates, {0, 0}), std::vector<float>{0.0F});
  }

  void sizesActByTheirRatios() {
    const Coordinates coordinates(spaceOf({integers({1, 2, 4, 8, 16})}));
    QCOMPARE(coordinates.columns(), size_t{1});
    QCOMPARE(pointOf(coordinates, {0}).at(0), 0.0F);
    QCOMPARE(pointOf(coordinates, {2}).at(0), 0.5F);
    QCOMPARE(pointOf(coordinates, {4}).at(0), 1.0F);
  }

  void theOrderOfTheFileDoesNotMatter() {
    const Coordinates coordinates(spaceOf({integers({16, 1, 4})}));
    QCOMPARE(pointOf(coordinates, {1}).at(0), 0.0F);
    QCOMPARE(pointOf(coordinates, {0}).at(0), 1.0F);
  }

  void wholeNumbersThatAreNoPowersOfTwoSayHowAlignedTheyAre() {
    const Coordinates coordinates(spaceOf({integers({32, 48, 64, 80})}));
    QCOMPARE(coordinates.groups(), size_t{2});
    QCOMPARE(pointOf(coordinates, {2}).at(1), 1.0F);
    QCOMPARE(pointOf(coordinates, {1}).at(1), 4.0F / 6);
  }

  void textsAreAllEquallyFarApart() {
    const Coordinates coordinates(
        spaceOf({Values{std::string("row"), std::string("column"), std::string("tiled")}}));
    QCOMPARE(coordinates.groups(), size_t{1});
    for (const auto& [a, b] : {std::pair<uint16_t, uint16_t>{0, 1}, {0, 2}, {1, 2}})
      QVERIFY(std::abs(distance(coordinates, {a}, {b}) - 1) < 1e-6);
  }

  void aPointInThePoolIsBelievedAsTheFormulasSay() {
    const Grid grid;
    const KernelShape shape{{-0.5, 0.3, 1.0}, 0.2, std::log(0.01)};
    QCOMPARE(grid.coordinates.groups(), shape.logLengths.size());
    PoolPosterior posterior(grid.coordinates, shape, grid.points);
    const std::vector<size_t> observed{3, 60, 17, 42, 9};
    for (const size_t index : observed)
      posterior.observe(grid.point(index), bump(index));
    posterior.update();
    for (size_t i = 0; i < 64; ++i) {
      const Direct direct = directly(grid, shape, observed, i);
      QVERIFY(std::abs(posterior.mean(i) - direct.mean) < 1e-4);
      QVERIFY(std::abs(posterior.variance(i) - direct.variance) < 1e-4);
      QVERIFY(std::abs(posterior.meanAt(grid.point(i)) - direct.mean) < 1e-4);
    }
  }

  void aValueThatComesLateCountsAsIfItHadBeenThere() {
    const Grid grid;
    const KernelShape shape = priorShape(grid.coordinates);
    PoolPosterior atOnce(grid.coordinates, shape, grid.points),
        late(grid.coordinates, shape, grid.points);
    const std::vector<size_t> observed{5, 50, 23};
    for (const size_t index : observed) {
      atOnce.observe(grid.point(index), bump(index));
      late.observe(grid.point(index), 0);
    }
    late.update();
    for (size_t i = 0; i < observed.size(); ++i)
      late.setValue(i, bump(observed[i]));
    atOnce.update();
    late.update();
    for (size_t i = 0; i < 64; ++i)
      QVERIFY(std::abs(atOnce.mean(i) - late.mean(i)) < 1e-4);
  }

  // The second parameter says nothing: its length grows, and the first one's does not.
  void aFitFindsWhichParameterMatters() {
    const Coordinates coordinates(
        spaceOf({integers({1, 2, 4, 8, 16, 32}), integers({1, 2, 4, 8, 16, 32})}));
    std::vector<float> points;
    std::vector<double> targets;
    for (uint16_t a = 0; a < 6; ++a)
      for (uint16_t b = 0; b < 6; ++b) {
        const auto point = pointOf(coordinates, {a, b});
        points.insert(points.end(), point.begin(), point.end());
        targets.push_back((a == 2 ? -2.0 : a == 5 ? 1.5 : 0.1) / 0.9);
      }
    const KernelShape shape = fitKernel(coordinates, points, targets, priorShape(coordinates));
    QVERIFY(shape.logLengths[0] < 0);
    QVERIFY(shape.logLengths[1] > shape.logLengths[0] + 1.5);
  }

  void theInverseIsOne() {
    SquareMatrix matrix(3);
    const double entries[3][3] = {{4, 0, 0}, {1, 3, 0}, {0.5, -1, 2}};
    for (size_t i = 0; i < 3; ++i)
      std::copy(entries[i], entries[i] + 3, matrix.row(i));
    SquareMatrix factor = matrix;
    QVERIFY(factorise(factor));
    const SquareMatrix other = inverse(factor);
    for (size_t i = 0; i < 3; ++i)
      for (size_t j = 0; j < 3; ++j) {
        double sum = 0;
        for (size_t k = 0; k < 3; ++k)
          sum += matrix.row(std::max(i, k))[std::min(i, k)] *
                 other.row(std::max(k, j))[std::min(k, j)];
        QVERIFY(std::abs(sum - (i == j)) < 1e-12);
      }
  }

  void aMatrixThatIsNotPositiveDefiniteIsRefused() {
    SquareMatrix matrix(2);
    matrix.row(0)[0] = 1;
    matrix.row(1)[0] = 2;
    matrix.row(1)[1] = 1;
    QVERIFY(!factorise(matrix));
  }

  void expectedImprovementAsTabulated() {
    // At the mean: deviation times the normal density at 0.
    QVERIFY(std::abs(std::exp(logExpectedImprovement(1, 1, 2)) - 2 * 0.3989422804) < 1e-9);
    // One deviation below and above.
    QVERIFY(std::abs(std::exp(logExpectedImprovement(0, -1, 1)) - 1.0833154706) < 1e-9);
    QVERIFY(std::abs(std::exp(logExpectedImprovement(0, 1, 1)) - 0.0833154706) < 1e-9);
  }

  void theHopelessKeepTheirOrder() {
    double before = logExpectedImprovement(0, 4, 1);
    for (double mean = 4.5; mean < 100; mean += 0.5) {
      const double next = logExpectedImprovement(0, mean, 1);
      QVERIFY(std::isfinite(next));
      QVERIFY(next < before);
      before = next;
    }
  }

  void whatIsLikeFailuresIsUnlikelyToWork() {
    const Grid grid;
    PoolFeasibility feasibility(grid.coordinates, priorShape(grid.coordinates), grid.points);
    QCOMPARE(feasibility.probability(0), 1.0);
    for (const size_t failed : {62, 63, 55})
      feasibility.tell(grid.point(failed), false);
    for (const size_t worked : {0, 1, 8})
      feasibility.tell(grid.point(worked), true);
    QVERIFY(feasibility.probability(54) < 0.2);
    QVERIFY(feasibility.probability(9) > 0.8);
    QVERIFY(feasibility.probability(63) > 0);
  }
};

QTEST_GUILESS_MAIN(TestSurrogate)
#include "test_surrogate.moc"
