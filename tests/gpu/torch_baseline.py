#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times torch's own kernels for the operators of the kernel library, the way the runner times candidates.

Cold: before each launch twice the L2 is overwritten; events stand right around the launch; 10 warm-ups, the
median of 100 launches. Warm: the launches of a CUDA graph, at least 200 microseconds to a sample, divided by
their number. Prints one JSON object a line:
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


def normal(*shape, dtype):
    return torch.randn(*shape, device="cuda", dtype=torch.float32).to(dtype)


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
                    print(json.dumps({
                        "problem": problem, "case": case, "implementation": name, "state": state,
                        "milliseconds": round(timer(implementation, arguments), 6),
                        "device": torch.cuda.get_device_name(0), "torch": torch.__version__,
                    }), flush=True)
        del arguments
        torch.cuda.empty_cache()
    return 0


if __name__ == "__main__":
    sys.exit(main())
