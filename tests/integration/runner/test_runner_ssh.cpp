// SPDX-License-Identifier: GPL-3.0-or-later
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QTest>

#include "base/process/child.h"
#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

namespace {

constexpr std::chrono::seconds patience{20};

// A port that was free a moment ago.
int freePort() {
  const files::Descriptor descriptor(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (bind(descriptor.get(), plain, size) != 0 || getsockname(descriptor.get(), plain, &size) != 0)
    return 0;
  return ntohs(address.sin_port);
}

bool accepts(int port) {
  const files::Descriptor descriptor(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return connect(descriptor.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

// A runner behind a real sshd on the loopback device, with keys made for this test and a cache of
// its own.
class TestRunnerSsh : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const char* program : {"/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen"})
      if (access(program, X_OK) != 0)
        QSKIP(qPrintable(QString("there is no %1 here").arg(program)));
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    makeKey("host_key");
    makeKey("user_key");
    const auto publicKey = files::readText(path("user_key.pub"));
    KW_VERIFY_OK(publicKey);
    KW_VERIFY_OK(files::writeAtomically(path("authorized_keys"), *publicKey));
    m_port = freePort();
    KW_VERIFY_OK(files::writeAtomically(path("sshd_config"), serverConfiguration()));
    startServer();
  }

  void aProblemIsTunedThroughSshWithoutASharedFolder() {
    auto problem = makeNullProblem(path("near side"));
    KW_VERIFY_OK(problem);
    auto client = RunnerClient::start(sshCommand());
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(*problem));
    for (int i = 0; i < 5; ++i) {
      const auto evaluation =
          (*client)->evaluate(nullCandidate(*problem, i == 3 ? "crash" : "none", 1, i));
      KW_VERIFY_OK(evaluation);
      QCOMPARE(test::quoted(name(evaluation->verdict.kind)), i == 3 ? "crashed" : "verified");
    }
    QVERIFY(std::filesystem::exists(path("far side") / "blobs"));
  }

  // ssh itself is killed: the far side notices that its input ended, although a candidate spins
  // there.
  void aKilledSshLeavesNothingBehindAtTheFarSide() {
    auto problem = makeNullProblem(path("near side"));
    KW_VERIFY_OK(problem);
    auto client = RunnerClient::start(sshCommand());
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(*problem));
    const auto spinning = (*client)->ask(nullCandidate(*problem, "hang"));
    QVERIFY((*client)->until([&] { return spinning->reached("verifying"); }));
    const auto supervisor = static_cast<pid_t>((*client)->runner().hello().process);
    const auto workers = childrenOf(supervisor);
    QCOMPARE(workers.size(), size_t{2});
    (*client)->drop();
    QVERIFY((*client)->until(
        [&] { return !isRunning(supervisor) && std::ranges::none_of(workers, isRunning); }));
  }

 private:
  files::Path path(const std::string& name) const { return m_folder->path() / name; }

  void makeKey(const std::string& name) {
    process::ChildOptions options;
    options.arguments = {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(name).string()};
    const auto made = process::run(options, "", patience);
    KW_VERIFY_OK(made);
    QCOMPARE(made->exit.text(), "exit status 0");
  }

  std::string serverConfiguration() const {
    return "ListenAddress 127.0.0.1\nPort " + std::to_string(m_port) + "\nHostKey " +
           path("host_key").string() + "\nAuthorizedKeysFile " + path("authorized_keys").string() +
           "\nPidFile none\nUsePAM no\nStrictModes no\n" +
           "PasswordAuthentication no\nPermitRootLogin prohibit-password\nPrintMotd no\n";
  }

  void startServer() {
    // sshd run by root wants this folder for its unprivileged part.
    if (geteuid() == 0) KW_VERIFY_OK(files::makeFolders("/run/sshd"));
    process::ChildOptions options;
    options.arguments = {"/usr/sbin/sshd", "-D", "-e", "-f", path("sshd_config").string()};
    auto server = process::Child::start(options);
    KW_VERIFY_OK(server);
    m_server.emplace(std::move(*server));
    QTRY_VERIFY_WITH_TIMEOUT(accepts(m_port) || m_server->poll(), 20'000);
    if (m_server->poll()) QSKIP("sshd cannot run here");
  }

  std::string sshCommand() const {
    const passwd* user = getpwuid(geteuid());
    return "ssh -F none -p " + std::to_string(m_port) + " -i " + path("user_key").string() +
           " -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no -o "
           "UserKnownHostsFile=" +
           path("known_hosts").string() + " " + (user ? user->pw_name : "root") +
           "@127.0.0.1 \"KERNELWRIGHT_CACHE='" + path("far side").string() + "' exec " +
           nullRunner() + "\"";
  }

  std::optional<files::TemporaryFolder> m_folder;
  int m_port = 0;
  std::optional<process::Child> m_server;
};

QTEST_GUILESS_MAIN(TestRunnerSsh)
#include "test_runner_ssh.moc"
