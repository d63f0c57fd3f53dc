// SPDX-License-Identifier: GPL-3.0-or-later
// The grid finds what a look at every point would find.
#include <QTest>
#include <cmath>
#include <random>
#include <set>

#include "view/latency/pixel_grid.h"

using namespace kw::view;

namespace {

struct Point {
  float x, y;
};

std::vector<Point> scatter(size_t count) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> x(0, 900), y(0, 400);
  std::vector<Point> points(count);
  for (Point& point : points)
    point = {x(random), y(random)};
  return points;
}

PixelGrid gridOf(const std::vector<Point>& points) {
  PixelGrid grid;
  grid.reset(900, 400);
  for (size_t i = 0; i < points.size(); ++i)
    grid.add(points[i].x, points[i].y, static_cast<uint32_t>(i));
  return grid;
}

}  // namespace

class TestPixelGrid : public QObject {
  Q_OBJECT

 private slots:
  void theNearestIsTheNearestOfAll() {
    const std::vector<Point> points = scatter(3000);
    const PixelGrid grid = gridOf(points);
    for (const Point& at : scatter(2000)) {
      const double x = 899 - at.x, y = 399 - at.y;
      double least = 12;
      for (const Point& point : points)
        least = std::min(least, std::hypot(point.x - x, point.y - y));
      const auto hit = grid.nearest(x, y, 12);
      QCOMPARE(hit.has_value(), least < 12);
      if (hit) QVERIFY(std::abs(hit->distance - least) < 1e-6);
    }
  }

  void ofPointsInOnePlaceTheLastOneIsOnTop() {
    PixelGrid grid;
    grid.reset(100, 100);
    grid.add(50, 50, 1);
    grid.add(50, 50, 2);
    QCOMPARE(grid.nearest(50, 51, 5)->id, 2u);
    QVERIFY(!grid.nearest(50, 56, 5));
    QVERIFY(!grid.nearest(std::nan(""), 5, 5));
  }

  void pointsOutsideArePassedOver() {
    PixelGrid grid;
    grid.add(1, 1, 1);  // before it has a size
    grid.reset(100, 100);
    grid.add(101, 5, 1);
    grid.add(std::nan(""), 5, 1);
    QCOMPARE(grid.size(), size_t{0});
  }

  void aRectangleHoldsWhatLiesInIt() {
    const std::vector<Point> points = scatter(3000);
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < points.size(); ++i)
      if (points[i].x >= 100 && points[i].x <= 333 && points[i].y >= 50 && points[i].y <= 60)
        expected.push_back(static_cast<uint32_t>(i));
    QCOMPARE(gridOf(points).within(100, 50, 333, 60), expected);
  }

  void goingRightReachesEveryPoint() {
    PixelGrid grid;
    grid.reset(100, 100);
    for (uint32_t i = 0; i < 50; ++i)
      grid.add(i % 7 * 10, i % 3 * 20, i);
    std::set<uint32_t> seen;
    std::optional<PixelGrid::Hit> hit = grid.next(-1, -1, 0, PixelGrid::Direction::right);
    while (hit) {
      QVERIFY(seen.insert(hit->id).second);
      hit = grid.next(hit->x, hit->y, hit->id, PixelGrid::Direction::right);
    }
    QCOMPARE(seen.size(), size_t{50});
  }
};

QTEST_APPLESS_MAIN(TestPixelGrid)
#include "test_pixel_grid.moc"
