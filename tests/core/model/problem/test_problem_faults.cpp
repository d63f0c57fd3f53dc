// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a problem is said with its file, line and key path, and all of it at once.
#include <QTest>

#include "core/model/problem/sample_problem.h"

using namespace kw;

namespace {

std::string errorOf(const PartsByName& parts) {
  const auto loaded = problemFromParts(asParts(parts), "sample");
  return loaded ? std::string() : loaded.error().text();
}

const char* const argumentX =
    R"({ "name": "x", "type": "float32", "shape": ["n"], "role": "input" })";
const char* const launch =
    R"json({ "function": "twice", "grid": ["ceil_div(n, 128)"], "block": [128] })json";
const char* const oracle = R"({ "python": "oracle.py" })";

}  // namespace

class TestProblemFaults : public QObject {
  Q_OBJECT

 private:
  static void change(const char* name, const char* file, const char* from, const char* to,
                     const char* message) {
    QTest::newRow(name) << file << from << to << message;
  }

  static void columns() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("message");
  }

  static void check() {
    QFETCH(QString, file);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, message);
    PartsByName parts = samplePartsByName();
    replaceIn(parts[file.toStdString()], from.toStdString(), to.toStdString());
    const std::string error = errorOf(parts);
    QVERIFY2(!error.empty(), "it loads");
    QVERIFY2(error.find(message.toStdString()) != std::string::npos, error.c_str());
  }

 private slots:
  void filesOutsideTheFolder_data() {
    columns();
    const char* const begin = "__global__";
    change("quoted", "kernel.cu", begin, "#include \"/etc/shadow\"\n__global__",
           "the path \"/etc/shadow\" is absolute");
    change("in angle brackets", "kernel.cu", begin, "#include </etc/shadow>\n__global__",
           "sample/kernel.cu:1: the path \"/etc/shadow\" is absolute");
    change("above the folder", "kernel.cu", begin, "#include <../../secret.h>\n__global__",
           "the path \"../../secret.h\" leaves the problem's folder");
    change("by the assembler", "kernel.cu", begin,
           "__device__ void f() { asm(\".inc\" \"bin \\\"/etc/shadow\\\"\"); }\n__global__",
           "\".incbin\": a kernel may not read files");
  }
  void filesOutsideTheFolder() { check(); }

  void launchesThatNoDeviceTakes_data() {
    columns();
    const char* const json = "problem.json";
    change("empty grid", json, "ceil_div(n, 128)", "n // 1000000000",
           "grid.x = n // 1000000000 is 0, expected at least 1");
    change("block too long", json, "\"block\": [128]", "\"block\": [2048]",
           "block.x = 2048 is 2048, expected at most 1024");
    change("too many threads", json, "\"block\": [128]", "\"block\": [64, 32]",
           "the block [64, 32] has 2048 threads, expected at most 1024");
  }
  void launchesThatNoDeviceTakes() { check(); }

  void theSampleItselfIsRight() { QCOMPARE(errorOf(samplePartsByName()), std::string()); }

  void members_data() {
    columns();
    const char* const json = "problem.json";
    change("unknown key", json, "\"work\"", "\"worc\"",
           "sample/problem.json:18:11: worc: the key \"worc\" is unknown here (did you mean "
           "\"work\"?)");
    change("duplicate key", json, "\"sizes\"", "\"name\": \"again\", \"sizes\"",
           "sample/problem.json:5");
    change("no JSON", json, "\"sizes\": [\"n\"],", "\"sizes\": [\"n\",", "sample/problem.json");
    change("integer too large", json, "1048576", "99999999999999999999", "sample/problem.json:13");
    change("name", json, "\"double\"", "\"a b/c\"", "name: \"a b/c\" is no name of a problem");
    change("no name", json, "\"double\"", "\"\"", "name: \"\" is no name of a problem");
    change("name of dots", json, "\"double\"", "\"..\"", "name: \"..\" is no name of a problem");
    change("no function", json, "\"twice\"", "\"\"",
           "launches[0].function: expected the name of a kernel, found an empty text");
    change("negative shared memory", json, "\"block\": [128]",
           "\"block\": [128], \"shared_memory\": -16",
           "launches[0].shared_memory: expected 0 or more bytes, found -16");
    change("control characters", "space.json", "[64, 128]", "[64, \"\\u001b[2J\"]",
           "parameters[0].values[1]: a value cannot hold control characters");
    change("no arguments", json, "\"arguments\"", "\"argument\"", "\"arguments\" is missing");
    change("size named as a word", json, "[\"n\"],\n  \"arg", "[\"n\", \"min\"],\n  \"arg",
           "sizes[1]: \"min\" cannot be the name of a size");
    change("unknown type", json, "\"float32\", \"shape\": [\"n\"], \"role\": \"input\"",
           "\"float\", \"shape\": [\"n\"], \"role\": \"input\"", "arguments[1].type: expected");
    change("texture", json, "\"role\": \"input\"", "\"role\": \"texture\"",
           "arguments[1].role: textures are not supported");
    change("key of another role", json, "\"role\": \"size\"", "\"role\": \"size\", \"shape\": [1]",
           "arguments[2].shape: the key \"shape\" is unknown here");
    change("unknown size in a shape", json, "[\"n\"], \"role\": \"output\"",
           "[\"nn\"], \"role\": \"output\"",
           "arguments[0].shape[0]: \"nn\" is not known here (did you mean \"n\"?)");
    change("device in a shape", json, "[\"n\"], \"role\": \"output\"",
           "[\"device.sm_count\"], \"role\": \"output\"",
           "limits of the device are not known here");
    change("parameter in a source launch", json, "\"block\": [128]", "\"block\": [\"BLOCK\"]",
           "launches[0].block[0]: \"BLOCK\" is not known here");
    change("no size of that name", json, "\"name\": \"n\", \"type\": \"int32\"",
           "\"name\": \"m\", \"type\": \"int32\"",
           "arguments[2].name: \"m\" is none of the problem's sizes");
    change("alignment", json, "\"role\": \"input\"", "\"role\": \"input\", \"alignment\": 24",
           "arguments[1].alignment: expected a power of two");
    change("strides", json, "\"role\": \"input\"", "\"role\": \"input\", \"strides\": [1, 2]",
           "arguments[1].strides: expected a stride for each axis (1), found 2");
    change("poison timed", json, "\"role\": \"output\"",
           "\"role\": \"output\", \"initial_timed\": true",
           "arguments[0].initial_timed: poison is never part of an operator's time");
    change("fill of a wrong kind", json, "\"role\": \"input\"",
           "\"role\": \"input\", \"fill\": {\"permutation\": true}",
           "does not suit elements of type float32");
    change("two fills", json, "\"role\": \"input\"",
           "\"role\": \"input\", \"fill\": {\"normal\": [0, 1], \"constant\": 1}",
           "expected one kind of fill, found 2");
    change("fill of one number", json, "\"role\": \"input\"",
           "\"role\": \"input\", \"fill\": {\"normal\": [0]}",
           "arguments[1].fill.normal: expected 2 to 2 elements, found 1");
    change("compiler option", json, "\"work\"",
           "\"compile\": {\"options\": [\"-include=/etc/passwd\"]}, \"work\"",
           "compile.options[0]: the compiler option \"-include=/etc/passwd\" is not allowed");
    change("compiler option with more in it", json, "\"work\"",
           "\"compile\": {\"options\": [\"--fmad=true -I/\"]}, \"work\"",
           "needs a number, a word or a parameter");
    change("define", json, "\"work\"", "\"compile\": {\"defines\": [\"1X\"]}, \"work\"",
           "compile.defines[0]: expected NAME or NAME=value");
    change("include folder", json, "\"work\"", "\"compile\": {\"include\": [\"../..\"]}, \"work\"",
           "compile.include[0]: the path \"../..\" leaves the problem's folder");
    change("negative work", json, "8 * n", "n - 2000", "cases[1]: work.bytes is negative");
  }
  void members() { check(); }

  void judging_data() {
    columns();
    const char* const json = "problem.json";
    change("no tolerance", json, "\"tolerance\": { \"relative\": 1e-6 },", "",
           "arguments[0]: nothing says how the output \"y\" is compared");
    change("negative tolerance", json, "1e-6", "-1e-6",
           "tolerance.relative: a tolerance is a finite number of at least 0");
    change("tolerance no number", json, "1e-6", "\"nan\"", "tolerance.relative: expected a number");
    change("empty tolerance", json, "{ \"relative\": 1e-6 }", "{}",
           "tolerance: expected one way of comparing");
    change("two ways", json, "{ \"relative\": 1e-6 }", "{ \"exact\": true, \"codes\": 1 }",
           "tolerance: expected one way of comparing");
    change("top-k for all", json, "{ \"relative\": 1e-6 }",
           "{ \"top_k\": {\"indices\": \"y\", \"source\": \"x\"} }",
           "tolerance: top_k belongs to one output");
    change("top-k of nothing", json, "\"role\": \"output\"",
           "\"role\": \"output\", \"comparison\": {\"top_k\": {\"indices\": \"i\", \"source\": "
           "\"y\"}}",
           "arguments[0].comparison.top_k: \"i\" is no output of integers");
    change("no output", json, "\"role\": \"output\"", "\"role\": \"workspace\"",
           "arguments: no argument has the role output or inout");
    change("no performance case", json, "\"performance\"", "\"correctness\"",
           "cases: no case has the role performance");
    change("no oracle", json, "\"oracle\": { \"python\": \"oracle.py\" },", "",
           "\"oracle\" is missing");
    change("two oracles", json, oracle, R"({ "python": "oracle.py", "trusted": "source" })",
           "oracle: expected one of \"python\", \"stored\" and \"trusted\", found 2");
    change("stored for no output", json, oracle, R"({ "stored": { "z": "z.npy" } })",
           "oracle.stored.z: \"z\" is no output");
    change("output not stored", json, oracle, R"({ "stored": { "x": "z.npy" } })",
           "no stored array is named for the output \"y\"");
    change(
        "baseline of no case", json, "\"work\"",
        R"("baselines": [{"name": "torch", "device": "H200", "case": "larg", "milliseconds": 1, "source": "measured"}], "work")",
        "baselines[0].case: \"larg\" is no case of the problem (did you mean \"large\"?)");
  }
  void judging() { check(); }

  void cases_data() {
    columns();
    const char* const json = "problem.json";
    change("size missing", json, "{ \"n\": 1001 }", "{}",
           "cases[1].sizes: the size \"n\" is missing");
    change("unknown size", json, "{ \"n\": 1001 }", "{ \"n\": 1, \"m\": 2 }",
           "cases[1].sizes.m: \"m\" is none of the problem's sizes");
    change("negative size", json, "1001", "-1", "cases[1].sizes.n: a size is at least 0, found -1");
    change("real size", json, "1001", "10.5", "cases[1].sizes.n");
    change("case twice", json, "\"odd\"", "\"large\"",
           "cases[1].name: the name \"large\" is given twice");
    change("weight", json, "\"role\": \"performance\"", "\"weight\": 0, \"role\": \"performance\"",
           "cases[0].weight: a weight is a number over 0, at most 1000000");
    change("large weight", json, "\"role\": \"performance\"",
           "\"weight\": 1e7, \"role\": \"performance\"",
           "cases[0].weight: a weight is a number over 0, at most 1000000");
    change("fill of no input", json, "\"role\": \"performance\"",
           "\"fill\": {\"y\": {\"constant\": 1}}, \"role\": \"performance\"",
           "cases[0].fill.y: \"y\" is no input");
    change("unknown size on the host", json, "\"role\": \"performance\"",
           "\"host_sizes\": {\"N\": 1}, \"role\": \"performance\"",
           "cases[0].host_sizes.N: \"N\" is none of the problem's sizes (did you mean \"n\"?)");
    change("size does not fit its type", json, "1048576", "4294967296",
           "cases[0]: n = 4294967296 does not fit int32");
    change("size that overflows", json, "1048576", "9223372036854775807",
           "cases[0]: argument y is larger than 2^63 bytes");
    change("value that does not fit", json, "\"role\": \"size\" }",
           "\"role\": \"size\" }, { \"name\": \"k\", \"type\": \"int8\", \"role\": \"value\", "
           "\"value\": \"n\" }",
           "cases[0]: the value of k is 1048576, which does not fit int8");
    change("launch without value", json, "ceil_div(n, 128)", "n // (n - 1001)",
           "cases[1]: launch of twice: grid");
  }
  void cases() { check(); }

  void kernels_data() {
    columns();
    change("no such kernel", "problem.json", "\"twice\"", "\"twise\"",
           "launches[0].function: sample/kernel.cu has no __global__ function \"twise\"; it has: "
           "twice (did you mean \"twice\"?)");
    change("no such kernel in the template", "space.json", "\"twice\"", "\"once\"",
           "sample/space.json:5:31: launches[0].function: sample/template.cu has no __global__ "
           "function \"once\"");
    change("too few arguments", "kernel.cu", "int n)", "int n, int m)",
           "\"twice\" takes 4 arguments (sample/kernel.cu:1), the launch passes 3 (all of the "
           "problem's, in order)");
    change("unknown argument", "problem.json", launch,
           R"({ "function": "twice", "arguments": ["y", "xx", "n"], "grid": [1], "block": [1] })",
           "launches[0].arguments[1]: \"xx\" is none of the problem's arguments (did you mean "
           "\"x\"?)");
    change("template without instance", "kernel.cu", "__global__", "template <int k> __global__",
           "\"twice\" is a template: say which instance is launched");
    change("instance of no template", "problem.json", "\"twice\"", "\"twice<3>\"",
           "\"twice\" is no template");
    change("memset of an input", "problem.json", launch, R"({ "memset": "x" })",
           "launches[0].memset: \"x\" is no buffer that a candidate may write");
    change("macro that nothing defines", "template.cu", "EACH", "EACHH",
           "sample/template.cu:2: the macro EACHH is used, but neither the template nor the space "
           "defines it (did you mean \"EACH\"?)");
    change(
        "texture object", "kernel.cu", "const float* x", "cudaTextureObject_t x",
        "sample/kernel.cu:1:33: \"cudaTextureObject_t\": textures and surfaces are not supported");
    change("symbol", "problem.json", "\"work\"",
           R"("symbols": [{"name": "table", "type": "float32", "shape": [4]}], "work")",
           "symbols[0]: sample/kernel.cu has no variable \"table\"");
    change("include that leaves the folder", "kernel.cu", "__global__",
           "#include \"../secret.h\"\n__global__",
           "sample/kernel.cu:1: the path \"../secret.h\" leaves the problem's folder");
    change("workspace of no workspace", "space.json", "\"launches\"",
           "\"workspace\": {\"y\": 1}, \"launches\"",
           "workspace.y: \"y\" is no workspace of the problem");
    change("fault in the space", "space.json", "<= 256",
           "<= ", "sample/space.json:4:19: constraints[0]");
  }
  void kernels() { check(); }

  void files_data() {
    columns();
    const char* const json = "problem.json";
    change("no such source", json, "kernel.cu", "kernels.cu",
           "source.file: there is no file \"kernels.cu\" in the problem");
    change("path outside", json, "template.cu", "../template.cu",
           "template.file: the path \"../template.cu\" leaves the problem's folder");
    change("absolute path", json, "oracle.py", "/etc/passwd",
           "oracle.python: the path \"/etc/passwd\" is absolute");
    change("no space", json, ", \"space\": \"space.json\"", "",
           "template.space: \"space\" is missing");
    change("no such array", json, "\"role\": \"input\"",
           "\"role\": \"input\", \"fill\": {\"npy\": \"x.npy\"}",
           "arguments[1].fill: there is no file \"x.npy\"");
  }
  void files() { check(); }

  void aFunctionFillNeedsAPythonOracle() {
    PartsByName parts = samplePartsByName();
    replaceIn(parts["problem.json"], oracle, R"({ "trusted": "source" })");
    replaceIn(parts["problem.json"], "\"role\": \"input\"",
              "\"role\": \"input\", \"fill\": {\"function\": \"make\"}");
    const std::string error = errorOf(parts);
    QVERIFY2(error.find("arguments[1].fill: the function \"make\" needs a Python oracle") !=
                 std::string::npos,
             error.c_str());
  }

  void allFaultsOfAllFilesAreReportedAtOnce() {
    PartsByName parts = samplePartsByName();
    replaceIn(parts["problem.json"], "\"role\": \"output\"", "\"role\": \"outptu\"");
    replaceIn(parts["problem.json"], "1001", "-1");
    replaceIn(parts["problem.json"], argumentX, R"({ "name": "x" })");
    replaceIn(parts["space.json"], "64", "64, 64");
    replaceIn(parts["template.cu"], "i < n", "i < LIMIT");
    const std::string error = errorOf(parts);
    for (const char* part :
         {"arguments[0].role", "cases[1].sizes.n", "arguments[1].role", "space.json:3"})
      QVERIFY2(error.find(part) != std::string::npos, error.c_str());
  }
};

QTEST_GUILESS_MAIN(TestProblemFaults)
#include "test_problem_faults.moc"
