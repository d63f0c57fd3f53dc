// SPDX-License-Identifier: GPL-3.0-or-later
// Problems from sources: what is read off them, what is asked for, what is written.
#include <QTest>

#include "base/files/files.h"
#include "base/json/text.h"
#include "client/new_problem/answer_texts.h"
#include "client/new_problem/found_kernels.h"
#include "client/new_problem/problem_folder.h"
#include "support/printing.h"

using namespace kw;
using drafting::Answers;
using drafting::Draft;

namespace {

reading::GatheredSource source(const std::string& name) {
  return reading::gatherSource(std::filesystem::path(KW_TEST_DATA) / "new_problem" / name).value();
}

reading::GatheredSource made(const std::string& text) {
  return reading::sourceOfText(text, "made.cu").value();
}

Answers answers(const std::vector<std::string>& sizes, const std::vector<std::string>& shapes,
                const std::vector<std::string>& values = {}) {
  Answers all;
  for (const std::string& text : sizes)
    if (!drafting::addSize(all, text)) qFatal("size");
  for (const std::string& text : shapes)
    if (!drafting::addShape(all, text)) qFatal("shape");
  for (const std::string& text : values)
    if (!drafting::addValue(all, text)) qFatal("value");
  return all;
}

Draft draft(const reading::GatheredSource& from, const Answers& with) {
  auto result = drafting::draftOf(from, with);
  if (!result) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

std::vector<std::string> options(const Draft& of) {
  std::vector<std::string> all;
  for (const drafting::OpenQuestion& question : of.missing)
    all.push_back(question.option + " " + question.prefix);
  return all;
}

std::string role(const Draft& of, const std::string& argument) {
  for (const json::Value& one : of.problem["arguments"].asArray())
    if (one["name"].asString() == argument) return one["role"].asString();
  return {};
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const Answers scaleAnswers = answers({"n=1000,3"}, {"y=n", "x=n"}, {"factor=2"});

using Texts = std::vector<std::string>;

}  // namespace

class TestNewProblem : public QObject {
  Q_OBJECT

 private slots:
  void kernelsAreFoundWithWhatKeepsThemFromBeingUsed() {
    const auto from = made(
        "struct Shape { int a; };\n"
        "__global__ void odd(Shape shape, float* x) { x[0] = shape.a; }\n"
        "template <typename T, int N>\n"
        "__global__ void __launch_bounds__(256)\n"
        "copy(T* y, const T* x) { y[N] = x[N]; }\n");
    std::vector<std::pair<size_t, size_t>> told;
    const auto found = drafting::foundKernels(
        from, {}, [&](size_t done, size_t all) { told.emplace_back(done, all); });
    KW_VERIFY_OK(found);
    QCOMPARE(found->size(), size_t{2});
    QCOMPARE(found->at(0).name, std::string("odd"));
    QCOMPARE(found->at(0).line, 2);
    QVERIFY(holds(found->at(0).fault, "neither a pointer nor a number"));
    QCOMPARE(found->at(1).line, 5);
    QCOMPARE(found->at(1).templateHead, std::string("template <typename T, int N>"));
    QCOMPARE(found->at(1).parameters, std::string("T* y, const T* x"));
    QVERIFY(found->at(1).fault.empty());
    QVERIFY((told == std::vector<std::pair<size_t, size_t>>{{1, 2}, {2, 2}}));
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(drafting::foundKernels(from, stopped.get_token()).error().kind, ErrorKind::cancelled);
    QVERIFY(holds(drafting::foundKernels(made("int x;")).error().message, "__global__"));
  }

  void aProblemIsPreparedWithoutBeingWritten() {
    Answers given = scaleAnswers;
    drafting::AnswerTexts texts;
    texts.take({"", "--grid", "", ""}, "ceil_div(n, 256)");
    given.grid = drafting::answersOf(texts)->grid;
    const Draft complete = draft(source("scale.cu"), given);
    QCOMPARE(complete.arguments.size(), size_t{4});
    const auto folder = files::TemporaryFolder::make().value();
    const auto prepared = drafting::prepareProblem(complete, given, folder.path() / "new");
    KW_VERIFY_OK(prepared);
    QVERIFY(prepared->parts.size() >= 2 && prepared->written.files.empty());
    QVERIFY(!std::filesystem::exists(folder.path() / "new"));
    const auto plain = drafting::prepareProblem(complete, given, folder.path() / "new", false);
    KW_VERIFY_OK(plain);
    QCOMPARE(plain->parts.size(), size_t{2});
    KW_VERIFY_OK(drafting::storeProblem(*plain));
    QVERIFY(std::filesystem::exists(folder.path() / "new" / "problem.json"));
    QVERIFY(!drafting::checkNewFolder(folder.path() / "new"));
    QVERIFY(!drafting::storeProblem(*plain));  // nothing is replaced
  }

  void everythingThatIsMissingIsSaidAtOnce() {
    const Draft asked = draft(source("scale.cu"), {});
    QCOMPARE(options(asked),
             (Texts{"--shape y=", "--shape x=", "--value factor=", "--size n=", "--grid "}));
    QVERIFY(holds(asked.missing.back().what, "(count+threads-1)/threads"));
    QVERIFY(asked.problem.isNull());
  }

  void aProblemIsReadOffAProgram() {
    const Draft whole = draft(source("scale.cu"), scaleAnswers);
    QCOMPARE(options(whole), Texts());
    QCOMPARE(role(whole, "y"), std::string("output"));
    QCOMPARE(role(whole, "x"), std::string("input"));
    QCOMPARE(role(whole, "factor"), std::string("value"));
    QCOMPARE(role(whole, "n"), std::string("size"));
    const json::Value& launch = whole.problem["launches"].asArray().at(0);
    QCOMPARE(launch["function"].asString(), std::string("scale"));
    QCOMPARE(launch["grid"].asArray().at(0).asString(), std::string("(n + 256 - 1) // 256"));
    QCOMPARE(launch["block"].asArray().at(0).asInteger(), int64_t{256});
    QCOMPARE(whole.problem["cases"].asArray().size(),
             size_t{3});  // two of the sizes, one with a tail
  }

  void tailsAreTriedWhereTheGridRoundsUp_data() {
    QTest::addColumn<QString>("grid");
    QTest::addColumn<QString>("rounds");
    QTest::newRow("ceil_div") << "ceil_div(n, 256)"
                              << "up";
    QTest::newRow("by hand") << "(n + 256 - 1) // 256"
                             << "up";
    QTest::newRow("one more") << "(n - 1) // 256 + 1"
                              << "up";
    QTest::newRow("with a limit") << "min(ceil_div(n * width, 256), 1024)"
                                  << "up";
    QTest::newRow("floor") << "n // 256"
                           << "down";
    QTest::newRow("floor of a product") << "width * n // 256"
                                        << "down";
    QTest::newRow("floor with a limit") << "min(n // 256, 1024)"
                                        << "down";
    QTest::newRow("one block each") << "n"
                                    << "not";
    QTest::newRow("fixed") << "64"
                           << "not";
  }
  void tailsAreTriedWhereTheGridRoundsUp() {
    QFETCH(QString, grid);
    QFETCH(QString, rounds);
    Answers given = answers({"n=1024,1000", "width=3"}, {"y=n"});
    KW_VERIFY_OK(drafting::setGeometry(given.grid, "--grid", grid.toStdString()));
    given.block = {"256"};
    const Draft whole = draft(made("__global__ void k(int* y) { y[threadIdx.x] = 1; }"), given);
    const auto& cases = whole.problem["cases"].asArray();
    QCOMPARE(cases.size(), rounds == "up" ? size_t{3} : size_t{2});
    if (rounds == "up") QCOMPARE(cases.back()["sizes"]["n"].asInteger(), int64_t{1023});
    QCOMPARE(whole.notes.size(), rounds == "down" ? size_t{1} : size_t{0});
    if (rounds == "down")
      QVERIFY2(holds(whole.notes[0], "n is taken to divide evenly") &&
                   holds(whole.notes[0], "; 1000 DOES NOT") && !holds(whole.notes[0], "; 1024"),
               whole.notes[0].c_str());
  }

  void theLaunchOfTheInstanceCounts() {
    const auto from = made(
        "template <typename T, bool WIDE> __global__ void k(T* y) { y[threadIdx.x] = 1; }\n"
        "void run(float* y, int n, int w) {\n"
        "  k<float, true><<<n, w>>>(y);\n"
        "  k<float, false><<<n, 128>>>(y);\n"
        "  k<half, true><<<n, 32>>>(y);\n"
        "}\n");
    const auto blockOf = [&](const std::string& instance) {
      Answers given = answers({"n=64"}, {"y=n"});
      if (!drafting::setInstance(given, instance)) qFatal("instance");
      return draft(from, given).geometry.block;
    };
    QCOMPARE(blockOf("float,false"), (Texts{"128"}));
    QCOMPARE(blockOf("__half,true"), (Texts{"32"}));
    QCOMPARE(blockOf("float,true"), Texts());          // which nobody knows, not that of another
    QCOMPARE(blockOf("double,true"), (Texts{"128"}));  // better than nothing
  }

  void anOracleGetsACaseThatItCanJudge() {
    const auto from = made("__global__ void k(float* y) { y[threadIdx.x] = 1; }");
    Answers given = answers({"rows=65536", "width=1000"}, {"y=rows,width"});
    given.grid = {"rows"};
    given.block = {"256"};
    const auto cases = [&] { return draft(from, given).problem["cases"].asArray(); };
    QCOMPARE(cases().size(), size_t{1});  // the source judges itself, however large
    given.oracle = "oracle.py";
    QCOMPARE(cases().size(), size_t{2});
    QCOMPARE(cases()[1]["name"].asString(), std::string("small"));
    QCOMPARE(cases()[1]["role"].asString(), std::string("correctness"));
    QCOMPARE(cases()[1]["sizes"]["rows"].asInteger(), int64_t{256});
    QCOMPARE(cases()[1]["sizes"]["width"].asInteger(), int64_t{1000});
    given.sizes[0].second = {65536, 64};
    QCOMPARE(cases().size(), size_t{2});  // the second of the sizes is small enough
    given.sizes[0].second = {65536};
    given.grid = {"3"};  // no size may be another one
    QCOMPARE(cases().size(), size_t{1});
  }

  void macrosFromOutsideAreGiven() {
    const auto from = made(
        "__global__ void k(float* y, int n) { y[threadIdx.x] = kScale * blockDim.x; }\n"
        "void run(float* y, int n) { k<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(y, n); }\n");
    Answers given = answers({"n=64"}, {"y=n"});
    QCOMPARE(options(draft(from, given)), (Texts{"--grid ", "--block "}));
    KW_VERIFY_OK(drafting::addDefine(given, "WIDTH=32"));
    KW_VERIFY_OK(drafting::addDefine(given, "FAST"));
    const Draft whole = draft(from, given);
    QCOMPARE(whole.geometry.constants.at("WIDTH"), int64_t{32});
    QCOMPARE(json::writeLine(whole.problem["compile"]),
             std::string(R"({"defines":["FAST","WIDTH=32"]})"));
    QVERIFY2(holds(whole.notes.at(0), "NOT FOUND, so it may not compile: kScale ("),
             whole.notes[0].c_str());
    KW_VERIFY_OK(drafting::addDefine(given, "kScale=2"));
    QVERIFY(!holds(draft(from, given).notes.at(0), "NOT FOUND"));
    const auto folder = files::TemporaryFolder::make().value();
    const auto written = drafting::prepareProblem(whole, given, folder.path() / "new");
    KW_VERIFY_OK(written);  // a parameter of that name would not count beside the define
    QVERIFY(!written->written.lifted.space.find("WIDTH"));
    for (const char* wrong : {"", "=3", "2X=1", "A B", "WIDTH=64"})
      QVERIFY2(!drafting::addDefine(given, wrong), wrong);
  }

  void aTemplateNeedsAnInstance() {
    const Draft asked = draft(source("framework.cu"), {});
    QCOMPARE(options(asked), (Texts{"--instance "}));
    QVERIFY(holds(asked.missing[0].what, "template <typename scalar_t, int kWarps = 4> rowScale"));
  }

  void frameworkCodeIsNoHindrance() {
    Answers given =
        answers({"tokens=4", "hidden=100"}, {"out=tokens,hidden", "input=tokens,hidden"},
                {"stride=hidden", "gain=0.5"});
    QVERIFY(drafting::setInstance(given, "__nv_bfloat16,4").has_value());
    const Draft whole = draft(source("framework.cu"), given);
    QCOMPARE(options(whole), Texts());
    QCOMPARE(whole.kernel, std::string("lab::rowScale<__nv_bfloat16, 4>"));
    const json::Value& out = whole.problem["arguments"].asArray().at(0);
    QCOMPARE(out["type"].asString(), std::string("bf16"));
    QCOMPARE(whole.problem["launches"].asArray().at(0)["grid"].asArray().at(0).asString(),
             std::string("tokens"));
    QCOMPARE(whole.problem["launches"].asArray().at(0)["block"].asArray().at(0).asInteger(),
             int64_t{128});
  }

  void oneOfSeveralKernelsIsChosen() {
    QCOMPARE(options(draft(source("several.cu"), {})), (Texts{"--kernel "}));
    Answers given;
    given.kernel = "third";
    const auto refused = drafting::draftOf(source("several.cu"), given);
    QVERIFY(!refused.has_value());
    QVERIFY(holds(refused.error().text(), "first, second"));
  }

  void rolesFollowWhatTheKernelDoes() {
    Answers given = answers({"n=100"}, {"y=n", "x=n", "index=n", "counts=4"}, {"mode=0"});
    given.kernel = "second";
    const Draft whole = draft(source("several.cu"), given);
    QCOMPARE(options(whole), Texts());
    QCOMPARE(role(whole, "y"), std::string("output"));  // through another pointer
    QCOMPARE(role(whole, "counts"), std::string("inout"));
    QCOMPARE(role(whole, "mode"), std::string("value"));
    QVERIFY(!whole.problem["deterministic"].asBool(true));
  }

  void typesThatCannotBeReadAreAskedFor() {
    const Draft asked =
        draft(made("__global__ void k(Unknown* y) { y[0] = 1; }"), answers({"n=1"}, {"y=n"}));
    QCOMPARE(options(asked).at(0), std::string("--type y="));
  }

  void sourcesThatGiveNothingAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << ""
                           << "expected a __global__ function";
    QTest::newRow("host code") << "int main() { return 0; }"
                               << "expected a __global__ function";
    QTest::newRow("by value") << "struct P { int a; }; __global__ void k(P p) {}"
                              << "neither a pointer nor a number";
  }
  void sourcesThatGiveNothingAreRefused() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto refused = drafting::draftOf(made(text.toStdString()), {});
    QVERIFY(!refused.has_value());
    QVERIFY2(holds(refused.error().text(), says.toStdString()), refused.error().text().c_str());
    QCOMPARE(refused.error().kind, ErrorKind::badInput);
  }

