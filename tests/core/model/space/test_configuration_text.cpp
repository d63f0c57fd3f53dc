// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/space/space_file.h"

using namespace kw;

namespace {

Space space() {
  Space all;
  all.parameters.push_back({"BLOCK", {int64_t{64}, int64_t{256}}, {}});
  all.parameters.push_back({"SCALE", {0.5, 2.0}, {}});
  all.parameters.push_back(
      {"TYPE", {std::string("float"), std::string("a,b='c"), std::string()}, {}});
  all.parameters.push_back({"FAST", {true, false}, {}});
  return all;
}

}  // namespace

class TestConfigurationText : public QObject {
  Q_OBJECT

 private slots:
  void everyConfigurationReadsBackAsItself() {
    const Space all = space();
    for (const auto& block : all.parameters[0].values)
      for (const auto& scale : all.parameters[1].values)
        for (const auto& type : all.parameters[2].values)
          for (const auto& fast : all.parameters[3].values) {
            const Configuration made(
                {{"BLOCK", block}, {"SCALE", scale}, {"TYPE", type}, {"FAST", fast}});
            const auto read = readConfiguration(made.text(), all);
            QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
            QVERIFY2(*read == made, made.text().c_str());
          }
  }

  void understandsOrdersSpacesAndSpellingsOfNumbers() {
    const auto read =
        readConfiguration(" TYPE='float', FAST = true ,SCALE=2, BLOCK=0x100", space());
    QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
    QCOMPARE(read->text(), std::string("BLOCK=256,SCALE=2.0,TYPE=float,FAST=1"));
  }

  void everyFaultIsReported() {
    const auto read = readConfiguration("BLOK=64,SCALE=3,FAST=1,FAST=0,rubbish", space());
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().kind, ErrorKind::badInput);
    const std::string text = read.error().text();
    for (const char* part :
         {"\"BLOK\" is no parameter", "did you mean \"BLOCK\"?", "\"3\" is no value of SCALE",
          "it takes 0.5, 2.0", "FAST is given twice", "expected NAME=VALUE, found \"rubbish\"",
          "BLOCK is not given", "TYPE is not given"})
      QVERIFY2(text.find(part) != std::string::npos,
               (std::string(part) + "\nnot in\n" + text).c_str());
  }

  void anEmptyTextIsTheConfigurationOfAnEmptySpaceOnly() {
    QVERIFY(readConfiguration("", Space()).has_value());
    QVERIFY(!readConfiguration("", space()).has_value());
  }
};

QTEST_GUILESS_MAIN(TestConfigurationText)
#include "test_configuration_text.moc"
