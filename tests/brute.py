"""A deliberately simple brute force over one combat damage step, to test everything else against.

It reads nothing but the raw data of a `Combat` and derives the rest from the rules again, in
the plainest way: try every division of everybody's damage, keep what is legal. Rule numbers
are today's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from math import comb, prod
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from lethal_models import Attacker, Blocker, Combat, Creature

Step: TypeAlias = Literal["first", "regular"]
Edge: TypeAlias = tuple[str, str]
Given: TypeAlias = Mapping[Edge, int]
"""Amounts by source and recipient; what is not mentioned is 0."""
Joint: TypeAlias = frozenset[tuple[Edge, int]]
"""The same without zeros, to be put into sets."""

FREE_BEFORE_2009 = ("sixth", "eighth", "lorwyn", "alara")
WITH_ORDER = ("m10", "m11", "m12")
WITH_LETHAL_DEATHTOUCH = ("m11", "m12", "foundations")
BY_TOUGHNESS = "assigns combat damage equal to its toughness rather than its power"
NO_DAMAGE = "assigns no combat damage"
AS_UNBLOCKED = "you may have this creature assign its combat damage as though it weren't blocked"
AS_YOU_CHOOSE = (
    "you may assign this creature's combat damage divided as you choose among defending player "
    "and/or any number of creatures they control"
)
FORMATION = (
    "rather than the attacking player, you assign the combat damage of each creature attacking you"
)
LETHAL_BY_POWER = (
    "lethal damage dealt to creatures you control is determined by their power rather than their "
    "toughness"
)
BANDS_WITH_OTHER = {
    "bands with other wolves": "wolf",
    "bands with other legendary creatures": "legendary",
}
"""Ability to the type it is about."""


@dataclass(frozen=True)
class Sender:
    """A creature that assigns damage in a step.

    Attributes:
        id: The creature.
        amount: Its damage.
        divider: The player who divides it.
        ways: The ways in which it may assign: for each recipient the permanents that must have
            lethal damage first. A way without recipients is to assign nothing.
    """

    id: str
    amount: int
    divider: str
    ways: Sequence[Mapping[str, frozenset[str]]]

    @property
    def recipients(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(recipient for way in self.ways for recipient in way))

    @property
    def waits_for(self) -> frozenset[str]:
        return frozenset[str]().union(*(first for way in self.ways for first in way.values()))

    @property
    def touches(self) -> frozenset[str]:
        """Everything it damages or waits for."""
        return self.waits_for.union(self.recipients)

    @property
    def may_do_nothing(self) -> bool:
        return not all(self.ways)


# --- Who assigns -----------------------------------------------------------------------------


def steps(combat: Combat) -> tuple[Step, ...]:
    """Return the damage steps of a combat: two with first or double strike about (510.4)."""
    return ("first", "regular") if any(map(_strikes_first, _fighting(combat))) else ("regular",)


def default_step(combat: Combat) -> Step:
    """Return the first step in which anybody assigns."""
    return "first" if "first" in steps(combat) and senders(combat, "first") else "regular"


def senders(combat: Combat, step: Step) -> tuple[Sender, ...]:
    """Return everybody who assigns damage in a step, attackers first."""
    everybody = [_attacking(combat, attacker) for attacker in combat.attackers]
    everybody += [_blocking(combat, blocker) for blocker in combat.blockers]
    return tuple(
        sender
        for sender in everybody
        if sender.amount > 0 and any(sender.ways) and _has_turn(combat, sender.id, step)
    )


def view(combat: Combat, by: str, step: Step) -> tuple[Sender, ...]:
    """Return the senders of everything that a player has a say in.

    Senders that depend on each other belong together; a player has the whole of every group in
    which they divide the damage of at least one.
    """
    everybody = senders(combat, step)
    if by == "both":
        return everybody
    with_a_say = [
        s for group in _groups(combat, everybody) if by in _dividers(group) for s in group
    ]
    return tuple(sender for sender in everybody if sender in with_a_say)


def _dividers(group: Sequence[Sender]) -> set[str]:
    return {sender.divider for sender in group}


def _groups(combat: Combat, everybody: Sequence[Sender]) -> list[list[Sender]]:
    """Return senders in groups that are joined by permanents that somebody waits for.

    A permanent that needs nothing more keeps nobody waiting.
    """
    waited_for = frozenset[str]().union(*(s.waits_for for s in everybody))
    joining = {permanent for permanent in waited_for if lacks(combat, permanent) > 0}
    groups: list[list[Sender]] = []
    for sender in everybody:
        links = sender.touches & joining
        joined = [g for g in groups if any(links & other.touches for other in g)]
        groups = [g for g in groups if g not in joined]
        groups.append([*(s for g in joined for s in g), sender])
    return groups


def _fighting(combat: Combat) -> list[Creature]:
    blocking = [b.creature for b in combat.blockers if b.attackers]
    return [a.creature for a in combat.attackers] + blocking


def _strikes_first(creature: Creature) -> bool:
    return not creature.keywords.isdisjoint({"first strike", "double strike"})


def _has_turn(combat: Combat, id_: str, step: Step) -> bool:
    """510.4: first and double strikers assign first; then the others and double strikers."""
    if len(steps(combat)) == 1:
        return True
    words = combat.creatures[id_].keywords
    if step == "first":
        return _strikes_first(combat.creatures[id_])
    return "double strike" in words or "first strike" not in words


def _amount(creature: Creature) -> int:
    if NO_DAMAGE in creature.keywords:
        return 0
    return creature.toughness if BY_TOUGHNESS in creature.keywords else creature.power


def _attacking(combat: Combat, attacker: Attacker) -> Sender:
    """An attacker with everything that it may assign to, in every way that it may."""
    creature = attacker.creature
    blockers = attacker.blockers
    ways = [_to_blockers_and_beyond(combat, attacker, blockers, blocked=attacker.blocked)]
    if AS_UNBLOCKED in creature.keywords and attacker.blocked:
        # All of it, or none of it: the creature is then not blocked, or it is. Unblocked, and
        # with what it attacks gone, it assigns nothing.
        ways.append(_to_blockers_and_beyond(combat, attacker, (), blocked=False))
    defender = defender_of(combat, attacker)
    if AS_YOU_CHOOSE in creature.keywords:
        theirs = [id_ for id_ in everyone(combat) if _controller(combat, id_) == defender]
        ways.append(dict.fromkeys([*theirs, defender], frozenset()))
    divider = defender if _defender_divides(combat, attacker) else combat.players[0].id
    return Sender(creature.id, _amount(creature), divider, _that_matter(ways))


def _that_matter(
    ways: Sequence[Mapping[str, frozenset[str]]],
) -> list[Mapping[str, frozenset[str]]]:
    """Leave out each way of which another one has all recipients and waits for no more."""
    kept: list[Mapping[str, frozenset[str]]] = []
    for way in sorted(ways, key=lambda way: (-len(way), sum(map(len, way.values())))):
        if not way or not any(
            all(r in other and other[r] <= first for r, first in way.items()) for other in kept
        ):
            kept.append(way)
    return kept


def _to_blockers_and_beyond(
    combat: Combat, attacker: Attacker, blockers: Sequence[str], *, blocked: bool
) -> dict[str, frozenset[str]]:
    """510.1b-c, 702.19."""
    creature = attacker.creature
    over = "trample over planeswalkers" in creature.keywords
    first = _in_order(blockers, freely=_is_free(combat, attacker))
    walkers = {walker.id: walker for walker in combat.planeswalkers}
    if not blocked or over or "trample" in creature.keywords:
        if _is_there(combat, attacker.attacks):
            first[attacker.attacks] = frozenset(blockers)
        if over and attacker.attacks in walkers:
            gone = walkers[attacker.attacks].loyalty == 0
            walker = () if gone else (attacker.attacks,)
            first[walkers[attacker.attacks].controller] = frozenset((*blockers, *walker))
    return first


def _is_free(combat: Combat, attacker: Attacker) -> bool:
    return _has_no_order(combat, attacker.creature) or _defender_divides(combat, attacker)


def _defender_divides(combat: Combat, attacker: Attacker) -> bool:
    """702.22j: the blockers band; or the attacked player has Defensive Formation."""
    formation = [player.id for player in combat.players if FORMATION in player.abilities]
    return attacker.attacks in formation or _band(combat, attacker.blockers)


def _blocking(combat: Combat, blocker: Blocker) -> Sender:
    """510.1d: a blocker with the attackers it blocks; 702.22k: attackers that band."""
    creature = blocker.creature
    banding = _band(combat, blocker.attackers)
    freely = banding or _has_no_order(combat, creature)
    first = _in_order(blocker.attackers, freely=freely)
    divider = combat.players[0].id if banding else blocker.controller
    return Sender(creature.id, _amount(creature), divider, [first] if first else [])


def _band(combat: Combat, together: Sequence[str]) -> bool:
    """Return whether creatures on the same side of a block give their player the choice."""
    creatures = [combat.creatures[id_] for id_ in together]
    if any("banding" in creature.keywords for creature in creatures):
        return True
    old = combat.rules.name in FREE_BEFORE_2009
    for one, other in permutations(creatures, 2):
        for ability, type_ in BANDS_WITH_OTHER.items():
            if ability in one.keywords and (
                ability in other.keywords if old else _has(one, type_) and _has(other, type_)
            ):
                return True
    return False


def _has(creature: Creature, type_: str) -> bool:
    return type_ in creature.types or (type_ == "wolf" and "changeling" in creature.keywords)


def everyone(combat: Combat) -> dict[str, Creature]:
    """Return all creatures by id, also those that are not in combat."""
    everybody = (*combat.attackers, *combat.blockers, *combat.bystanders)
    return {one.creature.id: one.creature for one in everybody}


def defender_of(combat: Combat, attacker: Attacker) -> str:
    """508.5: who is the defending player for an attacker."""
    players = {walker.id: walker.controller for walker in combat.planeswalkers}
    players |= {battle.id: battle.protector for battle in combat.battles}
    return players.get(attacker.attacks, attacker.attacks)


def _is_there(combat: Combat, attacked: str) -> bool:
    """506.4c: a planeswalker or battle with nothing left has left combat."""
    left = {walker.id: walker.loyalty for walker in combat.planeswalkers}
    left |= {battle.id: battle.defense for battle in combat.battles}
    return left.get(attacked, 1) > 0


def _in_order(opponents: Sequence[str], *, freely: bool) -> dict[str, frozenset[str]]:
    """510.1c-d from 2009 to 2024: nothing to the next opponent before the last has lethal damage.

    Before and since then damage is divided freely; so it is with banding on the other side
    and, under Magic 2010, for a creature with deathtouch.
    """
    return {o: frozenset(() if freely else opponents[:k]) for k, o in enumerate(opponents)}


def _has_no_order(combat: Combat, creature: Creature) -> bool:
    name = combat.rules.name
    return name not in WITH_ORDER or (name == "m10" and "deathtouch" in creature.keywords)


# --- What is legal ---------------------------------------------------------------------------


def lacks(combat: Combat, permanent: str) -> int:
    """Return the damage that a creature or planeswalker lacks to have lethal damage."""
    for walker in combat.planeswalkers:
        if walker.id == permanent:
            return walker.loyalty
    creature = combat.creatures[permanent]
    return max(0, _lethal(combat, creature) - creature.damage)


def _lethal(combat: Combat, creature: Creature, counters: int = 0) -> int:
    """Return how much damage is lethal for a creature with -1/-1 counters.

    Usually its toughness; with Zilortha its power, but never nothing.
    """
    by_power = [player.id for player in combat.players if LETHAL_BY_POWER in player.abilities]
    if by_power and _controller(combat, creature.id) in by_power:
        return max(1, creature.power - counters)
    return creature.toughness - counters


def has_lethal(combat: Combat, given: Given, permanent: str) -> bool:
    """Return whether everything assigned in the step together is lethal for a permanent."""
    if sum(n for (_, r), n in given.items() if r == permanent) >= lacks(combat, permanent):
        return True
    return (
        permanent in combat.creatures
        and combat.rules.name in WITH_LETHAL_DEATHTOUCH
        and any(
            n > 0 and r == permanent and "deathtouch" in combat.creatures[s].keywords
            for (s, r), n in given.items()
        )
    )


def is_legal(combat: Combat, everybody: Sequence[Sender], given: Given) -> bool:
    """Return whether a whole joint assignment is legal (510.1e)."""
    shares: dict[str, dict[str, int]] = {sender.id: {} for sender in everybody}
    for (source, recipient), amount in given.items():
        if amount < 0 or (amount and source not in shares):
            return False
        if amount:
            shares[source][recipient] = amount

    def is_way(sender: Sender, way: Mapping[str, frozenset[str]]) -> bool:
        its = shares[sender.id]
        return (
            its.keys() <= way.keys()
            and sum(its.values()) == (sender.amount if way else 0)
            and all(has_lethal(combat, given, first) for r in its for first in way[r])
        )

    return all(any(is_way(sender, way) for way in sender.ways) for sender in everybody)


# --- All of them -----------------------------------------------------------------------------


def compositions(amount: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide an amount among some recipients, by stars and bars."""
    for bars in combinations(range(amount + parts - 1), parts - 1):
        edges = (-1, *bars, amount + parts - 1)
        yield tuple(b - a - 1 for a, b in pairwise(edges))


