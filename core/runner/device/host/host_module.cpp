// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_module.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "runner/device/host/launch_limits.h"
#include "runner/device/host/source_lines.h"

namespace kw::host {

namespace {

// What shared memory holds before the blocks of every second launch: not a number in any type, or
// large and positive; no size, place or count either.
constexpr std::array<uint32_t, 2> sharedPoisons = {0xffffffffu, 0x7e7e7e7eu};

LaunchOutcome refused(std::string why) {
  return {LaunchOutcome::Kind::refused, std::move(why), false};
}

// The number in "kernel 3" or "symbol 0"; nothing where the name is unknown.
std::optional<uint32_t> numberOf(const Artefact& artefact, const std::string& name,
                                 std::string_view kind) {
  const auto found = artefact.lowered.find(name);
  if (found == artefact.lowered.end() || !found->second.starts_with(kind)) return std::nullopt;
  uint32_t number = 0;
  const char* begin = found->second.data() + kind.size();
  const char* end = found->second.data() + found->second.size();
  if (std::from_chars(begin, end, number).ptr != end) return std::nullopt;
  return number;
}

}  // namespace

HostModule::HostModule(Artefact artefact, FindBuffer findBuffer, bool consentToNoSandbox)
    : m_artefact(std::move(artefact)),
      m_findBuffer(std::move(findBuffer)),
      m_consentToNoSandbox(consentToNoSandbox) {}

Result<LaunchOutcome> HostModule::ensureRunning() {
  if (m_process && m_process->alive()) return LaunchOutcome{};
  m_slots.clear();
  m_freeSlots.clear();
  m_nextSlot = 1;
  KW_ASSIGN(auto started, LauncherProcess::start(m_artefact, m_consentToNoSandbox));
  m_process = std::move(started.process);
  if (!started.outcome.ok()) return std::move(started.outcome);
  for (const SymbolValue& value : m_symbols)
    KW_TRY(sendSymbol(value));
  return LaunchOutcome{};
}

// --- symbols

Status HostModule::setSymbol(const std::string& name, std::span<const std::byte> bytes) {
  SymbolValue value{name, {bytes.begin(), bytes.end()}};
  KW_ASSIGN(const LaunchOutcome running, ensureRunning());
  if (!running.ok()) return fail(running.message);
  KW_TRY(sendSymbol(value));
  std::erase_if(m_symbols, [&](const SymbolValue& old) { return old.name == name; });
  m_symbols.push_back(std::move(value));
  return {};
}

Status HostModule::sendSymbol(const SymbolValue& value) {
  const auto number = numberOf(m_artefact, value.name, "symbol ");
  if (!number) return failInput("the candidate has no variable '" + value.name + "' to fill");
  Request& request = m_process->request();
  for (size_t sent = 0; sent < value.bytes.size(); sent += request.symbolBytes) {
    request.symbol = *number;
    request.symbolOffset = sent;
    request.symbolBytes = std::min(value.bytes.size() - sent, requestDataBytes);
    request.symbolSize = value.bytes.size();
    std::memcpy(request.data, value.bytes.data() + sent, request.symbolBytes);
    KW_ASSIGN(const LaunchOutcome outcome, m_process->ask(Command::symbol, setUpSeconds));
    if (!outcome.ok()) return failInput(outcome.message);
  }
  return {};
}

// --- buffers

Result<LaunchOutcome> HostModule::slotOf(BufferId buffer, uint32_t& slot) {
  if (const auto known = m_slots.find(buffer); known != m_slots.end()) {
    slot = known->second;
    return LaunchOutcome{};
  }
  const HostBuffer* memory = m_findBuffer(buffer);
  if (memory == nullptr)
    return fail("a launch names buffer " + std::to_string(buffer) + ", which does not exist");
  if (m_freeSlots.empty() && m_nextSlot == mostSlots)
    return refused("a kernel takes at most 1023 different buffers");
  slot = m_freeSlots.empty() ? m_nextSlot++ : *m_freeSlots.begin();
  m_freeSlots.erase(slot);
  m_slots[buffer] = slot;
  return m_process->map(slot, *memory);
}

void HostModule::forget(BufferId buffer) {
  const auto found = m_slots.find(buffer);
  if (found == m_slots.end()) return;
  const uint32_t slot = found->second;
  m_slots.erase(found);
  if (!m_process || !m_process->alive()) return;
  m_process->request().slot = slot;
  if (const auto outcome = m_process->ask(Command::unmap, setUpSeconds); outcome && outcome->ok())
    m_freeSlots.insert(slot);
}

// --- launches

bool HostModule::take(size_t bytes, size_t alignment, size_t& place) {
  place = (m_used + alignment - 1) / alignment * alignment;
  if (place + bytes > requestDataBytes) return false;
  m_used = place + bytes;
  return true;
}

Result<LaunchOutcome> HostModule::encode(const BoundArgument& bound, Argument& argument) {
  argument = {};
  if (bound.tensorMap)
    return refused(bound.name + ": tensor maps (TMA) cannot run on the host device");
  if (bound.buffer != 0) {
    argument.bytes = sizeof(void*);
    argument.offset = static_cast<uint64_t>(bound.bufferOffset);
    return slotOf(bound.buffer, argument.slot);
  }
  size_t place = 0;
  if (!take(bound.bytes.size(), 16, place))
    return refused("the arguments of a launch are too large");
  std::memcpy(m_process->request().data + place, bound.bytes.data(), bound.bytes.size());
  argument.bytes = static_cast<uint32_t>(bound.bytes.size());
  argument.offset = place;
  return LaunchOutcome{};
}

Result<LaunchOutcome> HostModule::encode(const BoundLaunch& launch, Operation& operation) {
  operation = {};
  if (launch.memset != 0) {
    operation.setBytes = static_cast<uint64_t>(launch.memsetBytes);
    operation.pattern = static_cast<uint32_t>(launch.launch.memsetValue & 0xff) * 0x01010101u;
    return slotOf(launch.memset, operation.slot);
  }
  const auto number = numberOf(m_artefact, launch.launch.function, "kernel ");
  if (!number)
    return fail("the candidate was compiled without '" + launch.launch.function +
                "', which is launched");
  if (std::string why = beyondLimits(launch.launch); !why.empty()) return refused(std::move(why));
  operation.kernel = *number;
  const auto place3 = [](const Dim3& from, uint32_t(&to)[3]) {
    to[0] = static_cast<uint32_t>(from.x), to[1] = static_cast<uint32_t>(from.y),
    to[2] = static_cast<uint32_t>(from.z);
  };
  place3(launch.launch.grid, operation.grid);
  place3(launch.launch.block, operation.block);
  operation.sharedBytes = static_cast<uint64_t>(launch.launch.sharedMemory);
  operation.argumentCount = static_cast<uint32_t>(launch.arguments.size());
  size_t table = 0;
  if (!take(launch.arguments.size() * sizeof(Argument), alignof(Argument), table))
    return refused("the arguments of a launch are too large");
  operation.arguments = table;
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    Argument argument{};
    KW_ASSIGN(LaunchOutcome outcome, encode(launch.arguments[i], argument));
    if (!outcome.ok()) return outcome;
    std::memcpy(m_process->request().data + table + i * sizeof argument, &argument,
                sizeof argument);
  }
  return LaunchOutcome{};
}

