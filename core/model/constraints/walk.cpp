// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/walk.h"

#include <algorithm>

namespace kw::constraints {

namespace {

using diagram::NodeId;
using diagram::noNode;

constexpr size_t cacheBytes = size_t{64} << 20;
constexpr size_t stepsPerState = 4;               // that keeping a value's state takes
constexpr uint64_t stepsBetweenChecks = 1 << 16;  // well under a millisecond

}  // namespace

Walk::Level::Level(const Program& program, const TermTable& terms, size_t depth,
                   size_t& bytesOfCaches)
    : key(program, depth),
      bounds(program, terms, key, depth),
      cache(key.words(), bytesOfCaches),
      reducedCache(key.words() + bounds.decisionWords(), bytesOfCaches),
      before(key.words()),
      state(key.words()),
      reducedState(key.words() + bounds.decisionWords()),
      values(key.fields()),
      outcomes(program.layers[depth].values.size()) {}

Walk::Walk(const Program& program, const TermTable& terms, const BuildOptions& options,
           diagram::NodeTable& nodes, NodeId tail)
    : m_program(program),
      m_options(options),
      m_nodes(nodes),
      m_tail(tail),
      m_columns(program, terms),
      m_cacheBytes(cacheBytes),
      m_rows(program.layers.size()) {
  for (size_t depth = 0; depth < program.layers.size(); ++depth)
    m_levels.push_back(std::make_unique<Level>(program, terms, depth, m_cacheBytes));
}

Walk::End Walk::run(uint64_t mostSteps) {
  m_mostSteps = mostSteps;
  checkLimits(0);
  if (m_end == End::done && !m_program.alwaysFails) m_root = expand(0, m_program.alwaysFaults);
  return m_end;
}

NodeId Walk::expand(size_t depth, bool isPending) {
  const Layer& layer = m_program.layers[depth];
  Level& level = *m_levels[depth];
  checkLimits(layer.values.size() * (layer.steps.size() + stepsPerState));
  if (m_end != End::done) return noNode;
  m_columns.work(depth);
  judge(depth, isPending);
  beginKeys(depth);
  level.choices.clear();
  for (size_t row = 0; row < layer.values.size(); ++row) {
    if (level.outcomes[row] == fails) continue;
    const NodeId child = below(depth, row, level.outcomes[row] == pending);
    if (m_end != End::done) return noNode;
    if (child != noNode) level.choices.push_back({layer.values[row], child});
  }
  return m_nodes.node(level.choices);
}

// What the requirements that are known from this depth on say of each value.
void Walk::judge(size_t depth, bool isPending) {
  std::vector<uint8_t>& outcomes = m_levels[depth]->outcomes;
  std::ranges::fill(outcomes, isPending ? pending : holds);
  for (const RegisterId requirement : m_program.layers[depth].requirements)
    m_columns.require(requirement, outcomes);
}

void Walk::beginKeys(size_t depth) {
  Level& level = *m_levels[depth];
  std::ranges::fill(level.before, 0);
  for (size_t field = 0; field < level.key.firstOwn(); ++field) {
    level.values[field] = m_columns.chosen(level.key.registerOf(field));
    level.key.put(field, level.values[field], level.before.data());
  }
}

void Walk::completeKey(size_t depth, size_t row, bool isPending) {
  Level& level = *m_levels[depth];
  level.state = level.before;
  for (size_t field = level.key.firstOwn(); field < level.key.fields(); ++field) {
    level.values[field] = m_columns.at(level.key.registerOf(field), row);
    level.key.put(field, level.values[field], level.state.data());
  }
  if (isPending) StateKey::putPending(level.state.data());
}

// The node of the rows that go on from this value.
NodeId Walk::below(size_t depth, size_t row, bool isPending) {
  m_rows[depth] = row;
  m_columns.choose(depth, row);
  if (depth + 1 == m_program.layers.size()) return behindLast(isPending);
  Level& level = *m_levels[depth];
  completeKey(depth, row, isPending);
  if (const auto known = level.cache.find(level.state.data())) return *known;
  std::optional<NodeId> node;
  const bool looks = level.bounds.pays() && level.key.fields() > 0;
  if (looks) node = foreseen(depth, isPending);
  const bool isReduced = looks && !node && !level.bounds.allMatter();
  // Deeper levels do not touch this one's states.
  if (!node) node = expand(depth + 1, isPending);
  if (m_end != End::done) return noNode;
  level.cache.insert(level.state.data(), *node);
  if (isReduced) level.reducedCache.insert(level.reducedState.data(), *node);
  return *node;
}

// By what the state's values say beforehand: no rows, or those of a state that differs in values
// that do not matter.
std::optional<NodeId> Walk::foreseen(size_t depth, bool isPending) {
  Level& level = *m_levels[depth];
  level.bounds.look(level.values);
  m_steps += level.bounds.steps();
  if (level.bounds.fails()) return noNode;
  if (level.bounds.allMatter()) return std::nullopt;
  std::ranges::fill(level.reducedState, 0);
  for (size_t field = 0; field < level.key.fields(); ++field)
    if (level.bounds.matters(field))
      level.key.put(field, level.values[field], level.reducedState.data());
  std::ranges::copy(level.bounds.decisions(),
                    level.reducedState.begin() + static_cast<ptrdiff_t>(level.key.words()));
  if (isPending) StateKey::putPending(level.reducedState.data());
  return level.reducedCache.find(level.reducedState.data());
}

NodeId Walk::behindLast(bool isPending) {
  if (isPending) noteFault();
  return m_tail;
}

// All requirements hold here or cannot be evaluated.
void Walk::noteFault() {
  if (m_faulty) return;
  std::vector<uint16_t>& row = m_faulty.emplace();
  for (size_t depth = 0; depth < m_rows.size(); ++depth)
    row.push_back(m_program.layers[depth].values[m_rows[depth]]);
}

void Walk::noteProgress() {
  double share = 1;
  for (size_t depth = 0; depth < m_rows.size(); ++depth) {
    share /= static_cast<double>(m_program.layers[depth].values.size());
    m_progress += share * static_cast<double>(m_rows[depth]);
  }
}

void Walk::checkLimits(size_t steps) {
  m_steps += steps;
  if (m_steps > m_mostSteps) {
    m_end = End::outOfSteps;
    noteProgress();
  }
  if (m_steps < m_nextCheck) return;
  m_nextCheck = m_steps + stepsBetweenChecks;
  if (m_options.stop.stop_requested())
    m_end = End::cancelled;
  else if (m_nodes.bytes() > m_options.mostBytes)
    m_end = End::tooLarge;
}

}  // namespace kw::constraints
