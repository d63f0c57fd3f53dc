#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a llama of one small layer with random weights, as a GGUF file of version 3.

    tiny_llama.py FILE [SEED]

Each byte is a token. What it writes is noise, to which a grammar alone gives a form. ASCII is likely, and what ends
strings and lists above all: without that it would hardly ever come to an end.
"""
import random
import struct
import sys

WIDTH, HIDDEN, HEADS, CONTEXT = 16, 32, 2, 65536
ALIGNMENT = 32
UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
FORMS = {UINT32: "I", INT32: "i", FLOAT32: "f", BOOL: "?"}
UNKNOWN, CONTROL, BYTE = 2, 3, 6
FIRST_BYTE = 3  # after three tokens that are no bytes
ENDINGS = '"]},'


def text(value):
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def entry(key, kind, value):
    packed = text(value) if kind == STRING else struct.pack("<" + FORMS[kind], value)
    return text(key) + struct.pack("<I", kind) + packed


def array(key, kind, values):
    head = text(key) + struct.pack("<IIQ", ARRAY, kind, len(values))
    if kind == STRING:
        return head + b"".join(text(value) for value in values)
    return head + struct.pack(f"<{len(values)}{FORMS[kind]}", *values)


def metadata():
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    return tokens, [
        entry("general.architecture", STRING, "llama"),
        entry("general.name", STRING, "tiny random llama"),
        entry("llama.context_length", UINT32, CONTEXT),
        entry("llama.embedding_length", UINT32, WIDTH),
        entry("llama.block_count", UINT32, 1),
        entry("llama.feed_forward_length", UINT32, HIDDEN),
        entry("llama.attention.head_count", UINT32, HEADS),
        entry("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-5),
        entry("llama.rope.dimension_count", UINT32, WIDTH // HEADS),
        entry("llama.vocab_size", UINT32, len(tokens)),
        entry("tokenizer.ggml.model", STRING, "llama"),
        array("tokenizer.ggml.tokens", STRING, tokens),
        array("tokenizer.ggml.scores", FLOAT32, [0.0] * len(tokens)),
        array("tokenizer.ggml.token_type", INT32, [UNKNOWN, CONTROL, CONTROL] + [BYTE] * 256),
        entry("tokenizer.ggml.unknown_token_id", UINT32, 0),
        entry("tokenizer.ggml.bos_token_id", UINT32, 1),
        entry("tokenizer.ggml.eos_token_id", UINT32, 2),
        entry("tokenizer.ggml.add_space_prefix", BOOL, False),
    ]


def shapes(count):
    square = (WIDTH, WIDTH)
    return {
        "token_embd.weight": (WIDTH, count),
        "blk.0.attn_norm.weight": (WIDTH,),
        "blk.0.attn_q.weight": square,
        "blk.0.attn_k.weight": square,
        "blk.0.attn_v.weight": square,
        "blk.0.attn_output.weight": square,
        "blk.0.ffn_norm.weight": (WIDTH,),
        "blk.0.ffn_gate.weight": (WIDTH, HIDDEN),
        "blk.0.ffn_up.weight": (WIDTH, HIDDEN),
        "blk.0.ffn_down.weight": (HIDDEN, WIDTH),
        "output_norm.weight": (WIDTH,),
        "output.weight": (WIDTH, count),
    }


# The first value of each embedding is large and the same, so that the first of an output row says how likely its
# token is, whatever went before.
def leading(name, row):
    if name == "token_embd.weight":
        return 5.0
    byte = row - FIRST_BYTE
    if byte in list(ENDINGS.encode()):
        return 0.6
    return 0.0 if 32 <= byte < 127 else -4.0


def weights(name, shape, source):
    if len(shape) == 1:
        return [1.0] * shape[0]
    values = [0.05 * source.gauss(0, 1) for _ in range(shape[0] * shape[1])]
    if name in ("token_embd.weight", "output.weight"):
        for row in range(shape[1]):
            values[row * shape[0]] = leading(name, row)
    return values


def padded(data):
    return data + b"\0" * (-len(data) % ALIGNMENT)


def main():
    source = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    tokens, entries = metadata()
    described, data = [], b""
    for name, shape in shapes(len(tokens)).items():
        described.append(text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
                         + struct.pack("<IQ", 0, len(data)))
        values = weights(name, shape, source)
        data += padded(struct.pack(f"<{len(values)}f", *values))
    head = b"GGUF" + struct.pack("<IQQ", 3, len(described), len(entries))
    with open(sys.argv[1], "wb") as file:
        file.write(padded(head + b"".join(entries) + b"".join(described)) + data)


if __name__ == "__main__":
    main()
