// SPDX-License-Identifier: GPL-3.0-or-later
#error "CUB, which is made for nvcc, cannot run on the host device"
