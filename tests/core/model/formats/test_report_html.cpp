// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report_html.h"

#include <QTest>
#include <QXmlStreamReader>
#include <cmath>

#include "core/model/formats/sample_session.h"
#include "model/formats/axis.h"
#include "model/formats/html.h"
#include "model/formats/latency_plot.h"
#include "support/printing.h"

using namespace kw;

namespace {

ReportContent contentOf(const LoadedProblem& problem, std::vector<Evaluation> evaluations,
                        DeviceInfo device = sample::gpu()) {
  ReportContent content;
  content.problem = &problem;
  content.standing = standingOf(problem, std::move(evaluations));
  content.device = std::move(device);
  content.runs = {"strategy random, seed 1"};
  content.session = "s.kwr";
  return content;
}

// What stands between <svg and </svg> is XML; so is a body whose elements are all closed.
QString xmlFault(const std::string& html) {
  const size_t begin = html.find("<body>"), end = html.find("</body>");
  if (begin == std::string::npos || end == std::string::npos) return "there is no body";
  QXmlStreamReader reader(QByteArray::fromStdString(html.substr(begin, end + 7 - begin)));
  reader.addExtraNamespaceDeclaration({});
  while (!reader.atEnd())
    reader.readNext();
  return reader.hasError() ? reader.errorString() + QString(" at line %1").arg(reader.lineNumber())
                           : QString();
}

}  // namespace

class TestReportHtml : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_problem = sample::load("templates/silu_and_mul"); }
  void leadsWithTheFindingAndLeavesNothingOut();
  void isWellFormed();
  void textFromOutsideIsEscaped();
  void nothingComesFromElsewhere();
  void aHostsReportIsHeadedAsSuch();
  void anEmptySessionSaysSo();
  void theWinnerOfEachCaseStandsBesideTheGeneralOne();
  void everyCandidateIsInThePlot();
  void axesHaveRoundTicks_data();
  void axesHaveRoundTicks();

 private:
  std::vector<Evaluation> evaluations() const {
    std::vector<Evaluation> all{sample::source(m_problem, 4)};
    all.push_back(sample::verified(m_problem, sample::configuration(m_problem, "BLOCK=128"), 3));
    all.push_back(sample::verified(m_problem, sample::configuration(m_problem, "BLOCK=256"), 2));
    all.push_back(sample::failed(m_problem, sample::configuration(m_problem, "BLOCK=512"),
                                 VerdictKind::failedToCompile, "no such type"));
    all.back().verdict.detail = "template.cu(3): error: identifier <undefined> & more";
    return all;
  }
  LoadedProblem m_problem;
};

void TestReportHtml::leadsWithTheFindingAndLeavesNothingOut() {
  const std::string report = reportHtml(contentOf(m_problem, evaluations()));
  for (const char* part :
       {"2.00× over the source kernel", "3 candidates: 2 verified, 1 failed (1 failed to compile).",
        "BLOCK=512", "no such type", "driver", "580.95", "NVRTC 13.0", "prefers-color-scheme: dark",
        "tokens=16384, width=14336", "strategy random, seed 1",
        "kwr tune silu_and_mul --device cuda:0", "odd, prime, tail, length 1, wide"})
    KW_VERIFY_CONTAINS(report, part);
  QVERIFY(report.find("2.00× over") < report.find("<svg"));
}

void TestReportHtml::isWellFormed() {
  QCOMPARE(xmlFault(reportHtml(contentOf(m_problem, evaluations()))), QString());
  QCOMPARE(xmlFault(reportHtml(contentOf(m_problem, {}))), QString());
}

void TestReportHtml::textFromOutsideIsEscaped() {
  LoadedProblem problem = m_problem;
  problem.problem.name = "<script>alert('x')</script>";
  std::vector<Evaluation> all = evaluations();
  all.back().verdict.message = "\"</td><img src=x onerror=alert(1)>\x01";
  ReportContent content = contentOf(problem, all);
  content.device.driver = "<b>";
  content.session = "a&b.kwr";
  const std::string report = reportHtml(content);
  QVERIFY(report.find("<script") == std::string::npos);
  QVERIFY(report.find("<img") == std::string::npos);
  QVERIFY(report.find("<b>") == std::string::npos);
  KW_VERIFY_CONTAINS(report, "&lt;script&gt;alert(&#39;x&#39;)");
  KW_VERIFY_CONTAINS(report, "identifier &lt;undefined&gt; &amp; more");
  QCOMPARE(xmlFault(report), QString());
}

