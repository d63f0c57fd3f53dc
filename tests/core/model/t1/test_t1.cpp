// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/space/valid_space.h"
#include "model/t1/t1_file.h"
#include "model/t1/value_list.h"
#include "support/printing.h"

using namespace kw;

namespace {

Result<T1Problem> example(const char* file) {
  return readT1(std::filesystem::path(KW_TEST_DATA) / "t1" / file);
}

std::string t1Of(const std::string& parameters, const std::string& conditions = {}) {
  return "{\"ConfigurationSpace\":{\"TuningParameters\":[\n" + parameters + "],\"Conditions\":[" +
         conditions + "]},\"KernelSpecification\":{\"KernelName\":\"k\"}}";
}

std::string parameter(const std::string& values, const std::string& type = "int") {
  return "{\"Name\":\"a\",\"Type\":\"" + type + "\",\"Values\":\"" + values + "\"}";
}

std::string valuesText(const Result<std::vector<ParameterValue>>& values) {
  if (!values) return values.error().text();
  std::string text;
  for (const ParameterValue& value : *values)
    text += (text.empty() ? "" : " ") + expression::toText(value);
  return text;
}

}  // namespace

class TestT1 : public QObject {
  Q_OBJECT

 private slots:
  // Counted by running through all combinations in Python.
  void everyExampleIsReadAsASpace_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("cartesian");
    QTest::addColumn<int>("valid");
    QTest::addColumn<QString>("kernel");
    QTest::newRow("convolution_milo") << "convolution_milo.json" << 10240.0 << 4362
                                      << "convolution_kernel in convolution_milo.cu";
    QTest::newRow("dedispersion_milo") << "dedispersion_milo.json" << 22272.0 << 11130
                                       << "dedispersion_kernel in dedisp_milo/dedispersion.cu.hip";
    QTest::newRow("hotspot_milo") << "hotspot_milo.json" << 4440000.0 << 82984
                                  << "calculate_temp in hotspot_milo.cu";
    QTest::newRow("convolution") << "convolution.json" << 16896.0 << 6768
                                 << "convolution_kernel in convolution.cu";
    QTest::newRow("pnpoly") << "pnpoly.json" << 4092.0 << 4092 << "cn_pnpoly in pnpoly.cu";
    QTest::newRow("CoulombSum3d") << "ktt_CoulombSum3d.json" << 672.0 << 210
                                  << "directCoulombSum in CoulombSum3d.cu";
  }
  void everyExampleIsReadAsASpace() {
    QFETCH(QString, file);
    QFETCH(double, cartesian);
    QFETCH(int, valid);
    QFETCH(QString, kernel);
    const auto read = example(file.toUtf8().constData());
    KW_VERIFY_OK(read);
    QCOMPARE(read->kernelName + " in " + read->kernelFile, test::utf8(kernel));
    double product = 1;
    for (const Parameter& one : read->space.parameters)
      product *= static_cast<double>(one.values.size());
    QCOMPARE(product, cartesian);
    const auto space = ValidSpace::build(read->space, {});
    KW_VERIFY_OK(space);
    QCOMPARE(space->size(), static_cast<size_t>(valid));
  }

  void factsOfTheKernelAreKept() {
    const auto read = example("convolution_milo.json");
    QCOMPARE(read->name, std::string("convolution_milo"));
    QCOMPARE(read->language, std::string("CUDA"));
    QCOMPARE(read->problemSize, (std::vector<std::string>{"4096", "4096"}));
    QCOMPARE(read->localSize[1], std::string("block_size_y"));
    QCOMPARE(read->globalSize[0], std::string("(262144 // block_size_x) // tile_size_x"));
    QCOMPARE(read->gridDivisors[0], (std::vector<std::string>{"block_size_x", "tile_size_x"}));
    QCOMPARE(read->compilerOptions, std::vector<std::string>{"-std=c++11"});
    QCOMPARE(read->sharedMemory, std::string("0"));
    QCOMPARE(read->arguments.size(), size_t{3});
    QVERIFY(read->arguments[0].isOutput);
    QCOMPARE(read->arguments[0].size, std::string("ProblemSize[0]*ProblemSize[1]"));
    QCOMPARE(read->defaults.size(), read->space.parameters.size());
    QVERIFY(example("ktt_CoulombSum3d.json")->defaults.empty());
  }

  void listsOfPythonAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("values");
    const auto add = [](const char* text, const char* values) {
      QTest::newRow(text) << text << values;
    };
    add("[1, 2, 4]", "1 2 4");
    add("[1, 2, 4,]", "1 2 4");
    add("(1, 2)", "1 2");
    add("[]", "");
    add("[2**i for i in range(0, 6)]", "1 2 4 8 16 32");
    add("[32 * i for i in range(1, 4)]", "32 64 96");
    add("[1] + [2 * i for i in range(1, 4)]", "1 2 4 6");
    add("[1, 2, 4, 8, 16] + list(range(32, 128+1, 32))", "1 2 4 8 16 32 64 96 128");
    add("range(4)", "0 1 2 3");
    add("range(5, 0, -2)", "5 3 1");
    add("[i for i in range(1, 10) if i % 3 == 0]", "3 6 9");
    add("[i for i in [3, 5] + [7]]", "3 5 7");
    add("[*range(2), 9]", "0 1 9");
    add("['float', \"half, or so\", 'it is [1] for in']",
        "'float' 'half, or so' 'it is [1] for in'");
    add("[True, False]", "true false");
    add("[0.5, 1e-3, -2]", "0.5 0.001 -2");
    add("([1, 2])", "1 2");
  }
  void listsOfPythonAreRead() {
    QFETCH(QString, text);
    QFETCH(QString, values);
    QCOMPARE(valuesText(readValueList(test::utf8(text))), test::utf8(values));
  }

  void whatIsNoListIsRefusedAndNeverRun_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto add = [](const char* text, const char* message) {
      QTest::newRow(text) << text << message;
    };
    add("__import__('os').system('touch /tmp/x')", "is no list that is understood");
    add("[open('/etc/passwd').read()]", "");
    add("[x]", "x");
    add("[1, 2", "do not match");
    add("[1, 2)", "do not match");
    add("5", "is no list that is understood");
    add("", "is no list that is understood");
    add("range()", "range takes 1 to 3 numbers");
    add("range(1, 2, 0)", "the step of a range is 0");
    add("range(10**9)", "more than 65535 values");
    add("range(9**9, -9**17, -1)", "more than 65535 values");
    add("[i*j for i in range(2) for j in range(2)]", "two \"for\"");
    add("[1/0]", "zero");
    add("np.arange(4)", "is no list that is understood");
  }
  void whatIsNoListIsRefusedAndNeverRun() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto values = readValueList(test::utf8(text));
    QVERIFY(!values);
    QCOMPARE(values.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(values.error().text(), test::utf8(message));
  }

  void listsNestedWithoutEndAreRefused() {
    QVERIFY(!readValueList(std::string(5000, '(') + "1" + std::string(5000, ')')));
  }

  void valuesAreOfTheStatedType_data() {
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("values");
    const auto add = [](const std::string& text, const char* values) {
      QTest::newRow(text.c_str()) << test::quoted(text) << values;
    };
    add(parameter("[1, 2.0]"), "1 2");
    add(parameter("[1, 2]", "uint"), "1 2");
    add(parameter("[1, 2]", "float"), "1.0 2.0");
    add(parameter("[0, 1]", "bool"), "false true");
    add(parameter("['x']", "string"), "'x'");
    add(parameter("[1, 'x']", "selector"), "1 'x'");
    add(R"({"Name":"a","Type":"int","Values":[4, 8]})", "4 8");
    add(parameter("[1, 2]"), "1 2");
  }
  void valuesAreOfTheStatedType() {
    QFETCH(QString, parameter);
    QFETCH(QString, values);
    const auto read = readT1Text(t1Of(test::utf8(parameter)), "t1.json");
    KW_VERIFY_OK(read);
    QCOMPARE(valuesText(read->space.parameters[0].values), test::utf8(values));
  }

  void valuesGivenTwiceCountOnceAndAreTold() {
    const auto read = readT1Text(t1Of(parameter("[2, 4, 2.0]")), "t1.json");
    QCOMPARE(valuesText(read->space.parameters[0].values), std::string("2 4"));
    KW_VERIFY_CONTAINS(read->notes.at(0), "given twice");
  }

  void faultsAreToldAllAtOnceWithTheirPlaces() {
    const auto read = readT1Text(
        t1Of(parameter("[1.5]") + ",{\"Name\":\"b\",\"Values\":\"[]\"}" +
                 ",{\"Name\":\"c\",\"Type\":\"int\"}" + ",{\"Name\":\"a\",\"Values\":\"[1]\"}" +
                 ",{\"Name\":\"not a name\",\"Values\":\"range(2\"}",
             R"({"Expression":"a * x <= 4"},{"Expression":"a <="},{"Parameters":["a"]})"),
        "t1.json");
    QVERIFY(!read);
    const std::string text = read.error().text();
    KW_VERIFY_CONTAINS(
        text,
        "t1.json:2:35: ConfigurationSpace.TuningParameters[0].Values: the value 1.5 is no int");
    KW_VERIFY_CONTAINS(text, "TuningParameters[1].Values: the parameter has no value");
    KW_VERIFY_CONTAINS(text, "\"Values\" is missing");
    KW_VERIFY_CONTAINS(text, "the parameter \"a\" is given twice");
    KW_VERIFY_CONTAINS(text, "\"not a name\" cannot be the name of a parameter");
    KW_VERIFY_CONTAINS(text, "Conditions[0].Expression");
    KW_VERIFY_CONTAINS(text, "Conditions[1].Expression");
    KW_VERIFY_CONTAINS(text, "Conditions[2]: expected \"Expression\"");
  }

  void whatIsNoT1FileIsRefused() {
    KW_VERIFY_CONTAINS(test::errorText(readT1Text("{\"a\":1}", "x.json")), "this is no T1 file");
    QVERIFY(!isT1("{\"a\":\"ConfigurationSpace\"}"));
    QVERIFY(isT1(t1Of(parameter("[1]"))));
  }
};

QTEST_APPLESS_MAIN(TestT1)
#include "test_t1.moc"
