// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/particle_swarm.h"

#include <algorithm>
#include <cmath>

#include "client/search/mutation.h"

namespace kw {

std::optional<size_t> ParticleSwarm::propose() {
  if (m_seeds < swarmSize || m_swarm.empty()) {
    ++m_seeds;
    return memory().nextAtRandom();
  }
  if (m_sinceBetter > patience) disperse();
  for (int i = 0; i < tries; ++i) {
    m_next = (m_next + 1) % m_swarm.size();
    const size_t index = moved(m_swarm[m_next]);
    if (!memory().isAsked(index)) {
      m_moving[index] = m_next;
      return index;
    }
    if (const auto score = memory().score(index)) arrived(m_swarm[m_next], index, *score);
  }
  disperse();
  return memory().nextAtRandom();
}

void ParticleSwarm::learn(size_t index, double score) {
  ++m_sinceBetter;
  if (memory().best() == index) m_sinceBetter = 0;
  const auto moving = m_moving.find(index);
  if (moving == m_moving.end()) return add(index, score);
  Particle& particle = m_swarm[moving->second];
  m_moving.erase(moving);
  arrived(particle, index, score);
}

void ParticleSwarm::add(size_t index, double score) {
  if (!std::isfinite(score)) return;
  const std::vector<uint16_t> ranks = axes().ranks(index);
  Particle particle{.place = {ranks.begin(), ranks.end()},
                    .velocity = std::vector<double>(ranks.size(), 0.0),
                    .bestIndex = index,
                    .bestScore = score};
  if (m_swarm.size() < swarmSize) {
    m_swarm.push_back(std::move(particle));
    return;
  }
  const auto worst = std::ranges::max_element(m_swarm, {}, &Particle::bestScore);
  if (score < worst->bestScore) *worst = std::move(particle);
}

void ParticleSwarm::arrived(Particle& particle, size_t index, double score) {
  if (score >= particle.bestScore) return;
  particle.bestIndex = index;
  particle.bestScore = score;
}

size_t ParticleSwarm::moved(Particle& particle) {
  const Particle& leader = *std::ranges::min_element(m_swarm, {}, &Particle::bestScore);
  const std::vector<uint16_t> own = axes().ranks(particle.bestIndex);
  const std::vector<uint16_t> best = axes().ranks(leader.bestIndex);
  for (size_t i = 0; i < own.size(); ++i) {
    const Axes::Axis& axis = axes().all()[i];
    if (axis.ordered) {
      const double last = static_cast<double>(axis.count() - 1);
      double& velocity = particle.velocity[i];
      velocity = inertia * velocity + pull * random().uniform() * (own[i] - particle.place[i]) +
                 pull * random().uniform() * (best[i] - particle.place[i]);
      velocity = std::clamp(velocity, -last / 2, last / 2);
      particle.place[i] = std::clamp(particle.place[i] + velocity, 0.0, last);
    } else if (random().chance(0.5)) {
      particle.place[i] = random().chance(0.5) ? own[i] : best[i];
    }
  }
  std::vector<double> target = particle.place;
  mutate(target, axes(), random());
  return axes().nearest(target);
}

void ParticleSwarm::disperse() {
  const Particle leader = *std::ranges::min_element(m_swarm, {}, &Particle::bestScore);
  m_swarm.assign(1, leader);
  m_moving.clear();
  m_seeds = 1;
  m_sinceBetter = 0;
}

}  // namespace kw