  void answersThatFitNothingAreRefused() {
    Answers given = scaleAnswers;
    given.shapes["z"] = {"n"};
    const auto refused = drafting::draftOf(source("scale.cu"), given);
    QVERIFY(!refused.has_value());
    QVERIFY(holds(refused.error().text(), "no such parameter"));
  }

  void wrongOptionsAreRefused() {
    Answers given;
    QVERIFY(!drafting::addSize(given, "n").has_value());
    QVERIFY(!drafting::addSize(given, "n=many").has_value());
    QVERIFY(!drafting::addSize(given, "n=-1").has_value());
    QVERIFY(!drafting::addSize(given, "min=3").has_value());
    QVERIFY(!drafting::addShape(given, "x=n,+").has_value());
    QVERIFY(!drafting::addRole(given, "x=texture").has_value());
    QVERIFY(!drafting::addType(given, "x=quad").has_value());
    QVERIFY(!drafting::setGeometry(given.grid, "--grid", "1,2,3,4").has_value());
  }

  void aFolderIsWrittenThatChecks() {
    const auto folder = files::TemporaryFolder::make().value();
    const auto target = folder.path() / "scale";
    const auto written =
        drafting::writeProblem(draft(source("scale.cu"), scaleAnswers), scaleAnswers, target);
    QVERIFY2(written.has_value(), test::errorText(written).c_str());
    const auto loaded = loadProblem(target);
    QVERIFY2(loaded.has_value(), test::errorText(loaded).c_str());
    QVERIFY(loaded->warnings.empty());
    QVERIFY(loaded->problem.oracle.trustedSource);
    QVERIFY(loaded->problem.space->find("THREADS"));
    QVERIFY(!holds(loaded->problem.sourceText, "main"));
  }

