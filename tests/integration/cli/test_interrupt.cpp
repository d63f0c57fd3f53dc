// SPDX-License-Identifier: GPL-3.0-or-later
// Signals to a program whose work does not obey the first of them.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <chrono>
#include <csignal>
#include <thread>

#include "cli/interrupt.h"

using namespace kw;
using namespace std::chrono_literals;

namespace {

// What the stop calls never comes back, and neither does the work.
[[noreturn]] void workForEver(int told) {
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDERR_FILENO);
  cli::Output output(false);
  cli::Interrupt interrupt(output);
  const std::stop_callback stuck(interrupt.token(), [told] {
    if (::write(told, "s", 1) != 1) ::_exit(1);
    while (true)
      ::pause();
  });
  if (::write(told, "r", 1) != 1) ::_exit(1);
  while (true)
    ::pause();
}

}  // namespace

class TestInterrupt : public QObject {
  Q_OBJECT

 private slots:
  void aSecondSignalEndsWhatDoesNotObey() {
    auto pipe = process::makePipe();
    QVERIFY(pipe);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) workForEver(pipe->write.get());
    const auto heard = [&pipe] {
      char byte = 0;
      return ::read(pipe->read.get(), &byte, 1) == 1 ? byte : '\0';
    };
    QCOMPARE(heard(), 'r');
    ::kill(child, SIGINT);
    QCOMPARE(heard(), 's');
    // Signals that come with the first do not count: until one ends it, it is asked again.
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      ::kill(child, SIGTERM);
      std::this_thread::sleep_for(100ms);
    }
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 130);
  }
};

QTEST_GUILESS_MAIN(TestInterrupt)
#include "test_interrupt.moc"