Result<LaunchOutcome> HostModule::prepare(const std::vector<BufferSet>& sets,
                                          const std::vector<BoundLaunch>& launches) {
  const size_t count = sets.size() + launches.size();
  std::vector<Operation> operations(count);
  m_used = 0;
  size_t begin = 0;
  if (!take(count * sizeof(Operation), alignof(Operation), begin))
    return refused("too many launches in a sequence");
  for (size_t i = 0; i < sets.size(); ++i) {
    operations[i].pattern = sets[i].pattern;
    operations[i].setBytes = static_cast<uint64_t>(sets[i].bytes);
    KW_ASSIGN(LaunchOutcome outcome, slotOf(sets[i].buffer, operations[i].slot));
    if (!outcome.ok()) return outcome;
  }
  for (size_t i = 0; i < launches.size(); ++i) {
    KW_ASSIGN(LaunchOutcome outcome, encode(launches[i], operations[sets.size() + i]));
    if (!outcome.ok()) return outcome;
  }
  std::memcpy(m_process->request().data + begin, operations.data(), count * sizeof(Operation));
  m_process->request().operationCount = static_cast<uint32_t>(count);
  return LaunchOutcome{};
}

Result<LaunchOutcome> HostModule::run(uint32_t repeats, double deadlineSeconds,
                                      std::stop_token stop) {
  m_process->request().repeats = repeats;
  m_process->request().order = 0;
  m_process->request().sharedPoison = 0;
  return ask(deadlineSeconds, std::move(stop));
}

Result<LaunchOutcome> HostModule::runInOrder(double deadlineSeconds) {
  m_process->request().repeats = 1;
  m_process->request().order = m_order;
  m_sharedPoison = m_sharedPoison == sharedPoisons[0] ? sharedPoisons[1] : sharedPoisons[0];
  m_process->request().sharedPoison = m_sharedPoison;
  return ask(deadlineSeconds, {});
}

// A sanitized candidate knows its lines.
Result<LaunchOutcome> HostModule::ask(double deadlineSeconds, std::stop_token stop) {
  KW_ASSIGN(LaunchOutcome outcome,
            m_process->ask(Command::launch, deadlineSeconds, std::move(stop)));
  if (outcome.ok() || !m_artefact.isSanitized) return outcome;
  const std::string line =
      sourceLineAt(m_artefact.path, m_process->faultPlace(), m_consentToNoSandbox);
  if (!line.empty()) outcome.message = "at " + line + ": " + outcome.message;
  return outcome;
}

std::optional<double> HostModule::processorSeconds() const {
  return m_process ? m_process->processorSeconds() : std::nullopt;
}

}  // namespace kw::host
