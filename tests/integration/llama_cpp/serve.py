#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Serves a GGUF file by llama.cpp's own server on a free port of the loopback, until its standard input ends.

    serve.py FOLDER FILE

FOLDER holds the Python package xllamacpp. Prints the address as its first line.
"""
import os
import sys

sys.path.insert(0, sys.argv[1])

import xllamacpp  # noqa: E402  from that folder

# What the server itself prints goes elsewhere, so that the address stands alone.
address_file = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[2]
parameters.n_ctx = 65536
server = xllamacpp.Server(parameters)
print(server.listening_address, file=address_file, flush=True)
sys.stdin.read()