void TestReportHtml::nothingComesFromElsewhere() {
  const std::string report = reportHtml(contentOf(m_problem, evaluations()));
  for (const char* part : {"http://", "https://", "<script", "<link", "src=", "@import", "url("})
    QVERIFY2(report.find(part) == std::string::npos, part);
}

void TestReportHtml::aHostsReportIsHeadedAsSuch() {
  const Evaluation source = sample::source(m_problem, 4, sample::cpu());
  const std::string report = reportHtml(contentOf(m_problem, {source}, sample::cpu()));
  KW_VERIFY_CONTAINS(report, "CPU time: says nothing about a GPU");
  KW_VERIFY_CONTAINS(report, "tokens=128, width=3584");  // the sizes that the host used
}

void TestReportHtml::anEmptySessionSaysSo() {
  const std::string report = reportHtml(contentOf(m_problem, {}));
  KW_VERIFY_CONTAINS(report, "no candidate was verified");
  KW_VERIFY_CONTAINS(report, "Nothing was timed.");
}

void TestReportHtml::theWinnerOfEachCaseStandsBesideTheGeneralOne() {
  // 64 is best over all, 512 on the first case by a factor of two.
  const auto timed = [&](const char* configuration, double first, double second) {
    Evaluation made = sample::verified(m_problem, sample::configuration(m_problem, configuration),
                                       std::sqrt(first * second));
    made.measurements[0] = sample::measurement(made.measurements[0].caseName, first);
    made.measurements[1] = sample::measurement(made.measurements[1].caseName, second);
    return made;
  };
  std::vector<Evaluation> all{sample::source(m_problem, 4), timed("BLOCK=64", 1, 1),
                              timed("BLOCK=512", 0.5, 3)};
  const auto table = [&] {
    const std::string report = reportHtml(contentOf(m_problem, all));
    const size_t begin = report.find("Best per case");
    return report.substr(begin, report.find("</table>", begin) - begin);
  };
  const std::string differing = table();
  const std::string first = m_problem.problem.cases[0].name;
  for (const std::string& part : {first, std::string("BLOCK=512"), std::string("500.0 µs"),
                                  std::string("2.00×"), std::string("the general winner")})
    KW_VERIFY_CONTAINS(differing, part);
  QVERIFY(differing.find("BLOCK=64") == std::string::npos);  // it is the general winner
  all.pop_back();
  QVERIFY(table().find("BLOCK=") == std::string::npos);
  all.clear();
  KW_VERIFY_CONTAINS(reportHtml(contentOf(m_problem, all)), "No case was timed.");
}

void TestReportHtml::everyCandidateIsInThePlot() {
  const QString svg = QString::fromStdString(latencyPlotSvg(standingOf(m_problem, evaluations())));
  QCOMPARE(svg.count("<circle"), 2);
  QCOMPARE(svg.count("class=\"failed\""), 1);
  QCOMPARE(svg.count("<rect"), 1);
  QCOMPARE(svg.count("class=\"best\""), 1);
}

void TestReportHtml::axesHaveRoundTicks_data() {
  QTest::addColumn<double>("low");
  QTest::addColumn<double>("high");
  QTest::addColumn<bool>("logarithmic");
  QTest::newRow("narrow") << 2.0 << 4.0 << false;
  QTest::newRow("small") << 0.0011 << 0.0019 << false;
  QTest::newRow("wide") << 0.02 << 35.0 << true;
  QTest::newRow("very wide") << 1e-6 << 1e6 << true;
}

void TestReportHtml::axesHaveRoundTicks() {
  QFETCH(const double, low);
  QFETCH(const double, high);
  QFETCH(const bool, logarithmic);
  const Axis axis = axisFor(low, high);
  QCOMPARE(axis.logarithmic, logarithmic);
  QVERIFY(axis.ticks.size() >= 2 && axis.ticks.size() <= 7);
  QVERIFY(axis.low <= low && axis.high >= high);
  QVERIFY(axis.position(high) <= 1 && axis.position(low) >= 0 &&
          axis.position(low) < axis.position(high));
}

QTEST_GUILESS_MAIN(TestReportHtml)
#include "test_report_html.moc"
