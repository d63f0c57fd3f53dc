// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/launcher.h"

#include <dlfcn.h>
#include <link.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernelwright/abi.h"
#include "runner/device/host/launcher/buffers.h"
#include "runner/device/host/launcher/crash_report.h"
#include "runner/device/host/launcher/grid_runner.h"
#include "runner/device/host/launcher/shadow.h"
#include "runner/device/host/launcher/static_memory.h"
#include "runner/device/host/shared/fill_pattern.h"
#include "runner/device/host/shared/futex.h"
#include "runner/sandbox/seccomp/launch_filter.h"

namespace kw::host {

namespace {

class Launcher {
 public:
  Launcher(const Request& request, Reply& reply, unsigned threads)
      : m_request(request), m_reply(reply), m_grid(threads) {}

  std::string load(const char* path);
  [[noreturn]] void serve();
  void answer(const std::string& refusal);

 private:
  std::string carryOut();
  std::string setSymbol();
  std::string launch();
  std::string perform(const Operation& operation);
  std::string bind(const Operation& operation, const KwKernel& kernel);
  std::string fill(const Operation& operation);

  const Request& m_request;
  Reply& m_reply;
  GridRunner m_grid;
  Buffers m_buffers;
  const KwModule* m_module = nullptr;

  // Values of the arguments of one launch, each on a place of its own that suits any type.
  struct alignas(64) Place {
    unsigned char bytes[64];
  };
  std::vector<Place> m_values;
  std::vector<void*> m_arguments;
};

std::string Launcher::load(const char* path) {
  void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return std::string("the compiled candidate cannot be loaded: ") + ::dlerror();
  m_module = static_cast<const KwModule*>(::dlsym(library, "kwModule"));
  if (m_module == nullptr || m_module->abi != KW_HOST_ABI)
    return "the compiled candidate was not made for this launcher";
  findStaticShared(library);
  const link_map* loaded = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &loaded) == 0)
    reportPlacesIn(std::bit_cast<const void*>(loaded->l_addr));
  return {};
}

void Launcher::answer(const std::string& refusal) {
  m_reply.answer = refusal.empty() ? Answer::done : Answer::refused;
  std::snprintf(m_reply.message, sizeof m_reply.message, "%s", refusal.c_str());
  m_reply.sequence.store(m_request.sequence.load());
  futexWake(m_reply.sequence);
}

void Launcher::serve() {
  for (;;) {
    for (uint32_t done = m_reply.sequence.load(); m_request.sequence.load() == done;)
      futexWait(m_request.sequence, done, nullptr);
    answer(carryOut());
  }
}

std::string Launcher::carryOut() {
  switch (m_request.command) {
    case Command::map:
      return m_buffers.map(m_request);
    case Command::unmap:
      m_buffers.unmap(m_request.slot);
      return {};
    case Command::symbol:
      return setSymbol();
    case Command::launch:
      return launch();
    case Command::load:
      break;
  }
  return "an unknown command";
}

std::string Launcher::setSymbol() {
  if (m_request.symbol >= m_module->symbolCount) return "the candidate has no such symbol";
  const KwSymbol& symbol = m_module->symbols[m_request.symbol];
  if (symbol.bytes != m_request.symbolSize)
    return std::string("the symbol ") + symbol.name + " has " + std::to_string(symbol.bytes) +
           (symbol.bytes == 1 ? " byte" : " bytes") + ", not " +
           std::to_string(m_request.symbolSize);
  std::memcpy(static_cast<unsigned char*>(symbol.address) + m_request.symbolOffset, m_request.data,
              m_request.symbolBytes);
  return {};
}

std::string Launcher::launch() {
  const auto* operations = reinterpret_cast<const Operation*>(m_request.data);
  for (uint32_t repeat = 0; repeat < m_request.repeats; ++repeat) {
    for (uint32_t i = 0; i < m_request.operationCount; ++i) {
      const Operation& operation = operations[i];
      std::string refusal = operation.slot != 0 ? fill(operation) : perform(operation);
      if (!refusal.empty()) return refusal;
    }
  }
  return {};
}

std::string Launcher::fill(const Operation& operation) {
  unsigned char* bytes = m_buffers.at(operation.slot);
  if (bytes == nullptr) return "a buffer to be set is not mapped";
  fillPattern(bytes, operation.setBytes, operation.pattern);
  return {};
}

