// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/sandbox/sandbox.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "runner/sandbox/filter.h"

namespace kw {

namespace fs = std::filesystem;

namespace {

// What not every machine allows; tried from the strictest on.
struct Variant {
  bool userNamespace;
  bool proc;  // a /proc that shows the sandbox's processes only; else there is none
};
constexpr Variant variants[] = {{true, true}, {false, true}, {true, false}, {false, false}};

void add(std::vector<std::string>& to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more);
}

void addSystemFolders(std::vector<std::string>& command) {
  add(command, {"--ro-bind", "/usr", "/usr"});
  for (const char* folder : {"/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32"}) {
    std::error_code ignored;
    if (fs::is_symlink(folder, ignored))
      add(command, {"--symlink", fs::read_symlink(folder, ignored).string(), folder});
    else
      add(command, {"--ro-bind-try", folder, folder});
  }
  // Of /etc only what finding programs and libraries takes.
  for (const char* file : {"/etc/ld.so.cache", "/etc/alternatives"})
    add(command, {"--ro-bind-try", file, file});
}

std::vector<std::string> namespaces(const Variant& variant, bool hasProc) {
  std::vector<std::string> command = {"bwrap",
                                      "--unshare-ipc",
                                      "--unshare-pid",
                                      "--unshare-net",
                                      "--unshare-uts",
                                      "--unshare-cgroup-try",
                                      "--die-with-parent",
                                      "--cap-drop",
                                      "ALL",
                                      "--hostname",
                                      "sandbox"};
  if (variant.userNamespace) add(command, {"--unshare-user", "--uid", "1000", "--gid", "1000"});
  addSystemFolders(command);
  add(command, {"--dev", "/dev", "--tmpfs", "/tmp"});
  if (variant.proc && hasProc) add(command, {"--proc", "/proc"});
  return command;
}

void limit(int resource, double value) {
  if (value <= 0) return;
  const auto most = static_cast<rlim_t>(value);
  const rlimit both{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

std::function<void()> limits(const SandboxOptions& options) {
  return [memory = options.memoryBytes, data = options.dataBytes, cpu = options.cpuSeconds,
          file = options.fileBytes] {
    limit(RLIMIT_AS, static_cast<double>(memory));
    limit(RLIMIT_DATA, static_cast<double>(data));
    limit(RLIMIT_CPU, cpu > 0 ? std::max(cpu, 1.0) : 0);
    limit(RLIMIT_FSIZE, static_cast<double>(file));
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
  };
}

process::ChildOptions childOptions(const SandboxOptions& options) {
  process::ChildOptions child;
  child.clearEnvironment = true;
  child.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                       {"LANG", "C.UTF-8"},
                       {"HOME", "/tmp"},
                       {"TMPDIR", "/tmp"}};
  child.pipeInput = options.pipeInput;
  child.pipeOutput = options.pipeOutput;
  child.pipeErrors = options.pipeErrors;
  child.passed = options.passed;
  child.beforeExec = limits(options);
  return child;
}

int freeNumber(const std::vector<std::pair<int, int>>& passed) {
  int number = 10;
  for (const auto& placement : passed)
    number = std::max(number, placement.second + 1);
  return number;
}

// Below /usr everything is there already.
bool isVisible(const std::string& path) {
  return path.starts_with("/usr/");
}

Result<SandboxedCommand> inside(const Variant& variant, std::vector<std::string> arguments,
                                const SandboxOptions& options) {
  SandboxedCommand command;
  KW_ASSIGN(command.filter, sandbox::filterFile(options.mayStartProcesses));
  command.options = childOptions(options);
  const int number = freeNumber(options.passed);
  command.options.passed.emplace_back(command.filter.get(), number);
  std::vector<std::string>& all = command.options.arguments;
  all = namespaces(variant, options.hasProc);
  for (const std::string& path : options.readable)
    if (!isVisible(path)) add(all, {"--ro-bind", path, path});
  for (const std::string& path : options.writable)
    add(all, {"--bind", path, path});
  // What is left of the root is memory: nobody needs to write there.
  add(all, {"--remount-ro", "/", "--chdir", options.folder.empty() ? "/" : options.folder,
            "--seccomp", std::to_string(number), "--"});
  all.insert(all.end(), std::make_move_iterator(arguments.begin()),
             std::make_move_iterator(arguments.end()));
  return command;
}

struct Trial {
  SandboxCheck check;
  Variant variant{};
};

std::string runIn(const Variant& variant) {
  auto command = inside(variant, {"/usr/bin/env", "true"}, {});
  if (!command) return command.error().text();
  const auto ran = process::run(std::move(command->options), {}, std::chrono::seconds(10));
  if (!ran) return ran.error().text();
  if (ran->exit.signalled || ran->exit.code != 0)
    return "bwrap: " + ran->exit.text() + " " + ran->errors;
  return {};
}

Trial tryOut() {
  Trial trial;
  if (process::findProgram("bwrap").empty()) {
    trial.check.reason = "bubblewrap (bwrap) is not installed";
    trial.check.advice = "install the package bubblewrap";
    return trial;
  }
  if (!sandbox::haveFilters()) {
    trial.check.reason = "this program was built without libseccomp";
    trial.check.advice = "install libseccomp-dev and build again";
    return trial;
  }
  for (const Variant& variant : variants) {
    const std::string problem = runIn(variant);
    if (trial.check.reason.empty()) trial.check.reason = problem;
    if (!problem.empty()) continue;
    trial.check = {.available = true, .reason = {}, .advice = {}};
    trial.variant = variant;
    return trial;
  }
  trial.check.advice =
      "unprivileged user namespaces are probably blocked: on Ubuntu 24.04 give /usr/bin/bwrap an "
      "AppArmor profile "
      "that allows userns (the package apparmor-profiles has bwrap-userns-restrict), elsewhere set "
      "kernel.unprivileged_userns_clone=1 or user.max_user_namespaces";
  return trial;
}

const Trial& trial() {
  static const Trial tried = tryOut();
  return tried;
}

}  // namespace

const SandboxCheck& sandboxCheck() {
  return trial().check;
}

Result<SandboxedCommand> sandboxed(std::vector<std::string> arguments,
                                   const SandboxOptions& options, bool consentToNone) {
  if (trial().check.available) return inside(trial().variant, std::move(arguments), options);
  if (!consentToNone)
    return failMissing("no sandbox can be had here: " + trial().check.reason, trial().check.advice);
  SandboxedCommand command;
  command.options = childOptions(options);
  command.options.arguments = std::move(arguments);
  command.options.folder = options.folder;
  return command;
}

}  // namespace kw
