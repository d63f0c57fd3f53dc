// SPDX-License-Identifier: GPL-3.0-or-later
// An edited tree is walked with the values that were seen, and says what it would need besides.
#include <QTest>

#include "tree_samples.h"
#include "view/profiling_tree/policy_effect.h"
#include "view/profiling_tree/tree_text.h"

using namespace kw;
using namespace kw::view;
using test::samplePolicy;
using test::sampleProfile;

namespace {

std::vector<std::string> idsOf(const Policy& policy, const Rewalk& walk) {
  std::vector<std::string> ids;
  for (const WalkedNode& node : walk.nodes)
    ids.push_back(policy.nodes()[node.node].id);
  return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

class TestPolicyEffect : public QObject {
  Q_OBJECT

 private slots:
  void theTreeItWasTakenWithLeadsWhereItLed() {
    const Policy policy = samplePolicy();
    const Profile memory = sampleProfile(64, 1.5);
    const Rewalk walk = rewalk(policy, memory);
    QCOMPARE(idsOf(policy, walk), (Ids{"look", "traffic", "memory"}));
    QCOMPARE(walk.regime, std::string("memory-bound"));
    QCOMPARE(walk.nodes[0].recorded->passes, 1);
    QVERIFY(walk.nodes[1].isYes && walk.nodes[1].observed->value == 1.5);
    QCOMPARE(walk.nodes[2].unread, Ids{"l2_hit_rate"});
    QCOMPARE(recordedPath(policy, memory).size(), size_t{3});
  }

  void aThresholdChangesTheWay() {
    const Policy edited = samplePolicy(1.6);
    const Profile read = sampleProfile(64, 1.5, 20);
    QCOMPARE(idsOf(edited, rewalk(edited, read)), (Ids{"look", "traffic", "lanes", "latency"}));
    // A value equal to the threshold is "yes".
    const Policy equal = samplePolicy(1.5);
    QCOMPARE(rewalk(equal, read).regime, std::string("memory-bound"));
  }

  void whatWasNotReadEndsTheWay() {
    const Policy edited = samplePolicy(1.6);
    const Profile profile = sampleProfile(64, 1.5);
    const Rewalk walk = rewalk(edited, profile);
    QCOMPARE(idsOf(edited, walk), (Ids{"look", "traffic", "lanes"}));
    QCOMPARE(walk.missing, std::string("lanes_active"));
    QVERIFY(walk.nodes.back().isUndecided);
    QCOMPARE(walk.regime, std::string());
    QCOMPARE(outcomeText(*edited.find("lanes"), walk.nodes.back()), std::string("was not read"));
  }

  void whatCannotBeReadGoesWhereTheTestSendsIt() {
    const Policy edited = samplePolicy(1.6);
    Profile refused = sampleProfile(64, 1.5);
    refused.refusal = "no privilege";
    QCOMPARE(rewalk(edited, refused).regime, std::string("latency-bound"));
    // Asked for, and absent on the chip.
    Profile absent = sampleProfile(64, 1.5);
    absent.steps[0].wanted = {"dram_bytes", "lanes_active"};
    absent.steps[0].absent = {"lanes_active"};
    QCOMPARE(rewalk(edited, absent).regime, std::string("latency-bound"));
    // A step that the budget skipped asked for nothing.
    absent.steps[0].skipped = "the budget of 1 passes is used";
    QCOMPARE(rewalk(edited, absent).missing, std::string("lanes_active"));
  }

  void aTestSeesWhatItSawThen() {
    // The value grew more exact after the test.
    Profile profile = sampleProfile(64, 1.1, 20);
    profile.values["traffic_ratio"].value = 2;
    QCOMPARE(rewalk(samplePolicy(), profile).regime, std::string("latency-bound"));
  }

  void theEffectCountsAndNamesWhatChanges() {
    const std::vector<Profile> profiles{sampleProfile(64, 1.5, 20), sampleProfile(128, 1.5),
                                        sampleProfile(256, 2, 20), sampleProfile(512, 1.1, 20)};
    const PolicyEffect same = effectOf(samplePolicy(), profiles);
    QCOMPARE(
        effectText(same, profiles, 3),
        std::string("4 profiled candidates keep their regimes: 1 latency-bound, 3 memory-bound."));
    const PolicyEffect effect = effectOf(samplePolicy(1.6), profiles);
    QVERIFY(effect.keep == 2 && effect.change == 1 && effect.unknown == 1);
    QCOMPARE(effectText(effect, profiles, 3),
             std::string("2 of 4 profiled candidates keep their regime; BLOCK=64 on large: "
                         "memory-bound → latency-bound; BLOCK=128 on large would need "
                         "lanes_active, which was not read."));
    QVERIFY(effectText(effect, profiles, 1).ends_with("latency-bound; and 1 more."));
    QCOMPARE(effectText(effectOf(samplePolicy(), {}), {}, 3), std::string());
  }

  void onlyTheLastProfileOfACandidateCounts() {
    Profile again = sampleProfile(64, 1.1, 20);
    const std::vector<Profile> profiles{sampleProfile(64, 1.5), again};
    const PolicyEffect effect = effectOf(samplePolicy(), profiles);
    QCOMPARE(effect.effects.size(), size_t{1});
    QCOMPARE(effect.effects[0].after, std::string("latency-bound"));
    again.caseName = "small";
    QCOMPARE(effectOf(samplePolicy(), {sampleProfile(64, 1.5), again}).effects.size(), size_t{2});
  }

  void oneThatIsStillBeingMadeIsNotCounted() {
    Profile growing = sampleProfile(64, 1.5);
    growing.steps.resize(1);
    growing.values.clear();
    growing.regime = growing.leaf = "";
    const std::vector<Profile> profiles{sampleProfile(128, 1.5), growing};
    QCOMPARE(lastOfEach(profiles), (std::vector<size_t>{0, 1}));
    QCOMPARE(effectOf(samplePolicy(), profiles).effects.size(), size_t{1});
    const Policy policy = samplePolicy();
    QCOMPARE(idsOf(policy, rewalk(policy, growing)), (Ids{"look", "traffic"}));
  }

  void theLinesOfANodeSayWhatWasSeenAndWhatItCost() {
    const Policy policy = samplePolicy();
    const Profile profile = sampleProfile(64, 1.5);
    const Rewalk walk = rewalk(policy, profile);
    const auto test = nodeLines(policy.nodes()[walk.nodes[1].node], &walk.nodes[1]);
    QCOMPARE(test[2], std::string("seen: 1.50, derived, at least 1.25: yes"));
    const auto read = nodeLines(policy.nodes()[walk.nodes[0].node], &walk.nodes[0]);
    QCOMPARE(read[1], std::string("cost: 1 pass, 12.30 ms"));
    const auto leaf = nodeLines(policy.nodes()[walk.nodes[2].node], &walk.nodes[2]);
    QCOMPARE(leaf[1], std::string("cost: no pass"));
    QCOMPARE(leaf[2], std::string("not read: l2_hit_rate"));
    const auto asked = leafLines(std::get<PolicyLeaf>(policy.find("memory")->what), &profile);
    QCOMPARE(asked, Ids{"L2 hit rate: was not read"});
  }
};

QTEST_APPLESS_MAIN(TestPolicyEffect)
#include "test_policy_effect.moc"