std::string Launcher::bind(const Operation& operation, const KwKernel& kernel) {
  const auto* arguments = reinterpret_cast<const Argument*>(m_request.data + operation.arguments);
  if (operation.argumentCount != kernel.argumentCount)
    return std::string(kernel.name) + " takes " + std::to_string(kernel.argumentCount) +
           (kernel.argumentCount == 1 ? " argument" : " arguments") + ", but the launch gives " +
           std::to_string(operation.argumentCount);
  size_t places = 0;
  for (size_t i = 0; i < kernel.argumentCount; ++i)
    places += kernel.argumentSizes[i] / sizeof(Place) + 1;
  m_values.resize(places);
  m_arguments.resize(kernel.argumentCount + 1);
  Place* place = m_values.data();
  for (size_t i = 0; i < kernel.argumentCount; ++i) {
    const Argument& argument = arguments[i];
    const size_t size = kernel.argumentSizes[i];
    if (argument.bytes != size)
      return std::string(kernel.name) + ": argument " + std::to_string(i + 1) + " has " +
             std::to_string(size) + (size == 1 ? " byte" : " bytes") +
             " in the kernel, but the problem gives " + std::to_string(argument.bytes);
    if (argument.slot != 0) {
      const unsigned char* buffer = m_buffers.at(argument.slot) + argument.offset;
      std::memcpy(place->bytes, &buffer, sizeof buffer);
    } else {
      std::memcpy(place->bytes, m_request.data + argument.offset, size);
    }
    m_arguments[i] = place->bytes;
    place += size / sizeof(Place) + 1;
  }
  return {};
}

std::string Launcher::perform(const Operation& operation) {
  if (operation.kernel >= m_module->kernelCount) return "the candidate has no such kernel";
  const KwKernel& kernel = m_module->kernels[operation.kernel];
  std::string refusal = bind(operation, kernel);
  if (!refusal.empty()) return refusal;
  const KwIndex grid{operation.grid[0], operation.grid[1], operation.grid[2]};
  const KwIndex block{operation.block[0], operation.block[1], operation.block[2]};
  m_grid.run(kernel, m_arguments.data(), grid, block, operation.sharedBytes, m_request.order,
             m_request.sharedPoison);
  return {};
}

// The runner's end of the socket closes when it dies, however it dies and whatever a candidate is
// doing then. That our parents die too (PR_SET_PDEATHSIG) is not enough: between two of them being
// started there are moments in which nobody tells the younger one.
void endWithRunner() {
  std::thread([] {
    pollfd runner{socketDescriptor, POLLRDHUP, 0};
    int found = 0;
    do {
      found = ::poll(&runner, 1, -1);
    } while (found < 0 && errno == EINTR);
    if (found > 0) ::_exit(1);
  }).detach();
}

// The candidate's constructors run on the process's own stack.
bool makeShadow() {
  constexpr size_t below = size_t{8} << 20, above = size_t{64} << 10;
  if (!shadow::make()) return false;
  const auto* here = static_cast<const unsigned char*>(__builtin_frame_address(0));
  shadow::allowMarks(here - below, below + above);
  return true;
}

void* mapped(int descriptor, size_t bytes, int protection) {
  void* memory = ::mmap(nullptr, bytes, protection, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

int runLauncher(const char* path, const LauncherOptions& options) {
  const auto* request =
      static_cast<const Request*>(mapped(requestDescriptor, sizeof(Request), PROT_READ));
  auto* reply = static_cast<Reply*>(mapped(replyDescriptor, sizeof(Reply), PROT_READ | PROT_WRITE));
  if (request == nullptr || reply == nullptr) return 2;
  ::dup2(2, 1);  // a kernel's printf goes where messages go
  reportTo(*reply, request->sequence);
  catchSignals();
  giveSignalStack();
  if (options.isSanitized && !makeShadow()) return 3;
  endWithRunner();
  ::send(socketDescriptor, "", 1, MSG_NOSIGNAL);  // see launch_protocol.h
  Launcher launcher(*request, *reply, options.threads);
  // Threads exist by now, so that new ones can be refused before the candidate's constructors run.
  const auto filtered = [&](LaunchStage stage) {
    const std::string problem = enterLaunchFilter(stage);
    return options.mustFilter ? problem : std::string();
  };
  std::string refusal = filtered(LaunchStage::loading);
  if (refusal.empty()) refusal = launcher.load(path);
  if (refusal.empty()) refusal = filtered(LaunchStage::launching);
  launcher.answer(refusal);
  if (!refusal.empty()) return 1;
  launcher.serve();
}

}  // namespace kw::host
