// SPDX-License-Identifier: GPL-3.0-or-later
#error "tensor-core code (mma.h) cannot run on the host device"
