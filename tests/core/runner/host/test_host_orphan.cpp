// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher whose runner is gone ends, though nobody kills it: here nothing else could, since it
// was started without a sandbox and outlives its parent.
#include <sys/mman.h>
#include <sys/socket.h>

#include <QtTest>

#include "core/runner/host/bench.h"
#include "runner/device/host/launcher_process.h"
#include "runner/device/host/sealed_memory.h"
#include "runner/device/host/shared/futex.h"
#include "runner/device/host/shared/launch_protocol.h"

using namespace kw;
using namespace kw::host;

namespace {

template <class T>
T* mapped(const files::Descriptor& memory) {
  void* at = ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
  if (at == MAP_FAILED) qFatal("no shared memory");
  return static_cast<T*>(at);
}

// A launcher with a candidate loaded, and the runner's end of its socket.
struct Orphan {
  files::Descriptor request, reply, socket;
  Request* orders = nullptr;
  Reply* answers = nullptr;
  std::optional<process::Child> child;

  explicit Orphan(const std::string& sharedObject) {
    request = sealedMemory("request", sizeof(Request)).value();
    reply = sealedMemory("reply", sizeof(Reply)).value();
    const files::Descriptor forReading = readOnly(request).value();
    orders = mapped<Request>(request);
    answers = mapped<Reply>(reply);
    int sockets[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) qFatal("no socket");
    socket = files::Descriptor(sockets[0]);
    const files::Descriptor theirs(sockets[1]);
    process::ChildOptions options;
    options.arguments = {LauncherProcess::program().value(), sharedObject, "2", "unfiltered",
                         "plain"};
    options.pipeInput = options.pipeOutput = false;
    options.dieWithParent = false;
    options.passed = {{forReading.get(), requestDescriptor},
                      {reply.get(), replyDescriptor},
                      {theirs.get(), socketDescriptor}};
    orders->command = Command::load;
    orders->sequence.store(1);
    child = process::Child::start(options).value();
  }
  ~Orphan() {
    ::munmap(orders, sizeof(Request));
    ::munmap(answers, sizeof(Reply));
  }
};

}  // namespace

class TestHostOrphan : public QObject {
  Q_OBJECT
 private slots:
  void anIdleLauncherEndsWithItsRunner() {
    Orphan orphan(loadable());
    QTRY_COMPARE_WITH_TIMEOUT(orphan.answers->sequence.load(), uint32_t{1}, 60000);
    QVERIFY(!orphan.child->poll());
    orphan.socket.reset();
    QVERIFY(orphan.child->waitFor(std::chrono::seconds(60)).has_value());
  }

  void aSpinningKernelEndsWithItsRunner() {
    Orphan orphan(loadable());
    QTRY_COMPARE_WITH_TIMEOUT(orphan.answers->sequence.load(), uint32_t{1}, 60000);
    auto* operation = new (orphan.orders->data) Operation{};
    for (int axis = 0; axis < 3; ++axis)
      operation->grid[axis] = operation->block[axis] = 1;
    orphan.orders->command = Command::launch;
    orphan.orders->operationCount = 1;
    orphan.orders->repeats = 1;
    orphan.orders->sequence.store(2);
    futexWake(orphan.orders->sequence);
    QVERIFY(!orphan.child->poll());
    orphan.socket.reset();
    QVERIFY(orphan.child->waitFor(std::chrono::seconds(60)).has_value());
  }

  void aLauncherWhoseRunnerIsGoneBeforeItBeginsEnds() {
    Orphan orphan(loadable());
    orphan.socket.reset();
    QVERIFY(orphan.child->waitFor(std::chrono::seconds(60)).has_value());
  }

 private:
  static std::string loadable() {
    const CompileOutcome outcome = bench::compile(
        "__global__ void kernel() { for (volatile int i = 0;; i = 1) {} }", {"kernel"});
    if (!outcome.ok) qFatal("%s", outcome.log.c_str());
    return outcome.artefact.path;
  }
};

QTEST_APPLESS_MAIN(TestHostOrphan)
#include "test_host_orphan.moc"