def free_product(everybody: Sequence[Sender]) -> int:
    """Return the number of joint assignments if there were no rules about lethal damage."""
    return prod(
        comb(s.amount + len(s.recipients) - 1, s.amount) + s.may_do_nothing for s in everybody
    )


def joint_divisions(everybody: Sequence[Sender]) -> Iterator[dict[Edge, int]]:
    """Yield every joint assignment, legal or not, in which everybody assigns all their damage."""
    edges = [(s.id, recipient) for s in everybody for recipient in s.recipients]
    for rows in product(*map(_divisions, everybody)):
        yield dict(zip(edges, (n for row in rows for n in row), strict=True))


def _divisions(sender: Sender) -> Iterator[tuple[int, ...]]:
    if sender.may_do_nothing:
        yield (0,) * len(sender.recipients)
    yield from compositions(sender.amount, len(sender.recipients))


def assignments(combat: Combat, everybody: Sequence[Sender]) -> frozenset[Joint]:
    """Return every legal assignment of some senders that depend on nobody else."""
    return frozenset(
        joint(given) for given in joint_divisions(everybody) if is_legal(combat, everybody, given)
    )


def joint(given: Given) -> Joint:
    """Return an assignment without its zeros."""
    return frozenset((edge, n) for edge, n in given.items() if n)


