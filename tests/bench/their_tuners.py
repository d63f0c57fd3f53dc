# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernel Tuner and pyATF on recorded spaces, and pyATF's space from constraints written as text.

Each tuner gives, for a strategy, a budget and a seed, the different configurations in the order in
which it saw them, the milliseconds of its own per evaluation, and whether it was cut off going round
in a circle: such a run is charged its whole budget at its mean cost, since of itself it never ends."""
import contextlib
import inspect
import io
import json
import random
import time

GOAL = 0.95

KERNEL_TUNER = ["random_sample", "genetic_algorithm", "pso", "diff_evo", "simulated_annealing",
                "firefly_algorithm", "mls", "greedy_ils", "basinhopping", "adaptive_tabu_greywolf",
                "bayes_opt"]
PYATF = ["AUCBandit", "RoundRobin", "DifferentialEvolution", "PatternSearch", "SimulatedAnnealing",
         "Torczon", "Random"]
# Costs minutes per hundred runs, so it may have fewer; the table says how many each had.
SLOW = {"bayes_opt"}


class Tuner:
    """What a process needs to run a tuner on one recording (a cache as write_cache makes it)."""

    def __init__(self, cache):
        with open(cache, encoding="utf-8") as file:
            content = json.load(file)
        self.cache = cache
        self.keys = content["tune_params_keys"]
        self.parameters = content["tune_params"]
        self.rows = {}
        for row in content["cache"].values():
            time_taken = None if isinstance(row["time"], str) else row["time"]
            self.rows[self.identity(row)] = (time_taken, row["compile_time"])
        self.best = min(time_taken for time_taken, _ in self.rows.values() if time_taken)

    def identity(self, row):
        return tuple(row[key] for key in self.keys)

    def run(self, strategy, budget, seed):
        raise NotImplementedError

    def measure(self, strategy, budget, seed):
        seen, own, is_cut = self.run(strategy, budget, seed)
        best, spent, reached = None, 0.0, None
        for number, identity in enumerate(seen, 1):
            time_taken, cost = self.rows[identity]
            spent += cost / 1e3
            if time_taken and (best is None or time_taken < best):
                best = time_taken
            if reached is None and best and self.best / best >= GOAL:
                reached = (number, spent)
        ended = (budget, spent * budget / len(seen)) if is_cut else (len(seen), spent)
        return {"fraction": self.best / best if best else 0, "own": own, "reached": reached,
                "spent": reached or ended}


class KernelTuner(Tuner):
    """In its own simulation mode with its default settings; the recorded configurations are its
    restriction."""

    def run(self, strategy, budget, seed):
        import kernel_tuner
        import numpy
        random.seed(seed)
        numpy.random.seed(seed % 2**32)

        # Not a lambda: Kernel Tuner takes those apart.
        def recorded(config):
            return self.identity(config) in self.rows

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            results, environment = kernel_tuner.tune_kernel(
                "recorded", "", (1, 1), [], self.parameters, simulation_mode=True,
                restrictions=recorded, cache=self.cache, strategy=strategy,
                strategy_options={"max_fevals": budget}, objective="time", quiet=True)
        own = environment["total_strategy_time"]  # milliseconds, as it measures it itself
        seen = list(dict.fromkeys(self.identity(row) for row in results))
        seen = [identity for identity in seen if identity in self.rows][:budget]
        return seen, own / max(1, len(seen)), False


class PyAtf(Tuner):
    """Its cost function looks the row up; a failed one raises its error for invalid
    configurations. Each parameter's constraint is that a recorded configuration begins so: together
    they are exactly the recorded ones. It has no seed of its own (Python's is set), measures again
    what it comes back to, which costs nothing here, and knows no budget of different
    configurations: it is stopped when it has seen so many, or measured
    ten times as many in all: its pattern searches soon go round in circles."""

    MOST_PER_BUDGET = 10

    def __init__(self, cache):
        super().__init__(cache)
        from pyatf import TP, Set
        from pyatf.search_space import SearchSpace
        parameters = []
        for place, key in enumerate(self.keys):
            begins = {identity[:place + 1] for identity in self.rows}
            constraint = pyatf_constraint(self.keys[:place + 1],
                                          lambda values, begins=begins: tuple(values) in begins)
            parameters.append(TP(key, Set(*self.parameters[key]), constraint))
        self.space = SearchSpace(*parameters, verbosity=0)
        if self.space.constrained_size != len(self.rows):
            raise ValueError(f"pyATF's space has {self.space.constrained_size} configurations, "
                             f"{len(self.rows)} are recorded")

    def technique(self, name):
        from pyatf import search_techniques as techniques
        made = {"AUCBandit": ("SimulatedAnnealing", "PatternSearch", "Torczon"),
                "RoundRobin": ("SimulatedAnnealing", "DifferentialEvolution", "PatternSearch",
                               "Torczon")}
        kind = getattr(techniques, name)
        # Those two share their default techniques between all that are made: here each has its own.
        return kind([getattr(techniques, one)() for one in made[name]]) if name in made else kind()

    def run(self, strategy, budget, seed):
        from pyatf import Tuner as AtfTuner
        from pyatf.abort_conditions.abort_condition import AbortCondition
        from pyatf.tuning_data import CostFunctionError
        random.seed(seed)
        seen, evaluations = {}, 0

        def cost(configuration):
            nonlocal evaluations
            evaluations += 1
            identity = self.identity(configuration)
            seen.setdefault(identity)
            time_taken = self.rows[identity][0]
            if time_taken is None:
                raise CostFunctionError("recorded as failed")
            return time_taken

        class SeenEnough(AbortCondition):
            def stop(self, _):
                return len(seen) >= budget or evaluations >= budget * PyAtf.MOST_PER_BUDGET

        tuner = AtfTuner().search_space(self.space).verbosity(0)
        tuner.search_technique(self.technique(strategy))
        start = time.process_time()
        tuner.tune(cost, SeenEnough())
        own = (time.process_time() - start) * 1e3  # with the look-ups, which are microseconds
        return list(seen), own / max(1, len(seen)), len(seen) < budget


def pyatf_constraint(names, accepts):
    """A function with these parameters, which pyATF reads from its signature, that gives what
    accepts says of their values in that order."""
    def constraint(**values):
        return accepts(values[name] for name in names)
    constraint.__signature__ = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names])
    return constraint


def pyatf_parameters(values, constraints):
    """pyATF's parameters in the order given. Each constraint, Python in a string, is checked at the
    last parameter that it names, as its manual has it: the earliest place it can be. These are
    written out as functions, so that calling them costs what a user's lambda costs."""
    import re

    from pyatf import TP, Set
    order = {name: place for place, name in enumerate(values)}
    at = {name: [] for name in values}
    for text in constraints:
        named = set(re.findall(r"[A-Za-z_]\w*", text)) & set(values)
        at[max(named, key=order.get)].append(text)
    parameters = []
    for name, texts in at.items():
        used = {word for text in texts for word in re.findall(r"[A-Za-z_]\w*", text)}
        arguments = [one for one in values if one in used | {name}]
        source = f"lambda {', '.join(arguments)}: {' and '.join(f'({text})' for text in texts)}"
        parameters.append(TP(name, Set(*values[name]), eval(source) if texts else None))
    return parameters
