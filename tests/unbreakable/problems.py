# SPDX-License-Identifier: GPL-3.0-or-later
"""Problems for misfortunes.py."""
import json

KERNEL = """extern "C" __global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
"""


def write(folder, template, parameters, elements, workspace=None):
    folder.mkdir()
    launch = {"function": "copy", "grid": ["ceil_div(n, 32)"], "block": [32]}
    problem = {
        "format": "kernelwright-problem/1", "name": folder.name, "source": {"file": "kernel.cu"},
        "sizes": ["n"],
        "arguments": [{"name": "out", "type": "float32", "shape": ["n"], "role": "output"},
                      {"name": "in", "type": "float32", "shape": ["n"], "role": "input"},
                      {"name": "n", "type": "int64" if elements > 2**31 else "int32", "role": "size"}],
        "launches": [launch],
        "cases": [{"name": "timed", "role": "performance", "sizes": {"n": elements}},
                  {"name": "one", "role": "correctness", "sizes": {"n": 1}}],
        "oracle": {"trusted": "source"}, "tolerance": {"exact": True},
        "template": {"file": "template.cu", "space": "space.json"}}
    space = {"format": "kernelwright-space/1",
             "parameters": [{"name": name, "values": values} for name, values in parameters.items()]}
    if workspace:
        space |= workspace
    size = "long long n" if elements > 2**31 else "int n"
    (folder / "kernel.cu").write_text(KERNEL.replace("int n", size))
    (folder / "template.cu").write_text(template.replace("int n", size))
    (folder / "problem.json").write_text(json.dumps(problem, indent=2))
    (folder / "space.json").write_text(json.dumps(space, indent=2))


def write_null_problem(folder, faults, elements=8):
    """For the null device (tests/support/null_device.h): FAULT, TIME and INDEX mean something to it."""
    unused = "// FAULT TIME INDEX\n#ifndef FAULT\n#define FAULT none\n#endif\n#ifndef TIME\n" \
             "#define TIME 1\n#endif\n#ifndef INDEX\n#define INDEX 0\n#endif\n"
    write(folder, unused + KERNEL, {"INDEX": list(range(4000)), "TIME": list(range(1, 9)),
                                    "FAULT": list(faults)}, elements)


def write_workspace_problem(folder):
    """SHARE is the size of a workspace in MiB."""
    kernel = KERNEL.replace("float* out", "float* scratch, float* out")
    write(folder, kernel.replace("if (i < n)", "if (i < n && SHARE > 0)"), {"SHARE": [1, 1000000]},
          1000, {"workspace": {"scratch": "SHARE * 262144"}})
    problem = json.loads((folder / "problem.json").read_text())
    problem["arguments"].insert(
        0, {"name": "scratch", "type": "float32", "shape": ["n"], "role": "workspace"})
    (folder / "problem.json").write_text(json.dumps(problem, indent=2))
    (folder / "kernel.cu").write_text(kernel)


# What each does besides its work, and what its verdict says of it. In numbers: a macro that nobody defines looks like a
# parameter.
HARM = {
    0: ("", "verified"),
    1: ("socket(2, 1, 0);", "tried to open a socket"),
    2: ("fork();", "tried to start a process or a thread"),
    3: ("open(\"/etc/passwd\", 0);", "tried to open a file"),
    4: ("kill(getppid(), 9);", "tried to send a signal to a process"),
    5: ("write(4, out, 4);", "tried to write to a channel that is not its own"),
    6: ("mmap(0, 4096, 1, 0x21, -1, 0);",
        "tried to take memory that is not limited"),
    7: ("_exit(0);", "ended without a report"),
}


def write_harmful_problem(folder):
    """For the host device."""
    headers = "".join(f"#include <{name}>\n" for name in (
        "fcntl.h", "signal.h", "sys/mman.h", "sys/socket.h", "unistd.h"))
    harm = "".join(f"#if HARM == {number}\n  {text}\n#endif\n"
                   for number, (text, _) in HARM.items())
    write(folder, headers + KERNEL.replace("  if (i < n)", harm + "  if (i < n)"),
          {"HARM": list(HARM)}, 1000)