# --- What it does ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """What a step does when it is dealt as assigned; numbers without zeros."""

    destroyed: frozenset[str]
    damage: Mapping[str, int]
    loyalty: Mapping[str, int]
    poison: Mapping[str, int]
    life_gained: Mapping[str, int]
    losers: frozenset[str]


def result(combat: Combat, given: Joint) -> Result:
    """Deal an assignment."""
    dealt = [
        (combat.creatures[source], recipient, amount)
        for (source, recipient), amount in given
        if not _is_protected(combat, combat.creatures[source], recipient)
    ]
    players = {player.id for player in combat.players}
    damage, poison, loyalty, life = (Counter[str]() for _ in range(4))
    for source, recipient, amount in dealt:
        if recipient in players:
            damage[recipient] += amount
            poison[recipient] += amount if "infect" in source.keywords else 0
        if "lifelink" in source.keywords:
            life[_controller(combat, source.id)] += amount
    for walker in combat.planeswalkers:
        total = sum(n for _, recipient, n in dealt if recipient == walker.id)
        loyalty[walker.id] = min(total, walker.loyalty)
    return Result(
        frozenset(c.id for c in everyone(combat).values() if _dies(combat, c, dealt)),
        +damage,
        +loyalty,
        +poison,
        +life,
        frozenset(_losers(combat, damage, poison, life)),
    )


