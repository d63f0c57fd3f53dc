// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kw::surrogate {

// The logarithm of the expected improvement over `best` (lower is better) of a value believed to be
// normal with this mean and deviation (over 0): deviation * (z Phi(z) + phi(z)), z = (best - mean)
// / deviation (Jones, Schonlau and Welch, 1998, equation 15). A logarithm, since far from the best
// it underflows, and the order among hopeless candidates would be lost.
double logExpectedImprovement(double best, double mean, double deviation);

}  // namespace kw::surrogate
