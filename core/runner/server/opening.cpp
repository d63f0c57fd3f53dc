// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/opening.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace kw {

namespace {

constexpr size_t mostFiles = 10'000;
// Another runner that is just ending gets so long to let go of the device.
constexpr std::chrono::milliseconds lockInterval{200};
constexpr int lockTries = 20;

std::string knownDevices(const std::vector<DeviceInfo>& devices) {
  std::string names;
  for (const DeviceInfo& device : devices)
    names += (names.empty() ? "" : ", ") + device.id;
  return names.empty() ? "none" : names;
}

}  // namespace

Opening::Opening(Parts parts, protocol::OpenRequest request, Handlers handlers)
    : m_parts(std::move(parts)), m_request(std::move(request)), m_handlers(std::move(handlers)) {
  m_problem.id = m_request.id;
  m_problem.seed = m_request.seed;
}

Opening::~Opening() {
  if (m_timer != 0) m_parts.loop.cancelTimer(m_timer);
}

// --- files

Status Opening::checkFiles() const {
  if (m_request.files.empty()) return failInput("the problem has no files");
  if (m_request.files.size() > mostFiles)
    return failInput("the problem has " + std::to_string(m_request.files.size()) +
                     " files; at most " + std::to_string(mostFiles) + " are taken");
  std::set<std::string> paths;
  int64_t total = 0;
  for (const auto& file : m_request.files) {
    KW_TRY(checkRelativePath(file.path));
    if (!paths.insert(file.path).second)
      return failInput("the file '" + file.path + "' is listed twice");
    if (!isContentHash(file.hash))
      return failInput("the file '" + file.path + "' has no SHA-256 as its hash");
    if (file.size < 0 || file.size > BlobStore::fileLimit)
      return failInput("the file '" + file.path + "' has " + std::to_string(file.size) +
                       " bytes; at most " + std::to_string(BlobStore::fileLimit) + " are taken");
    total += file.size;
  }
  if (total > BlobStore::totalLimit)
    return failInput("the problem's files have " + std::to_string(total) +
                     " bytes together; at most " + std::to_string(BlobStore::totalLimit) +
                     " are taken");
  return {};
}

Status Opening::collect() {
  KW_ASSIGN(ProblemFolder folder, ProblemFolder::make(m_parts.cache / "problems"));
  m_problem.folder.emplace(std::move(folder));
  for (const auto& file : m_request.files) {
    KW_ASSIGN(const bool here, m_parts.blobs.copyTo(file.hash, file.size,
                                                    m_problem.folder->filesFolder() / file.path));
    if (!here && std::ranges::find(m_needed, file.hash) == m_needed.end())
      m_needed.push_back(file.hash);
  }
  return {};
}

void Opening::start() {
  if (Status checked = checkFiles(); !checked) return failWith(std::move(checked).error());
  if (Status collected = collect(); !collected) return failWith(std::move(collected).error());
  m_started = true;
  if (!m_needed.empty()) m_handlers.need({m_request.id, m_needed});
}

std::optional<int64_t> Opening::expects(const std::string& hash) const {
  if (std::ranges::find(m_needed, hash) == m_needed.end()) return std::nullopt;
  return std::ranges::find(m_request.files, hash, &protocol::FileReference::hash)->size;
}

void Opening::blobArrived(const std::string& hash) {
  for (const auto& file : m_request.files) {
    if (file.hash != hash) continue;
    auto here = m_parts.blobs.copyTo(hash, file.size, m_problem.folder->filesFolder() / file.path);
    if (!here) return failWith(std::move(here).error());
    if (!*here)
      return failWith(
          Error{ErrorKind::failed,
                "the file '" + file.path + "' was damaged in the cache right after it came",
                {},
                "is the disk full?"});
  }
  std::erase(m_needed, hash);
}

// --- device and compiler

void Opening::proceed(const std::vector<DeviceInfo>& devices, std::optional<DeviceLock> lock) {
  const auto found = std::ranges::find(devices, m_request.device, &DeviceInfo::id);
  if (found == devices.end())
    return failWith(Error{
        ErrorKind::missing,
        "there is no device '" + m_request.device + "' here; there is: " + knownDevices(devices),
        {},
        "kwr devices says what is missing and why"});
  m_device = *found;
  m_problem.lock = std::move(lock);
  takeLock();
}

void Opening::takeLock() {
  m_timer = 0;
  if (m_problem.lock || m_parts.borrowsDevice) return useDevice();
  auto lock = DeviceLock::take(m_parts.cache / "locks", m_device);
  if (lock) {
    m_problem.lock = std::move(*lock);
    return useDevice();
  }
  if (++m_lockTries >= lockTries) return failWith(std::move(lock).error());
  if (m_lockTries == 1) m_handlers.note("waiting for " + m_device.id + ": " + lock.error().message);
  m_timer = m_parts.loop.after(lockInterval, [this] { takeLock(); });
}

void Opening::useDevice() {
  if (Status held = m_parts.clocks.hold(m_device); !held) return failWith(std::move(held).error());
  useCompiler();
}

void Opening::useCompiler() {
  m_handlers.note("compiling the source kernel");
  m_parts.compiles.use(m_problem.folder->filesFolder().string(), m_device,
                       [this](Result<worker::CompilerReady> ready) {
                         if (!ready) return failWith(std::move(ready).error());
                         m_compiler = ready->version;
                         m_appetite = ready->parallelism + 2;
                         compileSource();
                       });
}

void Opening::compileSource() {
  m_parts.compiles.add({m_request.id, Candidate{}, {}, [this](Result<CompileOutcome> outcome) {
                          if (!outcome) return failWith(std::move(outcome).error());
                          prepare(std::move(*outcome));
                        }});
}

// A source that does not compile is handed on: what that means for the oracle is not decided here.
void Opening::prepare(CompileOutcome source) {
  m_parts.device.open({0, m_request.device, m_problem.folder->filesFolder().string(),
                       m_request.seed, std::move(source)},
                      m_handlers.note, [this](Result<protocol::Opened> opened) {
                        if (!opened) return failWith(std::move(opened).error());
                        finish(std::move(*opened));
                      });
}

void Opening::finish(protocol::Opened opened) {
  opened.id = m_request.id;
  opened.appetite = m_appetite;
  opened.device.lockedClock = m_device.lockedClock;
  if (m_device.lockedClock > 0)
    opened.warnings.push_back("the clock is locked at " + std::to_string(m_device.lockedClock) +
                              " MHz; peaks and floors are those of a device left alone");
  if (opened.device.compiler.empty()) opened.device.compiler = m_compiler;
  m_problem.opened = std::move(opened);
  if (const auto done = std::exchange(m_handlers.done, {})) done(std::move(m_problem));
}

void Opening::failWith(Error error) {
  if (const auto done = std::exchange(m_handlers.done, {})) done(fail(std::move(error)));
}

void Opening::abandon() {
  m_handlers.done = {};
  m_parts.compiles.close();
  m_parts.device.close();
}

}  // namespace kw
