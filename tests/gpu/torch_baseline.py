#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times torch's own kernels for the operators of the kernel library, the way the runner times candidates.

Cold: before each launch twice the L2 is overwritten; events stand right around the launch; 10 warm-ups, the
median of 100 launches. Warm: the launches of a CUDA graph, at least 200 microseconds to a sample, divided by
their number. Matrix products are cuBLAS's, in fp32 without TF32. Prints one JSON object a line:
    {"problem", "case", "implementation", "state", "milliseconds", "device", "torch"}
"""
import argparse
import json
import statistics
import sys

import torch

WARMUPS = 10
LAUNCHES = 100


def silu_and_mul(x):
    width = x.shape[-1] // 2
    return torch.nn.functional.silu(x[..., :width]) * x[..., width:]


def rmsnorm(x, weight):
    wide = x.float()
    scaled = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)
    return (scaled * weight.float()).to(x.dtype)


def transpose(x):
    return x.t().contiguous()


def reduction(x):
    return x.sum()


def fused_add_rmsnorm(x, residual, weight):
    total = x + residual
    wide = total.float()
    scaled = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)
    x.copy_(scaled * weight.float())
    residual.copy_(total)


def layernorm(x, weight, bias):
    return torch.nn.functional.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)


def softmax(x):
    return torch.softmax(x, -1)


def merge_attn_states(prefix, prefix_lse, suffix, suffix_lse):
    p = torch.where(prefix_lse.isinf(), -torch.inf, prefix_lse)
    s = torch.where(suffix_lse.isinf(), -torch.inf, suffix_lse)
    largest = torch.maximum(p, s)
    p, s = torch.exp(p - largest), torch.exp(s - largest)
    total = p + s
    shares = (p / total).t().unsqueeze(-1), (s / total).t().unsqueeze(-1)
    merged = prefix.float() * shares[0] + suffix.float() * shares[1]
    return merged.to(prefix.dtype), torch.log(total) + largest


def rope(query, key, cache, positions):
    cosine, sine = cache[positions].unsqueeze(1).float().chunk(2, dim=-1)
    for heads in (query, key):
        first, second = heads.float().chunk(2, dim=-1)
        heads.copy_(torch.cat((first * cosine - second * sine, second * cosine + first * sine), dim=-1))


def per_token_fp8_quant(x):
    wide = x.float()
    scales = torch.clamp(wide.abs().amax(-1) / 448, min=1 / (448 * 512))
    return torch.clamp(wide / scales.unsqueeze(-1), -448, 448).to(torch.float8_e4m3fn), scales


def topk_softmax(logits):
    weights, indices = torch.topk(torch.softmax(logits, -1), 8, -1)
    return weights, indices.int()


def gemm(a, b):
    return a @ b


def gemm_bf16(a, b):
    return a @ b.t()


def normal(*shape, dtype):
    return torch.randn(*shape, device="cuda", dtype=torch.float32).to(dtype)


def fused_inputs(tokens):
    return tuple(normal(*shape, dtype=torch.bfloat16) for shape in ((tokens, 4096), (tokens, 4096), (4096,)))


def layernorm_inputs(tokens):
    return tuple(normal(*shape, dtype=torch.bfloat16) for shape in ((tokens, 4096), (4096,), (4096,)))


def merge_inputs(tokens):
    part = (lambda: (normal(tokens, 40, 128, dtype=torch.bfloat16), normal(40, tokens, dtype=torch.float32)))
    return part() + part()


def rope_inputs(tokens):
    heads = (normal(tokens, count, 128, dtype=torch.bfloat16) for count in (32, 8))
    cache = torch.rand(16384, 128, device="cuda").mul(2).sub(1).to(torch.bfloat16)
    return (*heads, cache, torch.randint(16384, (tokens,), device="cuda"))


def matrices(first, second, dtype):
    return normal(*first, dtype=dtype), normal(*second, dtype=dtype)


CASES = [
    ("silu_and_mul", "decode", silu_and_mul, lambda: (normal(16, 2 * 11008, dtype=torch.bfloat16),)),
    ("silu_and_mul", "prefill", silu_and_mul, lambda: (normal(16384, 2 * 14336, dtype=torch.bfloat16),)),
    ("rmsnorm", "decode", rmsnorm,
     lambda: (normal(16, 4096, dtype=torch.bfloat16), normal(4096, dtype=torch.bfloat16))),
    ("rmsnorm", "prefill", rmsnorm,
     lambda: (normal(16384, 4096, dtype=torch.bfloat16), normal(4096, dtype=torch.bfloat16))),
    ("transpose", "large", transpose, lambda: (normal(16384, 16384, dtype=torch.float32),)),
    ("transpose", "large odd", transpose, lambda: (normal(8191, 8193, dtype=torch.float32),)),
    ("transpose", "small", transpose, lambda: (normal(512, 768, dtype=torch.float32),)),
    ("reduction", "large", reduction, lambda: (normal(1 << 28, dtype=torch.float32),)),
    ("reduction", "small", reduction, lambda: (normal(1 << 16, dtype=torch.float32),)),
    ("fused_add_rmsnorm", "decode", fused_add_rmsnorm, lambda: fused_inputs(16)),
    ("fused_add_rmsnorm", "prefill", fused_add_rmsnorm, lambda: fused_inputs(16384)),
    ("layernorm", "decode", layernorm, lambda: layernorm_inputs(16)),
    ("layernorm", "prefill", layernorm, lambda: layernorm_inputs(16384)),
    ("softmax", "large", softmax, lambda: (normal(4096, 32768, dtype=torch.float32),)),
    ("softmax", "vocabulary", softmax, lambda: (normal(64, 128256, dtype=torch.float32),)),
    ("merge_attn_states", "short", merge_attn_states, lambda: merge_inputs(512)),
    ("merge_attn_states", "prefill", merge_attn_states, lambda: merge_inputs(8192)),
    ("rope", "decode", rope, lambda: rope_inputs(16)),
    ("rope", "prefill", rope, lambda: rope_inputs(16384)),
    ("per_token_fp8_quant", "decode", per_token_fp8_quant, lambda: (normal(16, 7168, dtype=torch.bfloat16),)),
    ("per_token_fp8_quant", "prefill", per_token_fp8_quant, lambda: (normal(16384, 7168, dtype=torch.bfloat16),)),
    ("topk_softmax", "decode", topk_softmax, lambda: (normal(16, 256, dtype=torch.float32),)),
    ("topk_softmax", "prefill", topk_softmax, lambda: (normal(16384, 256, dtype=torch.float32),)),
    ("topk_softmax", "prefill of 64", topk_softmax, lambda: (normal(16384, 64, dtype=torch.float32),)),
    ("gemm", "square", gemm, lambda: matrices((4096, 4096), (4096, 4096), torch.float32)),
    ("gemm", "flat", gemm, lambda: matrices((256, 2048), (2048, 8192), torch.float32)),
    ("gemm_bf16", "square", gemm_bf16, lambda: matrices((4096, 4096), (4096, 4096), torch.bfloat16)),
    ("gemm_bf16", "large", gemm_bf16, lambda: matrices((8192, 8192), (8192, 8192), torch.bfloat16)),
]


def time_cold(function, arguments):
    l2 = torch.cuda.get_device_properties(0).L2_cache_size
    scratch = torch.empty(2 * l2, dtype=torch.uint8, device="cuda")
    pairs = []
    for launch in range(WARMUPS + LAUNCHES):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        # Several overwrites keep the GPU busy while the launch is prepared, so that no gap is timed.
        for _ in range(4):
            scratch.zero_()
        begin.record()
        function(*arguments)
        end.record()
        if launch >= WARMUPS:
            pairs.append((begin, end))
    torch.cuda.synchronize()
    return statistics.median(begin.elapsed_time(end) for begin, end in pairs)


def time_warm(function, arguments):
    for _ in range(3):
        function(*arguments)
    torch.cuda.synchronize()
    count = 1
    while True:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(count):
                function(*arguments)
        samples = []
        for sample in range(WARMUPS + LAUNCHES):
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            graph.replay()
            end.record()
            end.synchronize()
            if sample >= WARMUPS:
                samples.append(begin.elapsed_time(end))
        whole = statistics.median(samples)
        if whole >= 0.2 or count >= 1024:
            return whole / count
        count = max(count + 1, int(count * 0.25 / max(whole, 1e-3)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problem", action="append", help="only this problem (repeatable)")
    choice = parser.parse_args()
    if not torch.cuda.is_available():
        print("no GPU that torch can use: nothing measured", file=sys.stderr)
        return 0
    for problem, case, function, make in CASES:
        if choice.problem and problem not in choice.problem:
            continue
        arguments = make()
        torch._dynamo.reset()
        compiled = torch.compile(function, mode="max-autotune-no-cudagraphs", dynamic=False)
        with torch.no_grad():
            for name, implementation in (("eager", function), ("torch.compile", compiled)):
                for state, timer in (("cold", time_cold), ("warm", time_warm)):
                    try:
                        milliseconds = timer(implementation, arguments)
                    except Exception as error:  # the others are measured all the same
                        print(f"{problem}, {case}, {name}, {state}: {error}", file=sys.stderr)
                        continue
                    print(json.dumps({
                        "problem": problem, "case": case, "implementation": name, "state": state,
                        "milliseconds": round(milliseconds, 6),
                        "device": torch.cuda.get_device_name(0), "torch": torch.__version__,
                    }), flush=True)
        del arguments
        torch.cuda.empty_cache()
    return 0


if __name__ == "__main__":
    sys.exit(main())