def _controller(combat: Combat, creature: str) -> str:
    others = {b.creature.id: b.controller for b in (*combat.blockers, *combat.bystanders)}
    return others.get(creature, combat.players[0].id)


def _is_protected(combat: Combat, source: Creature, recipient: str) -> bool:
    """702.16e."""
    if recipient not in everyone(combat):
        return False
    words = everyone(combat)[recipient].keywords
    qualities = {m[1] for word in words if (m := re.fullmatch("protection from (.+)", word))}
    return bool(qualities & {"creatures", "everything", *source.colors})


def _dies(combat: Combat, creature: Creature, dealt: Sequence[tuple[Creature, str, int]]) -> bool:
    """704.5f-h, with 120.3d-e: wither and infect shrink a creature, other damage is marked."""
    hits = [(source, n) for source, recipient, n in dealt if recipient == creature.id]
    shrinking = [n for source, n in hits if not source.keywords.isdisjoint({"wither", "infect"})]
    marked = creature.damage + sum(n for _, n in hits) - sum(shrinking)
    if creature.toughness - sum(shrinking) <= 0:
        return True
    touched = any("deathtouch" in source.keywords for source, _ in hits)
    return "indestructible" not in creature.keywords and (
        marked >= _lethal(combat, creature, sum(shrinking)) or touched
    )


def _losers(
    combat: Combat, damage: Counter[str], poison: Counter[str], life: Counter[str]
) -> Iterator[str]:
    """704.5a, 704.5c. Lifelink is part of the damage since Magic 2010 and came too late before."""
    for player in combat.players:
        gained = 0 if combat.rules.name in FREE_BEFORE_2009 else life[player.id]
        left = player.life - (damage[player.id] - poison[player.id]) + gained
        if left <= 0 or player.poison + poison[player.id] >= 10:
            yield player.id


def term_value(combat: Combat, term: str, outcome: Result, chooser: str) -> int:
    """Return the value of an objective's term for a player; a `min-` form has it negated."""
    mine = {id_ for id_ in everyone(combat) if _controller(combat, id_) == chooser}
    mine |= {chooser, *(w.id for w in combat.planeswalkers if w.controller == chooser)}

    def net(amounts: Mapping[str, int]) -> int:
        return sum(-n if id_ in mine else n for id_, n in amounts.items())

    destroyed = {id_: everyone(combat)[id_] for id_ in outcome.destroyed}
    sizes = {
        "win": net(dict.fromkeys(outcome.losers, 1)),
        "damage": net(outcome.damage),
        "kills": net(dict.fromkeys(destroyed, 1)),
        "value": net(
            {i: c.power + c.toughness if c.value is None else c.value for i, c in destroyed.items()}
        ),
        "lifelink": -net(outcome.life_gained),
        "loyalty": net(outcome.loyalty),
        "poison": net(outcome.poison),
    }
    return -sizes[term[4:]] if term.startswith("min-") else sizes[term]
