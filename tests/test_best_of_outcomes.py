"""The best assignment where counters, commanders and shields decide, against looking at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

import brute
from lethal import Assignments
from lethal.objective import MINIMIZED, TERMS
from lethal_models import Assignment, parse
from lethal_models.outcome import outcome
from strategies import combats, examples, views_of, with_creatures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

    from lethal.components import Engine
    from lethal_models import Combat
    from lethal_models.outcome import Outcome
    from strategies import View

EVERY_TERM = (*TERMS, *(MINIMIZED + term for term in TERMS))
ABOUT = ("toxic 1", "toxic 2", "infect", "deathtouch", "lifelink")


@st.composite
def deciding(draw: DrawFn) -> View:
    """Draw a view of a combat with commanders, regeneration shields and toxic creatures."""
    about = tuple(draw(st.sets(st.sampled_from(ABOUT), min_size=1, max_size=3)))
    combat = draw(combats(size=(3, 3), largest=60, about=tuple(sorted(about))))
    commanders = draw(st.booleans())
    changed = {
        id_: replace(
            creature,
            commander=commanders and draw(st.booleans()),
            regeneration=draw(st.sampled_from((0, 0, 1, 2))),
        )
        for id_, creature in combat.creatures.items()
    }
    active, defending, *others = combat.players
    defending = replace(
        defending,
        poison=draw(st.sampled_from((0, 6, 8, 9))),
        life=draw(st.sampled_from((2, 5, 40))),
        commander_damage=tuple(
            (attacker.creature.id, draw(st.sampled_from((16, 18, 20))))
            for attacker in combat.attackers
            if changed[attacker.creature.id].commander and draw(st.booleans())
        ),
    )
    combat = replace(with_creatures(combat, changed), players=(active, defending, *others))
    return draw(st.sampled_from([view for view in views_of(combat) if is_of_one_player(view)]))


def is_of_one_player(view: View) -> bool:
    return view.by == "both" or all(sender.divider == view.by for sender in view.senders)


def assignment_of(joint: brute.Joint) -> Assignment:
    edges = dict(joint)
    return Assignment(tuple(edges), tuple(edges.values()))


def judged(view: View, given: brute.Joint) -> Outcome:
    """Return what an assignment does; who loses does so whatever the others assign."""
    found = outcome(view.combat, assignment_of(given))
    others = [s for s in brute.senders(view.combat, view.step) if s not in view.senders]
    losers = set(found.losers)
    for other in brute.assignments(view.combat, others):
        losers &= set(outcome(view.combat, assignment_of(given | other)).losers)
    return replace(found, losers=tuple(losers))


def values(view: View, terms: Sequence[str], found: Outcome) -> tuple[int, ...]:
    """Return the signed values of terms, each the better the larger it is."""
    chooser = "active" if view.by == "both" else view.by
    as_result = brute.Result(
        frozenset(found.destroyed),
        found.damage,
        found.loyalty,
        found.poison,
        found.life_gained,
        frozenset(found.losers),
    )
    return tuple(brute.term_value(view.combat, term, as_result, chooser) for term in terms)


@examples(3)
@given(
    deciding(),
    st.lists(st.sampled_from(EVERY_TERM), min_size=1, max_size=3, unique=True),
    st.sampled_from(("auto", "cpsat")),
)
def test_the_best_is_the_best_of_the_outcomes_of_all(
    view: View, terms: list[str], engine: Engine
) -> None:
    legal = Assignments(view.combat, view.by, view.step, engine)
    best = legal.best(terms)
    assert best.optimal
    assert brute.joint(dict(best.assignment.items())) in view.expected
    expected = max(values(view, terms, judged(view, joint)) for joint in view.expected)
    signed = tuple(-n if term.startswith(MINIMIZED) else n for term, n in best.values.items())
    assert signed == expected
    own = brute.joint(dict(best.assignment.items()))
    assert values(view, terms, judged(view, own)) == expected


def winning(combat: Combat) -> dict[str, dict[str, int]]:
    best = Assignments(combat).best("win,min-damage")
    assert best.values["win"] == 1
    return best.assignment.as_dict()


def test_a_commander_wins_with_the_damage_that_it_lacks() -> None:
    # 903.10a: 1 to the player is enough, of 6 with 5 needed on the blocker.
    combat = combat_with(commander=True, taken=20, poison=0)
    assert winning(combat) == {"a1": {"b1": 5, "defending": 1}}


def test_a_toxic_creature_wins_with_the_counters_that_it_gives() -> None:
    combat = combat_with(keyword="toxic 2", poison=8)
    assert winning(combat) == {"a1": {"b1": 5, "defending": 1}}


def combat_with(
    *, keyword: str = "", poison: int, taken: int = 0, commander: bool = False
) -> Combat:
    """Return a combat of a 6/6 trampler, which a 0/5 blocks, against a player at 40 life."""
    combat = parse("40:6/6Tx0/5")
    creature = combat.creatures["a1"]
    creature = replace(
        creature, keywords=creature.keywords | ({keyword} - {""}), commander=commander
    )
    active, defending = combat.players
    defending = replace(
        defending, poison=poison, commander_damage=(("a1", taken),) if taken else ()
    )
    return replace(with_creatures(combat, {"a1": creature}), players=(active, defending))
