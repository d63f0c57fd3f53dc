// SPDX-License-Identifier: GPL-3.0-or-later
// A machine on which no sandbox can be had: nothing runs without consent, everything with it.
#include <QtTest>
#include <cstdlib>
#include <filesystem>

#include "base/files/files.h"
#include "core/runner/host/bench.h"
#include "runner/device/host/host_device_kind.h"
#include "runner/sandbox/sandbox.h"

using namespace kw;

class TestHostWithoutSandbox : public QObject {
  Q_OBJECT
 private slots:
  // Before anything asks for a sandbox: a PATH that has a compiler and no bubblewrap.
  void initTestCase() {
    auto made = files::TemporaryFolder::make();
    QVERIFY(made);
    m_path = std::make_unique<files::TemporaryFolder>(*std::move(made));
    std::filesystem::create_symlink(process::findProgram("g++"), m_path->path() / "g++");
    ::setenv("PATH", m_path->path().c_str(), 1);
  }

  void whatIsMissingIsSaid() {
    QVERIFY(!sandboxCheck().available);
    QVERIFY(QString::fromStdString(sandboxCheck().reason).contains("bubblewrap"));
    const DeviceKind kind = hostDeviceKind(false);
    const auto listing = kind.list();
    QVERIFY(listing.devices.empty());
    QVERIFY2(
        QString::fromStdString(listing.missing.at(0)).contains("install the package bubblewrap"),
        listing.missing[0].c_str());
    QCOMPARE(kind.open("host").error().kind, ErrorKind::missing);
    QCOMPARE(kind.makeCompiler().error().kind, ErrorKind::missing);
    QCOMPARE(sandboxed({"true"}, {}, false).error().kind, ErrorKind::missing);
  }

  void withConsentCandidatesRunUnderTheirLimits() {
    const DeviceKind kind = hostDeviceKind(true);
    QCOMPARE(kind.list().devices.size(), size_t(1));
    const auto compiler = kind.makeCompiler();
    QVERIFY2(compiler, compiler ? "" : compiler.error().text().c_str());
    CompileJob job;
    job.fileName = "kernel.cu";
    job.functions = {"kernel"};
    job.text =
        "__global__ void kernel(int* p) { if (p[1] == 1) { *(volatile int*)0 = 1; } while (p[1] == "
        "2) { *(volatile int*)p; } *p = 42; }";
    const auto outcome = (*compiler)->compile(job, {});
    QVERIFY2(outcome->ok, outcome->log.c_str());
    const auto device = kind.open("host");
    auto loaded = (*device)->load(outcome->artefact);
    QVERIFY2(loaded && loaded->module, loaded->outcome.message.c_str());
    const auto launched = [&](int mode) {
      const std::vector<int> values = {0, mode};
      const auto buffer = (*device)->allocate(8, 256);
      QTest::qVerify(bool((*device)->upload(*buffer, 0, std::as_bytes(std::span(values)))),
                     "upload", "", __FILE__, __LINE__);
      BoundLaunch launch;
      launch.launch.function = "kernel";
      launch.arguments.resize(1);
      launch.arguments[0].buffer = *buffer;
      return (*device)->launch(*loaded->module, {launch}, 0.3)->kind;
    };
    QCOMPARE(launched(0), LaunchOutcome::Kind::finished);
    QCOMPARE(launched(1), LaunchOutcome::Kind::crashed);
    QCOMPARE(launched(2), LaunchOutcome::Kind::hung);
    QCOMPARE(launched(0), LaunchOutcome::Kind::finished);
  }

 private:
  std::unique_ptr<files::TemporaryFolder> m_path;
};

QTEST_GUILESS_MAIN(TestHostWithoutSandbox)
#include "test_host_without_sandbox.moc"
