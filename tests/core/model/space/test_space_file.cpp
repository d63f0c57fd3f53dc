// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/space/space_file.h"

using namespace kw;

namespace {

const char* const whole = R"json({
  "format": "kernelwright-space/1",
  "parameters": [
    { "name": "BLOCK", "values": [64, 128], "meaning": "threads per block" },
    { "name": "TYPE", "values": ["float", "half"] },
    { "name": "SCALE", "values": [0.5, 1.5, true] }
  ],
  "constraints": ["BLOCK <= device.threads_per_block"],
  "launches": [
    { "memset": "sum", "value": 255 },
    { "function": "norm<TYPE, BLOCK>", "arguments": ["x", "sum"], "grid": ["ceil_div(n, BLOCK)", 2], "block": ["BLOCK"],
      "shared_memory": "4 * BLOCK", "cluster": [2], "cooperative": true }
  ],
  "workspace": { "sum": "BLOCK * device.sm_count" },
  "requires": ["n % BLOCK == 0"]
})json";

std::string wrap(const std::string& parameters, const std::string& rest = "") {
  return "{\"format\": \"kernelwright-space/1\",\n\"parameters\": [" + parameters + "]" + rest +
         "}";
}

}  // namespace

class TestSpaceFile : public QObject {
  Q_OBJECT

 private slots:
  void readsEveryMember() {
    const auto space = readSpace(whole, "space.json", {"n"});
    QVERIFY2(space.has_value(), space ? "" : space.error().text().c_str());
    QCOMPARE(space->parameters.size(), size_t{3});
    QCOMPARE(space->parameters[0].meaning, std::string("threads per block"));
    QCOMPARE(space->launches.size(), size_t{2});
    QCOMPARE(space->launches[0].memset, std::string("sum"));
    QCOMPARE(space->launches[0].memsetValue, 255);
    QCOMPARE(space->launches[1].function, std::string("norm<TYPE, BLOCK>"));
    QCOMPARE(space->launches[1].grid.size(), size_t{2});
    QCOMPARE(space->launches[1].cluster.size(), size_t{1});
    QVERIFY(space->launches[1].cooperative);
    QCOMPARE(space->workspace.at(0).first, std::string("sum"));
    QCOMPARE(space->requirements.at(0).text(), std::string("n % BLOCK == 0"));
  }

  void whatIsWrittenReadsBackTheSame() {
    const auto space = readSpace(whole, "space.json", {"n"});
    QVERIFY(space.has_value());
    const auto again = readSpace(writeSpace(*space), "written.json", {"n"});
    QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
    QVERIFY(again->parameters == space->parameters);
    QVERIFY(again->constraints == space->constraints);
    QVERIFY(again->requirements == space->requirements);
    QVERIFY(again->launches == space->launches);
    QVERIFY(again->workspace == space->workspace);
  }

  void refusesWithThePlaceAndWhatToDo_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const std::string& text, const char* message) {
      QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(message);
    };
    const std::string a = R"({"name": "A", "values": [1, 2]})";
    row("unknown key", wrap(a, R"(, "constrains": [])"),
        "s.json:2:64: constrains: the key \"constrains\" is unknown here (did you mean "
        "\"constraints\"?)");
    row("no parameters", wrap(""), "parameters: expected 1 to 1000 parameters, found 0");
    row("no values", wrap(R"({"name": "A", "values": []})"),
        "parameters[0].values: expected 1 to 65535 values, found 0");
    row("value twice", wrap(R"({"name": "A", "values": [2, 3, 2.0]})"),
        "parameters[0].values[2]: the value 2.0 is given twice");
    row("value alike as text", wrap(R"({"name": "A", "values": ["1", 1]})"),
        "parameters[0].values[1]: the value 1 is given twice");
    row("value of a wrong kind", wrap(R"({"name": "A", "values": [[1]]})"),
        "parameters[0].values[0]: expected a number, a string or a boolean, found an array");
    row("no identifier", wrap(R"({"name": "2A", "values": [1]})"),
        "parameters[0].name: \"2A\" cannot be a macro");
    row("reserved", wrap(R"({"name": "min", "values": [1]})"),
        "parameters[0].name: \"min\" is a word of the expression language");
    row("name twice", wrap(a + "," + a),
        "parameters[1].name: \"A\" is the name of an earlier parameter");
    row("hides a size", wrap(R"({"name": "n", "values": [1]})"),
        "parameters[0].name: \"n\" is the name of a size of the problem");
    row("unknown name", wrap(a, R"(, "constraints": ["A < 3", "AA > 1"])"),
        "constraints[1]: \"AA\" is not known here (did you mean \"A\"?)");
    row("unknown limit", wrap(a, R"(, "constraints": ["A < device.warpsize"])"),
        "constraints[0]: \"device.warpsize\" is no limit of a device (did you mean "
        "\"device.warp_size\"?)");
    row("limit without device", wrap(a, R"(, "constraints": ["A < threads_per_block"])"),
        "did you mean \"device.threads_per_block\"?");
    row("size in a constraint", wrap(a, R"(, "constraints": ["A < n"])"),
        "constraints[0]: \"n\" is not known here");
    row("broken expression", wrap(a, R"(, "constraints": ["A <"])"),
        "constraints[0]: \"A <\" is no expression");
    row("unknown size in a launch",
        wrap(a, R"(, "launches": [{"function": "f", "grid": ["m"], "block": [1]}])"),
        "launches[0].grid[0]: \"m\" is not known here");
    row("four dimensions",
        wrap(a, R"(, "launches": [{"function": "f", "grid": [1, 1, 1, 1], "block": [1]}])"),
        "launches[0].grid: expected 1 to 3 elements, found 4");
    row("no block", wrap(a, R"(, "launches": [{"function": "f", "grid": [1]}])"),
        "launches[0].block: \"block\" is missing");
    row("memset value", wrap(a, R"(, "launches": [{"memset": "x", "value": 256}])"),
        "launches[0].value: expected an integer of at least 0 and at most 255");
    row("format",
        R"({"format": "kernelwright-space/2", "parameters": [{"name": "A", "values": [1]}]})",
        "format: expected \"kernelwright-space/1\"");
    row("no object", "[]", "expected an object, found an array");
  }

  void refusesWithThePlaceAndWhatToDo() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto space = readSpace(text.toStdString(), "s.json", {"n"});
    QVERIFY(!space.has_value());
    const std::string error = space.error().text();
    QVERIFY2(error.find(message.toStdString()) != std::string::npos, error.c_str());
    QCOMPARE(space.error().kind, ErrorKind::badInput);
  }

  void reportsAllFaultsAtOnce() {
    const auto space =
        readSpace(wrap(R"({"name": "2A", "values": []}, {"nam": "B", "values": [1]})"), "s.json");
    QVERIFY(!space.has_value());
    QCOMPARE(space.error().further.size(), size_t{3});  // name, values, name missing, "nam" unknown
  }

  void withoutAProblemTheNamesOfSizesAreNotChecked() {
    QVERIFY(readSpace(whole, "space.json").has_value());
  }
};

QTEST_GUILESS_MAIN(TestSpaceFile)
#include "test_space_file.moc"
