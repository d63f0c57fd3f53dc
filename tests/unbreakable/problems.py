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
