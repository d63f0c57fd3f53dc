# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a problem's oracle.py for the runner, in a sandbox.

    driver.py PACKAGES ORACLE

PACKAGES is the folder that holds numpy, ORACLE the path of oracle.py. Requests come as lines of
JSON on standard input, each is answered by one line on what standard output was at the start;
arrays travel as .npy files. What oracle.py prints goes to standard error.
"""
import json
import os
import sys
import traceback

# One thread: the sandbox allows no more processes and little address space to spare.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"


class Refused(Exception):
    """A fault that the message explains by itself: no traceback needed."""


class Case:
    """What reference() sees of a case: each size as an attribute, its name, scalar arguments."""

    def __init__(self, name, sizes, values):
        self.name = name
        self.values = values
        for key, value in sizes.items():
            setattr(self, key, value)

    def __repr__(self):
        return "Case(%s)" % ", ".join("%s=%r" % item for item in vars(self).items())


def load(path):
    """oracle.py as a namespace, its own folder first in the search for modules."""
    sys.path.insert(0, os.path.dirname(path))
    with open(path, "r", encoding="utf-8") as file:
        text = file.read()
    names = {"__name__": "oracle", "__file__": path}
    exec(compile(text, path, "exec"), names)
    return names


def own_frames(path, error):
    """The traceback from oracle.py's first frame on."""
    frames = traceback.extract_tb(error.__traceback__)
    first = next((i for i, frame in enumerate(frames) if frame.filename == path), None)
    if first is None and isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(type(error), error))
    lines = traceback.format_list(frames[first or 0:])
    return "".join(lines + traceback.format_exception_only(type(error), error))


def place(path, error):
    """"oracle.py:12" where the error came up, as near to the user's text as can be had."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return "%s:%s" % (os.path.basename(path), error.lineno)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
    return "%s:%d" % (os.path.basename(path), frames[-1].lineno) if frames else ""


def to_type(numpy, array, name, wanted):
    """`array` as `wanted` (a NumPy type name), refusing what would change its values."""
    array = numpy.asarray(array)
    if array.dtype.kind not in "fiub":
        raise Refused("%s is an array of %s, expected numbers" % (name, array.dtype))
    if wanted == "bool":
        wanted = "bool_"
    if wanted == "float64":
        return numpy.ascontiguousarray(array, dtype=numpy.float64).reshape(array.shape)
    result = array.astype(wanted)
    if array.dtype.kind == "f" and not numpy.array_equal(result.astype(array.dtype), array):
        raise Refused("%s has values that are no %s (its type in problem.json)" % (name, wanted))
    if array.dtype.kind in "iu" and not numpy.array_equal(result, array):
        raise Refused("%s has values outside the range of %s" % (name, wanted))
    return numpy.ascontiguousarray(result).reshape(array.shape)


class Driver:
    def __init__(self, path):
        self.path = path
        self.numpy = None
        self.names = None

    def function(self, name):
        found = self.names.get(name)
        if not callable(found):
            known = sorted(k for k, v in self.names.items() if callable(v) and k[0] != "_")
            raise Refused("%s has no function %s (it has: %s)"
                          % (os.path.basename(self.path), name, ", ".join(known) or "none"))
        return found

    def case(self, request):
        return Case(request["case"], request["sizes"], request["values"])

    def arrays(self, files):
        return {name: self.numpy.load(file, allow_pickle=False) for name, file in files.items()}

    def start(self, request):
        import numpy
        self.numpy = numpy
        self.names = load(self.path)
        return {"check": callable(self.names.get("check"))}

    def reference(self, request):
        outputs = self.function("reference")(self.case(request), self.arrays(request["inputs"]))
        wanted = request["outputs"]
        if not isinstance(outputs, dict):
            raise Refused("reference() gave %s, expected a dictionary from the names of outputs (%s)"
                          " to arrays" % (type(outputs).__name__, ", ".join(wanted)))
        unknown = sorted(str(name) for name in outputs if name not in wanted)
        if unknown:
            raise Refused("reference() gave %s, which is no output (outputs: %s)"
                          % (", ".join(unknown), ", ".join(wanted)))
        missing = sorted(name for name in wanted if name not in outputs)
        if missing and not callable(self.names.get("check")):
            raise Refused("reference() gave no %s (it gave: %s)"
                          % (", ".join(missing), ", ".join(sorted(outputs)) or "nothing"))
        for name, array in outputs.items():
            target = wanted[name]
            self.numpy.save(target["file"], to_type(self.numpy, array, name, target["type"]))
        return {"given": sorted(outputs)}

    def fill(self, request):
        name = request["function"]
        array = self.numpy.asarray(self.function(name)(self.case(request)))
        self.numpy.save(request["file"], to_type(self.numpy, array, name + "()", request["type"]))
        return {}

    def check(self, request):
        answer = self.function("check")(self.case(request), self.arrays(request["inputs"]),
                                        self.arrays(request["got"]))
        if answer is None or answer is True:
            return {"right": True}
        return {"right": False, "why": answer if isinstance(answer, str) else ""}

    def answer(self, request):
        try:
            reply = getattr(self, request["do"])(request)
            reply["ok"] = True
        except Refused as error:
            reply = {"ok": False, "error": str(error)}
        except MemoryError as error:
            reply = {"ok": False, "error": "not enough memory: %s" % error,
                     "place": place(self.path, error), "trace": own_frames(self.path, error)}
        except BaseException as error:  # SystemExit and the like are the oracle's fault too
            reply = {"ok": False, "error": "%s: %s" % (type(error).__name__, error),
                     "place": place(self.path, error), "trace": own_frames(self.path, error)}
        return reply


def main():
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    sys.path.append(sys.argv[1])
    driver = Driver(sys.argv[2])
    for line in requests:
        replies.write(json.dumps(driver.answer(json.loads(line))) + "\n")
        replies.flush()


if __name__ == "__main__":
    main()
