// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QTest>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/process/broken_pipe.h"
#include "base/process/child.h"
#include "support/printing.h"

using namespace kw;
using namespace std::chrono_literals;
using process::Child;
using process::ChildOptions;
using process::Descriptor;

namespace {

ChildOptions shell(const std::string& script) {
  ChildOptions options;
  options.arguments = {"sh", "-c", script};
  return options;
}

// One line, waiting for it; what there is at the end of the stream.
std::string readLine(Descriptor& from) {
  std::string line;
  char c = 0;
  while (::read(from.get(), &c, 1) == 1 && c != '\n')
    line += c;
  return line;
}

// A process that was killed may be seen as a zombie until its new parent has reaped it.
bool isRunning(pid_t process) {
  const std::string status = "/proc/" + std::to_string(process) + "/stat";
  Descriptor file(::open(status.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return false;
  const std::string line = readLine(file);
  const size_t name = line.rfind(") ");
  return name != std::string::npos && line[name + 2] != 'Z' && line[name + 2] != 'X';
}

char stateOf(pid_t process) {
  Descriptor file(
      ::open(("/proc/" + std::to_string(process) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  const std::string line = readLine(file);
  const size_t name = line.rfind(") ");
  return name == std::string::npos ? '?' : line[name + 2];
}

// All of them, by number.
std::string openDescriptors() {
  return "ls /proc/self/fd | tr '\\n' ' '";
}

}  // namespace

class TestChild : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { process::ignoreBrokenPipes(); }

  void aChildReadsAndWritesOverPipes() {
    ChildOptions options = shell("read line; echo \"got $line\"; echo problem >&2; exit 3");
    options.pipeErrors = true;
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QCOMPARE(::write(child->input().get(), "hello\n", 6), ssize_t{6});
    QCOMPARE(readLine(child->output()), std::string("got hello"));
    QCOMPARE(readLine(child->errors()), std::string("problem"));
    const process::Exit exit = child->wait();
    QVERIFY(!exit.signalled);
    QCOMPARE(exit.code, 3);
    QCOMPARE(exit.text(), std::string("exit status 3"));
    QCOMPARE(child->wait().code, 3);
    QCOMPARE(child->poll()->code, 3);
  }

  void withoutAPipeTheInputIsEmpty() {
    ChildOptions options = shell("cat; echo end");
    options.pipeInput = false;
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QVERIFY(!child->input().valid());
    QCOMPARE(readLine(child->output()), std::string("end"));
  }

  void anExitBySignalIsNamed() {
    auto child = Child::start(shell("kill -SEGV $$"));
    KW_VERIFY_OK(child);
    const process::Exit exit = child->wait();
    QVERIFY(exit.signalled);
    QCOMPARE(exit.code, SIGSEGV);
    QCOMPARE(exit.text(), std::string("signal 11 (SIGSEGV)"));
  }

  void whatCannotBeStartedIsAnError_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("message");
    QTest::newRow("not in PATH") << "no-such-program-here"
                                 << "" << static_cast<int>(ErrorKind::missing)
                                 << "'no-such-program-here' was not found in PATH (install it";
    QTest::newRow("no such file") << "/no/such/program"
                                  << "" << static_cast<int>(ErrorKind::missing)
                                  << "cannot start '/no/such/program': No such file";
    QTest::newRow("no program") << "/etc/passwd"
                                << "" << static_cast<int>(ErrorKind::failed)
                                << "cannot start '/etc/passwd': Permission denied";
    QTest::newRow("no such folder") << "sh"
                                    << "/no/such/folder" << static_cast<int>(ErrorKind::badInput)
                                    << "in the folder '/no/such/folder': No such file";
    QTest::newRow("a file as folder")
        << "sh"
        << "/etc/passwd" << static_cast<int>(ErrorKind::badInput) << "Not a directory";
  }
  void whatCannotBeStartedIsAnError() {
    QFETCH(QString, program);
    QFETCH(QString, folder);
    QFETCH(int, kind);
    QFETCH(QString, message);
    ChildOptions options;
    options.arguments = {test::utf8(program)};
    options.folder = test::utf8(folder);
    const auto child = Child::start(options);
    QVERIFY(!child);
    KW_VERIFY_CONTAINS(child.error().text(), test::utf8(message));
    QCOMPARE(static_cast<int>(child.error().kind), kind);
  }

  void anEmptyCommandLineIsAnError() { QVERIFY(!Child::start(ChildOptions{})); }

  void theWorkingFolderAndEnvironmentAreSet() {
    ChildOptions options = shell("pwd; echo $KW_ONE-$KW_TWO-${HOME:-none}");
    options.folder = "/usr";
    options.environment = {{"KW_ONE", "1"}, {"KW_TWO", "a b"}, {"KW_ONE", "replaced"}};
    options.clearEnvironment = true;
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QCOMPARE(readLine(child->output()), std::string("/usr"));
    QCOMPARE(readLine(child->output()), std::string("replaced-a b-none"));
  }

  void theEnvironmentIsAddedTo() {
    ChildOptions options = shell("echo ${PATH:+path}-$KW_ONE");
    options.environment = {{"KW_ONE", "1"}};
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QCOMPARE(readLine(child->output()), std::string("path-1"));
  }

  void onlyPassedDescriptorsReachTheChild() {
    // Deliberately without close-on-exec.
    const Descriptor leaky(::open("/dev/null", O_RDONLY));
    auto child = Child::start(shell(openDescriptors()));
    KW_VERIFY_OK(child);
    // ls itself has 3 open on the folder.
    QCOMPARE(readLine(child->output()), std::string("0 1 2 3 "));
  }

  void descriptorsArePassedUnderTheirNumbers() {
    auto first = process::makePipe();
    auto second = process::makePipe();
    ChildOptions options = shell("echo one >&7; echo two >&3");
    options.passed = {{first->write.get(), 7}, {second->write.get(), 3}};
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QCOMPARE(readLine(first->read), std::string("one"));
    QCOMPARE(readLine(second->read), std::string("two"));
  }

  void numbersThatCrossEachOtherArePassedRight() {
    auto first = process::makePipe();
    auto second = process::makePipe();
    const int a = first->write.get();
    const int b = second->write.get();
    ChildOptions options =
        shell("echo one >&" + std::to_string(b) + "; echo two >&" + std::to_string(a));
    options.passed = {{a, b}, {b, a}};
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QCOMPARE(readLine(first->read), std::string("one"));
    QCOMPARE(readLine(second->read), std::string("two"));
  }

  void theGroupIsKilledWithTheChild() {
    auto child = Child::start(shell("sleep 1000 & echo $!; wait"));
    KW_VERIFY_OK(child);
    const auto grandchild = static_cast<pid_t>(std::stoi(readLine(child->output())));
    QVERIFY(isRunning(grandchild));
    child->kill();
    QCOMPARE(child->wait().text(), std::string("signal 9 (SIGKILL)"));
    QTRY_VERIFY(!isRunning(grandchild));
  }

  void whatAnEndedChildLeavesBehindIsKilled() {
    auto child = Child::start(shell("sleep 1000 >/dev/null 2>&1 & echo $!"));
    KW_VERIFY_OK(child);
    const auto grandchild = static_cast<pid_t>(std::stoi(readLine(child->output())));
    QCOMPARE(child->wait().code, 0);
    QTRY_VERIFY(!isRunning(grandchild));
  }

  void aChildEndsWithItsObject() {
    pid_t process = 0;
    {
      auto child = Child::start(shell("echo ready; exec sleep 1000"));
      KW_VERIFY_OK(child);
      process = child->id();
      readLine(child->output());
      Child moved = std::move(*child);
      QVERIFY(isRunning(process));
    }
    QVERIFY(!isRunning(process));
    QCOMPARE(::kill(process, 0), -1);  // reaped, too
  }

  void aChildEndsWithTheThreadThatStartedIt() {
    pid_t process = 0;
    std::optional<Child> kept;
    std::thread([&] {
      kept.emplace(Child::start(shell("exec sleep 1000")).value());
      process = kept->id();
    }).join();
    const auto exit = kept->waitFor(10s);
    QVERIFY(exit.has_value());
    QCOMPARE(exit->text(), std::string("signal 9 (SIGKILL)"));
  }

  void terminateAsksPolitely() {
    auto child = Child::start(
        shell("trap 'echo bye; exit 4' TERM; echo ready; while :; do sleep 0.05; done"));
    KW_VERIFY_OK(child);
    QCOMPARE(readLine(child->output()), std::string("ready"));
    child->terminate();
    QCOMPARE(readLine(child->output()), std::string("bye"));
  }

  void aSuspendedChildStandsStillUntilResumed() {
    auto child = Child::start(shell("while read line; do echo $line; done"));
    KW_VERIFY_OK(child);
    child->suspend();
    QTRY_COMPARE(stateOf(child->id()), 'T');
    QCOMPARE(::write(child->input().get(), "x\n", 2), ssize_t{2});
    pollfd watched{child->output().get(), POLLIN, 0};
    QCOMPARE(::poll(&watched, 1, 0), 0);
    child->resume();
    QCOMPARE(readLine(child->output()), std::string("x"));
  }

  void aSuspendedChildCanBeKilled() {
    auto child = Child::start(shell("exec sleep 1000"));
    KW_VERIFY_OK(child);
    child->suspend();
    child->kill();
    QVERIFY(child->waitFor(10s).has_value());
  }

  void waitingEndsAtTheLimit() {
    auto child = Child::start(shell("exec cat"));
    KW_VERIFY_OK(child);
    QVERIFY(!child->poll().has_value());
    QVERIFY(!child->waitFor(1ms).has_value());
    child->input().reset();
    const auto exit = child->waitFor(10s);
    QVERIFY(exit.has_value());
    QCOMPARE(exit->code, 0);
  }

  void theEndCanBeWatched() {
    auto child = Child::start(shell("exec cat"));
    KW_VERIFY_OK(child);
    if (child->exitDescriptor() < 0) QSKIP("this kernel has no pidfd");
    pollfd watched{child->exitDescriptor(), POLLIN, 0};
    QCOMPARE(::poll(&watched, 1, 0), 0);
    child->input().reset();
    QCOMPARE(::poll(&watched, 1, 10'000), 1);
    QVERIFY(child->poll().has_value());
  }

  void limitsAreSetBeforeTheProgramStarts() {
    ChildOptions options = shell("ulimit -n");
    options.beforeExec = [] {
      const rlimit limit{64, 64};
      ::setrlimit(RLIMIT_NOFILE, &limit);
    };
    auto child = Child::start(options);
    KW_VERIFY_OK(child);
    QCOMPARE(readLine(child->output()), std::string("64"));
  }

  void brokenPipesEndTheChildAsUsual() {
    // We ignore SIGPIPE; the child must not.
    auto child = Child::start(shell("read line; echo one; exec yes"));
    KW_VERIFY_OK(child);
    child->output().reset();
    child->input().reset();
    const auto exit = child->waitFor(10s);
    QVERIFY(exit.has_value());
    QCOMPARE(exit->text(), std::string("signal 13 (SIGPIPE)"));
  }

  void manyChildrenLeaveNoDescriptorsOrProcessesBehind() {
    const auto count = [] {
      return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                           std::filesystem::directory_iterator());
    };
    const auto before = count();
    for (int i = 0; i < 50; ++i) {
      auto child = Child::start(shell("exit 0"));
      KW_VERIFY_OK(child);
      if (i % 2 == 0) child->wait();
    }
    QCOMPARE(count(), before);
  }

  void childrenAreStartedFromSeveralThreads() {
    std::atomic<int> right{0};
    {
      std::vector<std::jthread> threads;
      for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&right] {
          for (int i = 0; i < 20; ++i) {
            auto child = Child::start(shell("cat"));
            if (!child) continue;
            // An end that another child had inherited would keep this one waiting.
            child->input().reset();
            const auto exit = child->waitFor(20s);
            if (exit && exit->code == 0 && !exit->signalled) ++right;
          }
        });
    }
    QCOMPARE(right.load(), 80);
  }
};

QTEST_APPLESS_MAIN(TestChild)
#include "test_child.moc"
