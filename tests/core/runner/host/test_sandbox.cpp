// SPDX-License-Identifier: GPL-3.0-or-later
// What programs can and cannot do inside the sandbox.
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QtTest>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/files/files.h"
#include "runner/sandbox/sandbox.h"

using namespace kw;
namespace fs = std::filesystem;

namespace {

process::Output runInside(std::vector<std::string> arguments, SandboxOptions options = {}) {
  options.pipeInput = true;
  auto command = sandboxed(std::move(arguments), options, false);
  if (!command) qFatal("%s", command.error().text().c_str());
  auto ran = process::run(command->options, {}, std::chrono::seconds(30));
  if (!ran) qFatal("%s", ran.error().text().c_str());
  return *std::move(ran);
}

process::Output shell(const std::string& script, SandboxOptions options = {}) {
  options.mayStartProcesses = true;
  return runInside({"/bin/sh", "-c", script}, options);
}

}  // namespace

class TestSandbox : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QVERIFY2(sandboxCheck().available, sandboxCheck().reason.c_str()); }

  void programsRunAndGiveTheirOutputAndStatus() {
    const auto ran = shell("echo out; echo err >&2; exit 3");
    QCOMPARE(ran.output, std::string("out\n"));
    QCOMPARE(ran.errors, std::string("err\n"));
    QCOMPARE(ran.exit.code, 3);
  }

  void foldersOfTheUserAreNotThere_data() {
    QTest::addColumn<QString>("path");
    for (const char* path :
         {"/root", "/home", "/etc/passwd", "/etc/shadow", "/var", "/work", "/boot", "/run"})
      QTest::newRow(path) << QString(path);
    if (const char* home = std::getenv("HOME")) QTest::newRow("HOME") << QString(home);
  }
  void foldersOfTheUserAreNotThere() {
    QFETCH(QString, path);
    QVERIFY2(shell("ls -d " + path.toStdString()).exit.code != 0, "it can be seen");
  }

  void nothingCanBeWrittenOutside_data() {
    QTest::addColumn<QString>("path");
    for (const char* path : {"/usr/kw-test", "/usr/bin/kw-test", "/etc/kw-test", "/kw-test/x"})
      QTest::newRow(path) << QString(path);
  }
  void nothingCanBeWrittenOutside() {
    QFETCH(QString, path);
    QVERIFY(shell("echo x > " + path.toStdString()).exit.code != 0);
    QVERIFY(!fs::exists(path.toStdString()));
  }

  void theTemporaryFolderIsItsOwn() {
    const auto folder = files::TemporaryFolder::make();
    QCOMPARE(shell("ls /tmp; echo x > /tmp/kw-sandbox-test; cat /tmp/kw-sandbox-test").output,
             std::string("x\n"));
    QVERIFY(!fs::exists("/tmp/kw-sandbox-test"));
  }

  void givenFoldersAreReadableOrWritable() {
    const auto folder = files::TemporaryFolder::make();
    QVERIFY(files::writeAtomically(folder->path() / "file", "content\n"));
    SandboxOptions options;
    options.readable = {folder->path().string()};
    options.folder = folder->path().string();
    QCOMPARE(shell("cat file; echo more >> file", options).output, std::string("content\n"));
    QCOMPARE(*files::readText(folder->path() / "file"), std::string("content\n"));
    options.readable.clear();
    options.writable = {folder->path().string()};
    shell("echo more >> file", options);
    QCOMPARE(*files::readText(folder->path() / "file"), std::string("content\nmore\n"));
  }

  void otherProcessesCannotBeSeen() {
    const auto ran = shell("ls /proc | grep -c '^[0-9]*$'");
    QVERIFY2(std::atoi(ran.output.c_str()) < 10, ran.output.c_str());
  }

  void thereIsNoNetwork() {
    const int listening = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    QCOMPARE(::bind(listening, reinterpret_cast<sockaddr*>(&address), size), 0);
    QCOMPARE(::listen(listening, 1), 0);
    QCOMPARE(::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size), 0);
    const auto ran = runInside({"/usr/bin/python3", "-c",
                                "import socket; socket.create_connection(('127.0.0.1', " +
                                    std::to_string(ntohs(address.sin_port)) + "), 2)"});
    ::close(listening);
    QVERIFY(ran.exit.code != 0);
    QVERIFY2(QString::fromStdString(ran.errors).contains("PermissionError"), ran.errors.c_str());
  }

  void newProcessesAreRefusedUnlessAllowed() {
    const char* script =
        "import os\npid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0)\nprint('forked')";
    const auto refused = runInside({"/usr/bin/python3", "-c", script});
    QVERIFY2(QString::fromStdString(refused.errors).contains("PermissionError"),
             refused.errors.c_str());
    SandboxOptions options;
    options.mayStartProcesses = true;
    QCOMPARE(runInside({"/usr/bin/python3", "-c", script}, options).output,
             std::string("forked\n"));
  }

  void threadsMayBeStarted() {
    const auto ran = runInside({"/usr/bin/python3", "-c",
                                "import threading\nt = threading.Thread(target=lambda: "
                                "print('ran'))\nt.start()\nt.join()"});
    QCOMPARE(ran.output, std::string("ran\n"));
  }

  void mountsAndNamespacesAreRefused() {
    QVERIFY(shell("mount -t tmpfs none /tmp").exit.code != 0);
    QVERIFY(shell("unshare -U true").exit.code != 0);
    QVERIFY(shell("unshare -n true").exit.code != 0);
  }

  void memoryIsLimited() {
    SandboxOptions options;
    options.memoryBytes = int64_t{512} << 20;
    const auto ran = runInside({"/usr/bin/python3", "-c", "b = bytearray(2 << 30)"}, options);
    QVERIFY2(QString::fromStdString(ran.errors).contains("MemoryError"), ran.errors.c_str());
  }

  void timeIsLimited() {
    SandboxOptions options;
    options.cpuSeconds = 1;
    const auto ran = runInside({"/usr/bin/python3", "-c", "while True: pass"}, options);
    QVERIFY(ran.exit.signalled || ran.exit.code > 128);
    QVERIFY(!ran.timedOut);
  }

  void filesAreLimited() {
    SandboxOptions options;
    options.fileBytes = 1 << 20;
    QVERIFY(shell("head -c 4000000 /dev/zero > /tmp/big", options).exit.code != 0);
  }

  void theEnvironmentIsNotPassedOn() {
    ::setenv("KW_SECRET", "value", 1);
    QVERIFY(!QString::fromStdString(shell("env").output).contains("KW_SECRET"));
    ::unsetenv("KW_SECRET");
  }

  void descriptorsArePassedUnderTheirNumbers() {
    const auto folder = files::TemporaryFolder::make();
    QVERIFY(files::writeAtomically(folder->path() / "file", "through\n"));
    const int descriptor = ::open((folder->path() / "file").c_str(), O_RDONLY | O_CLOEXEC);
    SandboxOptions options;
    options.passed = {{descriptor, 7}};
    QCOMPARE(shell("cat <&7", options).output, std::string("through\n"));
    ::close(descriptor);
  }

  void killingItEndsEverythingInside() {
    SandboxOptions options;
    options.mayStartProcesses = true;
    auto command = sandboxed({"/bin/sh", "-c", "sleep 1000 & echo started; wait"}, options, false);
    QVERIFY(command);
    auto child = process::Child::start(command->options);
    QVERIFY(child);
    char byte = 0;
    QCOMPARE(::read(child->output().get(), &byte, 1), ssize_t(1));
    child->kill();
    child->wait();
    // The pipe closes only when the last process that holds it has ended.
    while (::read(child->output().get(), &byte, 1) > 0) {
    }
  }
};

QTEST_GUILESS_MAIN(TestSandbox)
#include "test_sandbox.moc"
