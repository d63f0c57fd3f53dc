// SPDX-License-Identifier: GPL-3.0-or-later
#error "cuRAND cannot run on the host device"