  void nothingIsReplaced() {
    const auto folder = files::TemporaryFolder::make().value();
    const Draft whole = draft(source("scale.cu"), scaleAnswers);
    const auto refused = drafting::writeProblem(whole, scaleAnswers, folder.path());
    QVERIFY(!refused.has_value());
    QVERIFY(std::filesystem::is_empty(folder.path()));
    QVERIFY(!drafting::writeProblem(whole, scaleAnswers, folder.path() / "a" / "b").has_value());
    QVERIFY(std::filesystem::is_empty(folder.path()));
  }

  void aProblemWithoutATemplateGetsOne() {
    const auto folder = files::TemporaryFolder::make().value();
    const auto file = [&](const char* name) { return folder.path() / name; };
    const Draft whole = draft(source("scale.cu"), scaleAnswers);
    const std::string own = json::writePretty(whole.problem);
    QVERIFY(files::writeAtomically(file("problem.json"), own).has_value());
    QVERIFY(files::writeAtomically(file("kernel.cu"), whole.sourceText).has_value());
    const auto lifted = drafting::liftProblem(loadProblem(folder.path()).value());
    QVERIFY2(lifted.has_value(), test::errorText(lifted).c_str());
    const auto loaded = loadProblem(folder.path());
    QVERIFY2(loaded.has_value(), test::errorText(loaded).c_str());
    QVERIFY(loaded->problem.space->find("BLOCK"));
    const std::string now = files::readText(file("problem.json")).value();
    QVERIFY(
        now.starts_with(own.substr(0, own.find_last_not_of("}\n") + 1)));  // the user's text stands
    const auto again = drafting::liftProblem(*loaded);
    QVERIFY(!again.has_value());
    QVERIFY(holds(again.error().text(), "has a template already"));
  }
};

QTEST_APPLESS_MAIN(TestNewProblem)
#include "test_new_problem.moc"
