// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters in a template, compilers' messages, and drafts that come back.
#include <QTest>

#include "support/printing.h"
#include "view/code/compiler_messages.h"
#include "view/code/parameter_places.h"
#include "view/code/part_draft.h"

using namespace kw;
using view::CompilerMessage;
using Severity = view::CompilerMessage::Severity;

class TestCodeTexts : public QObject {
  Q_OBJECT

 private slots:
  void parametersAreFoundInCodeAndDirectivesOnly() {
    const std::string text =
        "// BLOCK in a comment\n"
        "#if VEC /* VEC */ > 1 && \\\n"
        "    BLOCK\n"
        "const char* s = \"BLOCK\";\n"
        "int x = MY_BLOCK + BLOCK;\n";
    const auto places = view::parameterPlaces(text, {"BLOCK", "VEC"});
    QCOMPARE(places.size(), size_t{3});
    QCOMPARE(places[0].line, 2);
    QCOMPARE(places[0].column, 5);
    QCOMPARE(places[1].line, 3);
    QCOMPARE(places[1].column, 5);
    QCOMPARE(places[2].line, 5);
    QCOMPARE(places[2].column, 20);
    for (const view::ParameterPlace& place : places)
      QCOMPARE(text.substr(place.offset, place.parameter == 0 ? 5 : 3),
               std::string(place.parameter == 0 ? "BLOCK" : "VEC"));
  }

  void valuesTakeThePlaceOfUsesOnly() {
    const Configuration configuration({{"BLOCK", int64_t{64}}, {"T", std::string("float")}});
    QCOMPARE(view::filledTemplate("#ifdef BLOCK\n#if defined(BLOCK) && BLOCK > 2 // BLOCK\n"
                                  "T x[BLOCK];\n",
                                  configuration),
             std::string("#ifdef BLOCK\n#if defined(BLOCK) && 64 > 2 // BLOCK\nfloat x[64];\n"));
    QCOMPARE(view::filledTemplate("int x;", Configuration()), std::string("int x;"));
  }

  void messagesOfNvrtcAreRead() {
    const auto messages = view::compilerMessages(
        "template.cu(12): error: identifier \"a\" is undefined\n"
        "      int x = a;\n"
        "              ^\n\n"
        "my dir(1)/template.cu(20): warning #177-D: variable \"x\" was declared but never\n"
        "          referenced\n\n"
        "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
        "template.cu(3): error #20-D: no instance\n"
        "            argument types are: (int, float)\n"
        "      f(1, 2.0f);\n"
        "      ^\n\n"
        "2 errors detected in the compilation of \"template.cu\".\n");
    QCOMPARE(messages.size(), size_t{3});
    QVERIFY((messages[0] == CompilerMessage{"template.cu", 12, 0, Severity::error,
                                            "identifier \"a\" is undefined"}));
    QVERIFY((messages[1] == CompilerMessage{"my dir(1)/template.cu", 20, 0, Severity::warning,
                                            "variable \"x\" was declared but never referenced"}));
    QCOMPARE(messages[2].text, std::string("no instance argument types are: (int, float)"));
  }

  void messagesOfGccAreRead() {
    const auto messages = view::compilerMessages(
        "template.cu: In function 'void f()':\n"
        "template.cu:12:5: error: 'a' was not declared in this scope\n"
        "   12 |     a = 1;\n"
        "      |     ^\n"
        "template.cu:14: warning: unused\n"
        "/usr/include/x.h:3:1: note: declared here\n"
        "template.cu:1:10: fatal error: no.h: No such file or directory\n");
    QCOMPARE(messages.size(), size_t{4});
    QVERIFY((messages[0] == CompilerMessage{"template.cu", 12, 5, Severity::error,
                                            "'a' was not declared in this scope"}));
    QCOMPARE(messages[1].line, 14);
    QCOMPARE(messages[1].severity, Severity::warning);
    QCOMPARE(messages[2].severity, Severity::note);
    QCOMPARE(messages[3].text, std::string("no.h: No such file or directory"));
  }

  void messagesWithoutAPlaceAreKept() {
    const auto messages = view::compilerMessages(
        "ptxas error   : Entry function 'k' uses too much shared data\nptxas info : 0 bytes\n");
    QCOMPARE(messages.size(), size_t{1});
    QCOMPARE(messages[0].line, 0);
  }

  void anyTextIsRead() {
    for (const char* text : {"", ":", "(", "a(", "a(1", "a(1)", "a(1):", "a:1", "a:1:", "a:1:2:",
                             "a(99999999999): error: x", "a(1): error", " ^", "\n\n\n"})
      QVERIFY(view::compilerMessages(text).empty());
  }

  void onlyFaultsOfTheFileAreTaken() {
    Error first{ErrorKind::badInput, "one", Place{"space.json", 3, 4, {}}, {}, {}};
    first.further.push_back(
        Error{ErrorKind::badInput, "two", Place{"template.cu", 7, 0, {}}, "do this", {}});
    const auto found = view::faultsIn({first}, "template.cu");
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].line, 7);
    QCOMPARE(found[0].text, std::string("two (do this)"));
  }

  void anEditThatComesBackTakesNobodysPlace() {
    view::PartDraft draft;
    draft.reset("a");
    draft.sent("b");
    draft.sent("c");
    QVERIFY(!draft.replacedBy("a"));  // another part of the problem changed meanwhile
    QVERIFY(!draft.replacedBy("b"));
    QVERIFY(!draft.replacedBy("c"));
    QVERIFY(!draft.replacedBy("c"));
    QVERIFY(draft.replacedBy("a"));  // an earlier revision, from elsewhere
    QVERIFY(!draft.replacedBy("a"));
    QCOMPARE(draft.last(), std::string("a"));
  }
};

QTEST_APPLESS_MAIN(TestCodeTexts)
#include "test_code_texts.moc"
