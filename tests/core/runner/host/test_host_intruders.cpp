// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates that mean harm: each is stopped, and its outcome names what it tried.
#include <QtTest>
#include <filesystem>

#include "core/runner/host/bench.h"
#include "runner/sandbox/sandbox.h"

using namespace kw;
using namespace kw::host::bench;
using Kind = LaunchOutcome::Kind;

namespace {

const std::string headers =
    "#include <errno.h>\n#include <fcntl.h>\n#include <pthread.h>\n#include <setjmp.h>\n"
    "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n"
    "#include <sys/ptrace.h>\n#include <sys/socket.h>\n#include <sys/syscall.h>\n"
    "#include <sys/uio.h>\n#include <unistd.h>\n"
    "static void* nothing(void* p) { return p; }\n";

bool contains(const std::string& text, const QString& part) {
  return QString::fromStdString(text).contains(part);
}

}  // namespace

class TestHostIntruders : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    if (!sandboxCheck().available) QSKIP(sandboxCheck().reason.c_str());
  }

  void whatACandidateTriesIsNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* body, const char* named) {
      QTest::newRow(name) << QString(body) << QString(named);
    };
    row("read a file", "open(\"/usr/bin/env\", O_RDONLY);", "open a file");
    row("read a file as C does", "fopen(\"/etc/passwd\", \"r\");", "open a file");
    row("make a file", "open(\"/tmp/kernelwright-escape\", O_CREAT | O_WRONLY, 0600);",
        "open a file");
    row("remove a file", "unlink(\"/tmp/kernelwright-escape\");", "system call");
    const char* blocking = "such as starting a process or a thread";
    row("fork", "fork();", "start a process or a thread");
    row("vfork", "syscall(SYS_vfork);", "start a process or a thread");
    row("a shell", "system(\"true\");", blocking);
    row("a program", "execl(\"/usr/bin/env\", \"env\", nullptr);", "start a program");
    row("a thread", "pthread_t t; pthread_create(&t, 0, nothing, 0);", blocking);
    row("a socket", "socket(AF_INET, SOCK_STREAM, 0);", "open a socket");
    row("a pair of sockets", "int s[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, s);", "open a socket");
    row("a signal to its parent", "kill(getppid(), SIGKILL);", "send a signal");
    row("tracing", "ptrace(PTRACE_ATTACH, getppid(), 0, 0);", "reach into another process");
    row("its parent's memory", "iovec v{p, 4}; process_vm_writev(getppid(), &v, 1, &v, 1, 0);",
        "reach into another process");
    row("the request's channel", "write(3, p, 4);", "a channel that is not its own");
    row("the reply's channel", "write(4, p, 4);", "a channel that is not its own");
    row("the runner's socket", "write(5, p, 4);", "a channel that is not its own");
    row("a message to the runner", "send(5, p, 4, 0);", "a channel that is not its own");
    row("shared memory",
        "mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);",
        "memory that is not limited");
    row("a file in memory", "syscall(SYS_memfd_create, \"m\", 0);", "memory that is not limited");
    row("with the signal ignored", "signal(SIGSYS, SIG_IGN); socket(AF_INET, SOCK_STREAM, 0);",
        "open a socket");
    row("with the signal blocked",
        "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); "
        "socket(AF_INET, SOCK_STREAM, 0);",
        "after a system call that the sandbox refuses");
    row("an early end", "_exit(0);", "ended without a report");
    row("an early end of all threads", "exit(0);", "ended without a report");
  }
  void whatACandidateTriesIsNamed() {
    QFETCH(QString, body);
    QFETCH(QString, named);
    Bench bench(headers + "__global__ void kernel(int* p) { " + body.toStdString() + " *p = 1; }");
    const BufferId p = bench.array(std::vector<int>(1, 7));
    const LaunchOutcome outcome = bench.launch({}, {Bench::buffer(p)});
    QVERIFY2(outcome.kind == Kind::crashed, outcome.message.c_str());
    QVERIFY2(contains(outcome.message, named), outcome.message.c_str());
    QCOMPARE(bench.read<int>(p, 1)[0], 7);
    QVERIFY(!std::filesystem::exists("/tmp/kernelwright-escape"));
  }

  void soItIsBeforeTheFirstLaunch_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("named");
    QTest::newRow("a process") << "fork()"
                               << "start a process or a thread";
    QTest::newRow("a shell") << "system(\"true\")"
                             << "such as starting a process or a thread";
    QTest::newRow("a program") << "execl(\"/usr/bin/env\", \"env\", nullptr)"
                               << "start a program";
    QTest::newRow("a socket") << "socket(AF_INET, SOCK_STREAM, 0)"
                              << "open a socket";
    QTest::newRow("a file") << "open(\"/tmp/kernelwright-escape\", O_CREAT | O_WRONLY, 0600)"
                            << "open a file";
  }
  void soItIsBeforeTheFirstLaunch() {
    QFETCH(QString, expression);
    QFETCH(QString, named);
    Bench bench(headers + "static int reached = " + expression.toStdString() +
                ";\n__global__ void kernel(int* p) { *p = reached; }");
    QVERIFY(!bench.loaded());
    QCOMPARE(bench.loading.kind, Kind::crashed);
    QVERIFY2(contains(bench.loading.message, named), bench.loading.message.c_str());
  }

  // Loading is the one moment when files may be read, since the candidate is one.
  void nothingOfTheUsersIsThereWhileItIsLoaded() {
    Bench bench(headers +
                "static bool reads(const char* f) { return open(f, O_RDONLY) >= 0; }\n"
                "static int reached = reads(\"/root\") + 2 * reads(\"/etc/passwd\") + 4 * "
                "reads(\"/home\") + 8 * reads(\"/proc/self/maps\") + 16 * reads(\"/proc/1/fd/2\") "
                "+ 32 * reads(\"" +
                std::string(KW_SOURCE_FOLDER) +
                "/LICENSE\");\n__global__ void kernel(int* p) { *p = reached; }");
    const BufferId p = bench.array(std::vector<int>(1, 7));
    KW_FINISHES(bench.launch({}, {Bench::buffer(p)}));
    QCOMPARE(bench.read<int>(p, 1)[0], 0);
  }

  // What the C library does by itself, many threads of a candidate giving memory back.
  void whatTheLibraryLooksUpIsNoIntrusion() {
    Bench bench(headers +
                "__global__ void kernel(int* p) {\n"
                "  for (int i = 0; i < 50; ++i) { char* m[40]; for (char*& one : m) { one = "
                "(char*)malloc(100000); one[0] = one[99999] = 1; } for (char* one : m) free(one); "
                "}\n  printf(\"block %d\\n\", blockIdx.x); atomicAdd(p, 1); }");
    const BufferId p = bench.array(std::vector<int>(1));
    KW_FINISHES(bench.launch({{64, 1, 1}, {1, 1, 1}}, {Bench::buffer(p)}));
    QCOMPARE(bench.read<int>(p, 1)[0], 64);
  }

  void aCandidateCannotHaveAllMemory() {
    Bench bench(
        "__global__ void kernel(int* p) { size_t got = 0; while (void* m = malloc(64 << 20)) { got "
        "+= 64; *(volatile char*)m = 1; } p[0] = got; }");
    const BufferId p = bench.array(std::vector<int>(1));
    KW_FINISHES(bench.launch({}, {Bench::buffer(p)}));
    QVERIFY(bench.read<int>(p, 1)[0] < 4096);
  }

  // It may come back as an answer, never as a result.
  void aJumpOutOfTheKernelWritesNothing() {
    Bench bench(headers +
                "static jmp_buf before; static int jumped = setjmp(before);\n"
                "__global__ void kernel(int* p) { if (*p == 7) longjmp(before, 1); *p = 1; }");
    const BufferId p = bench.array(std::vector<int>(1, 7));
    bench.launch({}, {Bench::buffer(p)}, 5);
    QCOMPARE(bench.read<int>(p, 1)[0], 7);
    const BufferId other = bench.array(std::vector<int>(1, 8));
    KW_FINISHES(bench.launch({}, {Bench::buffer(other)}));
    QCOMPARE(bench.read<int>(other, 1)[0], 1);
  }

  // The answer lies in memory of the candidate's process: one that finds it can answer at once and
  // compute on, right results and all.
  void anAnswerBeforeTheEndIsNoTime_data() {
    QTest::addColumn<bool>("warm");
    QTest::newRow("cold") << false;
    QTest::newRow("warm") << true;
  }
  void anAnswerBeforeTheEndIsNoTime() {
    QFETCH(bool, warm);
    Bench bench(headers + R"cpp(
      static unsigned *request, *reply;
      static bool readable(const void* at) {
        return syscall(SYS_rt_sigprocmask, 99, at, nullptr, 8) == -1 && errno == EINVAL;
      }
      static bool find() {
        for (unsigned** at = (unsigned**)__builtin_frame_address(0); readable(at + 1); ++at) {
          request = at[0], reply = at[1];
          if (((size_t)request | (size_t)reply) % 4096 == 0 && request && reply &&
              readable(request) && readable(reply) && *request == *reply + 1)
            return true;
        }
        return false;
      }
      static const bool found = find();  // on the launcher's own stack, below its caller's
      __global__ void kernel(int* p, int forge) {
        if (forge && found) {
          reply[1] = 0;
          __atomic_store_n(reply, *request, __ATOMIC_SEQ_CST);
          syscall(SYS_futex, reply, 1 /* wake */, 1, nullptr, nullptr, 0);
        }
        for (volatile int i = 0; i < 5000000; i = i + 1) {
        }
        *p = found;
      })cpp");
    const BufferId p = bench.array(std::vector<int>(1, 7));
    KW_FINISHES(bench.launch({}, {Bench::buffer(p), Bench::value(0)}));
    QCOMPARE(bench.read<int>(p, 1)[0], 1);  // else this test proves nothing
    for (const int forge : {0, 1}) {
      TimingPlan plan;
      plan.launches = {bench.bound({}, {Bench::buffer(p), Bench::value(forge)})};
      plan.protocol.warmups = 1;
      plan.protocol.launches = 40;
      plan.protocol.caseSeconds = 0;
      plan.protocol.precision = 0;
      plan.state = warm ? TimedState::warm : TimedState::cold;
      plan.deadlineSeconds = 20;
      auto result = bench.device().time(bench.module(), plan, {});
      // On a busy machine an early answer can be heard late: then its time is no better.
      for (int i = 0; i < 10 && forge != 0 && result && result->outcome.ok(); ++i)
        result = bench.device().time(bench.module(), plan, {});
      QVERIFY(result);
      QVERIFY2(result->outcome.ok() == (forge == 0), result->outcome.message.c_str());
      if (forge != 0)
        QVERIFY2(contains(result->outcome.message, "answers before it is done"),
                 result->outcome.message.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(TestHostIntruders)
#include "test_host_intruders.moc"
