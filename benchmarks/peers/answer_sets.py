"""clingo: the damage step as a logic program, its assignments as answer sets."""

# The library has no types, and need not be installed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING

import clingo

from peers.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models import DamageStep

RULES = """
{ x(E, V) : V = 1..M } 1 :- edge(E, S, M).
:- source(S, A), #sum { V, E : x(E, V), edge(E, S, _) } != A.
met(C) :- condition(C, N), #sum { V * W, E : x(E, V), helps(E, C, W) } >= N.
:- x(E, _), gate(E, C), not met(C).
#show x/2.
"""


def count(step: DamageStep) -> int:
    """Return the number of answer sets, without looking at them."""
    control, _ = _control(step)
    number = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            number += 1
    return number


def rows(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Yield the assignments as tuples; symbols are looked into once, not once a model."""
    control, edges = _control(step)
    known: dict[clingo.Symbol, tuple[int, int]] = {}
    with control.solve(yield_=True) as handle:
        for model in handle:
            row = [0] * edges
            for symbol in model.symbols(shown=True):
                pair = known.get(symbol)
                if pair is None:
                    edge, amount = symbol.arguments
                    pair = known[symbol] = edge.number, amount.number
                row[pair[0]] = pair[1]
            yield tuple(row)


def _control(step: DamageStep) -> tuple[clingo.Control, int]:
    problem = plain(step)
    facts = [RULES]
    for s, (amount, edges) in enumerate(problem.sources):
        facts.append(f"source({s},{amount}).")
        facts += [f"edge({e},{s},{amount})." for e in edges]
    for c, condition in enumerate(problem.conditions):
        facts.append(f"condition({c},{condition.need}).")
        facts += [f"helps({e},{c},{weight})." for e, weight in condition.weights.items()]
    facts += [f"gate({e},{c})." for e, gate in problem.gates.items() for c in gate]
    control = clingo.Control(["--models=0"])
    control.add("base", [], "\n".join(facts))
    control.ground([("base", [])])
    return control, len(problem.most)
