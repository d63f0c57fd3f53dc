// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel shape that explains observations best.
#pragma once

#include <cstddef>
#include <vector>

#include "client/search/surrogate/coordinates.h"
#include "client/search/surrogate/kernel.h"

namespace kw::surrogate {

// What is believed before anything is seen, as normal distributions of the logarithms:
// - lengths: centre 2, twice the whole range of a parameter, and so wide (a factor of six either
//   way) that a parameter can turn out to matter at each step or to say nothing at all, as most do
//   in most kernels;
// - signal: the targets' own variance; noise: a fiftieth of it, what a mean of samples still shakes
//   plus what no smooth function can follow.
// Set by this reasoning. In simulations of three recordings (two convolutions, pnpoly), centre 1 is
// worse on each after 50 evaluations, and so is a fourth of the noise.
KernelShape priorShape(const Coordinates& coordinates);

// Points row by row, coordinates.columns() numbers each; a target for each, of mean 0 and variance
// 1. Maximises likelihood times prior from `start` on by resilient propagation (Riedmiller and
// Braun, 1993); cubic in the points, some milliseconds for a hundred. At least two points.
KernelShape fitKernel(const Coordinates& coordinates, const std::vector<float>& points,
                      const std::vector<double>& targets, const KernelShape& start);

}  // namespace kw::surrogate
