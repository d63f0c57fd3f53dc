// SPDX-License-Identifier: GPL-3.0-or-later
// A tree is drawn without overlaps, every edge joins its two boxes, and the keys reach every node.
#include <QTest>
#include <set>

#include "tree_samples.h"
#include "view/profiling_tree/tree_layout.h"
#include "view/profiling_tree/tree_text.h"

using namespace kw;
using namespace kw::view;

namespace {

const TreeBox& boxOf(const Policy& policy, const TreeLayout& layout, const char* id) {
  return layout.boxes[static_cast<size_t>(policy.find(id) - policy.nodes().data())];
}

bool isInside(const TreePoint& point, const TreeBox& box) {
  const TreePoint middle = box.middle();
  return std::abs(point.x - middle.x) < boxWidth / 2 - 1e-9 &&
         std::abs(point.y - middle.y) < boxHeight / 2 - 1e-9;
}

bool isOnEdge(const TreePoint& point, const TreeBox& box) {
  const TreePoint middle = box.middle();
  const double x = std::abs(point.x - middle.x), y = std::abs(point.y - middle.y);
  return (std::abs(x - boxWidth / 2) < 1e-9 && y < 1e-9) ||
         (std::abs(y - boxHeight / 2) < 1e-9 && x < 1e-9);
}

void checkDrawing(const Policy& policy) {
  const TreeLayout layout = layOutTree(policy);
  QCOMPARE(layout.boxes.size(), policy.nodes().size());
  std::set<std::pair<int, int>> taken;
  for (const TreeBox& box : layout.boxes) {
    QVERIFY(taken.insert({box.column, box.row}).second);
    QVERIFY(box.column < layout.columns && box.row < layout.rows);
  }
  for (const TreeEdge& edge : layout.edges) {
    QVERIFY(isOnEdge(edge.bends.front(), layout.boxes[edge.from]));
    QVERIFY(isOnEdge(edge.bends.back(), layout.boxes[edge.to]));
    QVERIFY(layout.boxes[edge.to].row >= layout.boxes[edge.from].row);
    for (size_t i = 1; i < edge.bends.size(); ++i) {
      const TreePoint a = edge.bends[i - 1], b = edge.bends[i];
      QVERIFY(a.x == b.x || a.y == b.y);
      for (double share = 0; share <= 1; share += 0.05)
        for (const TreeBox& box : layout.boxes)
          QVERIFY(!isInside({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}, box));
    }
  }
}

}  // namespace

class TestTreeLayout : public QObject {
  Q_OBJECT

 private slots:
  void theDefaultTreeIsDrawnWithoutOverlaps() {
    checkDrawing(defaultPolicy());
    const TreeLayout layout = layOutTree(defaultPolicy());
    QCOMPARE(layout.edges.size(), size_t{21});
    QVERIFY(layout.columns <= 4);
  }

  void yesLeadsToTheRightAndNoDown() {
    const Policy policy = test::samplePolicy();
    checkDrawing(policy);
    const TreeLayout layout = layOutTree(policy);
    const TreeBox &look = boxOf(policy, layout, "look"),
                  &traffic = boxOf(policy, layout, "traffic"),
                  &memory = boxOf(policy, layout, "memory"),
                  &lanes = boxOf(policy, layout, "lanes");
    QVERIFY(look.column == 0 && look.row == 0);
    QVERIFY(traffic.column == 0 && traffic.row == 1);
    QVERIFY(memory.column == 1 && memory.row == 1);
    QVERIFY(lanes.column == 0 && lanes.row == 2);
    QCOMPARE(layout.columns, 2);
    QCOMPARE(layout.rows, 4);
  }

  void aNodeThatSeveralLeadToStandsByTheLastOfThem() {
    // "second" is led to from "first" in column 1 and from "other", which stands between them.
    const Policy policy = test::policyOf(
        "root",
        test::testNode("root", "lanes_active", 1, "first", "third") + "," +
            test::testNode("first", "lanes_active", 2, "a", "shared") + "," +
            test::testNode("third", "lanes_active", 3, "fourth", "b") + "," +
            test::testNode("fourth", "lanes_active", 4, "c", "shared") + "," +
            test::leafNode("shared", "memory-bound") + "," + test::leafNode("a", "memory-bound") +
            "," + test::leafNode("b", "memory-bound") + "," + test::leafNode("c", "memory-bound"));
    checkDrawing(policy);
    const TreeLayout layout = layOutTree(policy);
    QVERIFY(boxOf(policy, layout, "shared").row > boxOf(policy, layout, "fourth").row);
  }

  void aTestMayLeadToTheSameNodeEitherWay() {
    checkDrawing(test::policyOf("root", test::testNode("root", "lanes_active", 1, "end", "end") +
                                            "," + test::leafNode("end", "memory-bound")));
  }

  void aLeafAloneIsATree() {
    const TreeLayout layout =
        layOutTree(test::policyOf("end", test::leafNode("end", "memory-bound")));
    QCOMPARE(layout.columns, 1);
    QCOMPARE(layout.rows, 1);
    QVERIFY(layout.edges.empty());
    QVERIFY(!neighbour(layout, 0, TreeStep::down));
  }

  void theKeysReachEveryNodeAndLeadBack() {
    const TreeLayout layout = layOutTree(defaultPolicy());
    std::set<size_t> reached{0};
    for (bool grows = true; grows;) {
      grows = false;
      for (const size_t node : std::set<size_t>(reached))
        for (const TreeStep step : {TreeStep::down, TreeStep::right})
          if (const auto next = neighbour(layout, node, step))
            grows = reached.insert(*next).second || grows;
    }
    QCOMPARE(reached.size(), defaultPolicy().nodes().size());
    for (const size_t node : reached)
      if (node != 0)
        QVERIFY(neighbour(layout, node, TreeStep::up) && neighbour(layout, node, TreeStep::left));
  }

  void boxesSayWhatTheirNodesDo() {
    const NodeText dram = nodeText(*defaultPolicy().find("dram"));
    QCOMPARE(dram.title, std::string("dram_utilisation"));
    QCOMPARE(dram.detail, std::string("at least 60 %"));
    QCOMPARE(nodeText(*defaultPolicy().find("traffic")).detail, std::string("at least 1.25"));
    QCOMPARE(nodeText(*defaultPolicy().find("pipes")).title, std::string("read 4 metrics"));
    QCOMPARE(nodeText(*defaultPolicy().find("streaming")).title, std::string("memory-bound"));
  }
};

QTEST_APPLESS_MAIN(TestTreeLayout)
#include "test_tree_layout.moc"
