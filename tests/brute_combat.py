"""A deliberately simple second way through a whole combat, to test everything else against.

From declared blocks to the end: what happens at every moment, who assigns in which damage step,
what damage does, who dies of it, and every result that can come of it. It is written from the
rules, on plain mutable values; which assignments of one step are legal `brute` says. Rule numbers
are today's; 310 and 502 are those before Magic 2010, of combat damage and of keywords.

Left out: triggered keywords, other actions than those in `_HAPPEN`, and more than two players.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from typing import TYPE_CHECKING, Literal, TypeAlias

import brute
from brute import (
    BY_TOUGHNESS,
    FREE_BEFORE_2009,
    LETHAL_BY_POWER,
    NO_DAMAGE,
    Edge,
    Joint,
    Step,
)
from lethal_models import Attacker, Blocker, Bystander, Combat, Creature, Player
from lethal_models.events import ENTERING, Action, Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from brute import Sender
    from lethal_models.events import Event

Numbers: TypeAlias = frozenset[tuple[str, int]]
Amount: TypeAlias = tuple[str, str, int]
"""Source, recipient and an amount of damage."""
STRIKES = frozenset({"first strike", "double strike"})
SHRINKING = frozenset({"wither", "infect"})
COUNTED: tuple[str, ...] = ("damage", "loyalty", "poison", "life_gained", "defense", "counters")


@dataclass(frozen=True)
class Result:
    """What came of a combat; numbers without zeros, except the final life totals.

    All but life is about combat damage; counters are those of creatures that are still there
    (a player who loses takes theirs along).
    """

    destroyed: frozenset[str]
    losers: frozenset[str]
    life: Numbers
    damage: Numbers
    loyalty: Numbers
    poison: Numbers
    life_gained: Numbers
    defense: Numbers
    counters: Numbers


@dataclass
class Body:
    """A creature: what it is, where it is, and whom it faces.

    Attributes:
        zone: On the battlefield, not yet there, or no longer.
        role: Whether it attacks or blocks; neither when it is not in combat.
        facing: The creatures that block it or that it blocks, in damage assignment order.
        blocked: Whether it became blocked (509.1h).
        ever_blocked: Whether it was by a creature.
    """

    id: str
    controller: str
    power: int
    toughness: int
    keywords: frozenset[str]
    colors: frozenset[str]
    types: frozenset[str]
    commander: bool
    shields: int
    damage: int
    zone: Literal["battlefield", "outside", "gone"] = "battlefield"
    role: Literal["", "attacking", "blocking"] = ""
    attacks: str = ""
    facing: tuple[str, ...] = ()
    blocked: bool = False
    ever_blocked: bool = False

    @property
    def amount(self) -> int:
        """510.1a."""
        if NO_DAMAGE in self.keywords:
            return 0
        return self.toughness if BY_TOUGHNESS in self.keywords else self.power


@dataclass
class Game:
    """A combat under way; everything here changes as it goes on.

    Attributes:
        left: Planeswalker or battle to the loyalty or defense it still has.
        commander_damage: Player and commander to the combat damage so far.
        effects: Events that change damage; a prevention's amount is what it still prevents.
        touched: Creatures dealt damage by deathtouch since state-based actions last looked.
        triggers: Player to gain life with an amount, or creature to destroy with none.
        struck: Who assigns in the second step only with double strike.
        had_first: Whether there was a first-strike damage step.
        steps_seen: How many damage steps have begun.
        in_combat: Whether the damage that is dealt now is combat damage.
        over: Whether somebody has lost.
    """

    combat: Combat
    bodies: dict[str, Body]
    life: dict[str, int]
    poison: dict[str, int]
    left: dict[str, int]
    commander_damage: dict[Edge, int]
    effects: list[Event] = field(default_factory=list["Event"])
    touched: set[str] = field(default_factory=set[str])
    triggers: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    struck: set[str] = field(default_factory=set[str])
    had_first: bool = False
    steps_seen: int = 0
    in_combat: bool = False
    over: bool = False
    destroyed: set[str] = field(default_factory=set[str])
    losers: set[str] = field(default_factory=set[str])
    counts: dict[str, dict[str, int]] = field(default_factory=lambda: {n: {} for n in COUNTED})

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Copy everything that changes."""
        return replace(
            self,
            bodies={id_: replace(body) for id_, body in self.bodies.items()},
            life=dict(self.life),
            poison=dict(self.poison),
            left=dict(self.left),
            commander_damage=dict(self.commander_damage),
            effects=list(self.effects),
            touched=set(self.touched),
            triggers=list(self.triggers),
            struck=set(self.struck),
            destroyed=set(self.destroyed),
            losers=set(self.losers),
            counts={name: dict(numbers) for name, numbers in self.counts.items()},
        )

    @property
    def on_stack(self) -> bool:
        """Whether the rules are those before Magic 2010."""
        return self.combat.rules.name in FREE_BEFORE_2009

    def fighting(self) -> list[Body]:
        """Return everybody who attacks or blocks."""
        return [body for body in self.bodies.values() if body.role]

    def add(self, name: str, id_: str, number: int) -> None:
        """Add to a number of the result."""
        self.counts[name][id_] = self.counts[name].get(id_, 0) + number


# --- A whole combat --------------------------------------------------------------------------


def results(combat: Combat, choices: Mapping[Step, Joint] | None = None) -> frozenset[Result]:
    """Return every result that a combat can have, or can have with what is assigned chosen.

    With choices there are several where prevention shields leave a choice, and none where what
    was chosen is illegal.
    """
    games = happen([_start(combat)], Moment.BLOCKS)
    with_first = _distinct(game for game in games if _has_first_step(game))
    between = [after for game in with_first for after in _step(game, "first", choices)]
    between = happen(between, Moment.BETWEEN)
    others = [game for game in games if not _has_first_step(game)]
    last = _distinct([*between, *others])
    ended = [after for game in last for after in _step(game, "regular", choices)]
    return frozenset(map(_result, ended))


def _start(combat: Combat) -> Game:
    bodies: dict[str, Body] = {}
    for attacker in combat.attackers:
        body = _body(attacker.creature, combat.players[0].id)
        body.role = "attacking"
        body.attacks = attacker.attacks
        body.facing = attacker.blockers
        body.blocked = attacker.blocked
        body.ever_blocked = attacker.blocked and not attacker.blocked_by_effect
        bodies[body.id] = body
    for blocker in combat.blockers:
        body = _body(blocker.creature, blocker.controller)
        body.role = "blocking" if blocker.attackers else ""
        body.facing = blocker.attackers
        bodies[body.id] = body
    entering = {event.creature for event in combat.events if event.do in ENTERING}
    for bystander in combat.bystanders:
        body = _body(bystander.creature, bystander.controller)
        body.zone = "outside" if body.id in entering else "battlefield"
        bodies[body.id] = body
    return Game(
        combat,
        bodies,
        {player.id: player.life for player in combat.players},
        {player.id: player.poison for player in combat.players},
        {walker.id: walker.loyalty for walker in combat.planeswalkers}
        | {battle.id: battle.defense for battle in combat.battles},
        {(p.id, commander): n for p in combat.players for commander, n in p.commander_damage},
    )


def _body(creature: Creature, controller: str) -> Body:
    return Body(
        creature.id,
        controller,
        creature.power,
        creature.toughness,
        creature.keywords,
        creature.colors,
        creature.types,
        creature.commander,
        creature.regeneration,
        creature.damage,
    )


def _distinct(games: Iterable[Game]) -> list[Game]:
    """Return games, of those that are equal one."""
    return list({_key(game): game for game in games}.values())


def _key(game: Game) -> Hashable:
    sets = (game.struck, game.destroyed, game.losers)
    numbers = (game.life, game.poison, game.left, *game.counts.values())
    return (
        tuple(tuple(vars(body).values()) for body in game.bodies.values()),
        tuple(frozenset(ids) for ids in sets),
        tuple(frozenset(number.items()) for number in numbers),
        frozenset(game.commander_damage.items()),
        tuple(game.effects),
        (game.had_first, game.steps_seen, game.over),
    )


def _result(game: Game) -> Result:
    counts = {
        name: frozenset((id_, n) for id_, n in numbers.items() if n)
        for name, numbers in game.counts.items()
    }
    living = {
        body.id
        for body in game.bodies.values()
        if body.zone == "battlefield" and body.controller not in game.losers
    }
    counts["counters"] = frozenset((id_, n) for id_, n in counts["counters"] if id_ in living)
    return Result(
        frozenset(game.destroyed),
        frozenset(game.losers),
        frozenset(game.life.items()),
        **counts,
    )


# --- Damage steps ----------------------------------------------------------------------------


def _has_first_step(game: Game) -> bool:
    """510.4, 310.5: whether anybody who fights has first or double strike as damage begins."""
    return not game.over and any(body.keywords & STRIKES for body in game.fighting())


def _step(game: Game, step: Step, choices: Mapping[Step, Joint] | None) -> list[Game]:
    """Go through one damage step in every way."""
    if game.over:
        return [game]
    board = _board(game)
    everybody = _senders(game, board, step)
    if choices is None:
        assignments = brute.assignments(board, everybody)
    else:
        chosen = choices.get(step, frozenset())
        legal = brute.is_legal(board, everybody, dict(chosen))
        assignments = frozenset({chosen} if legal else ())
    after: list[Game] = []
    for assignment in assignments:
        assigned = deepcopy(game)
        assigned.steps_seen += 1
        if step == "first":
            assigned.had_first = True
            assigned.struck = _struck(game, board)
        given = [(source, recipient, n) for (source, recipient), n in sorted(assignment)]
        for now in happen([assigned], Moment.STACK, step):
            after += [now] if now.over else _deal(now, given, in_combat=True)
    return after


def _senders(game: Game, board: Combat, step: Step) -> tuple[Sender, ...]:
    """Return who assigns damage in a step."""
    turn = {body.id for body in game.fighting() if _has_turn(game, body, step)}
    return tuple(sender for sender in brute.senders(board, "regular") if sender.id in turn)


def _has_turn(game: Game, body: Body, step: Step) -> bool:
    if step == "first":
        return bool(body.keywords & STRIKES)
    return not game.had_first or body.id not in game.struck or "double strike" in body.keywords


def _struck(game: Game, board: Combat) -> set[str]:
    """Return who will not assign in the second step unless with double strike then.

    510.4: those with first or double strike as the first step began. Before Magic 2010 those who
    assigned damage in it (310.5): with somebody to assign it to and, under the rules of Lorwyn,
    with power; under other rules a creature without power assigns 0. Who assigns no damage at
    all does not.
    """
    strikers = {body.id for body in game.fighting() if body.keywords & STRIKES}
    if not game.on_stack:
        return strikers
    if game.combat.rules.name == "lorwyn":
        strikers = {id_ for id_ in strikers if game.bodies[id_].amount > 0}
    strong = {
        id_: replace(creature, power=1, keywords=creature.keywords - {BY_TOUGHNESS})
        for id_, creature in board.creatures.items()
    }
    facing = brute.senders(_with(board, strong), "regular")
    return strikers & {sender.id for sender in facing}


def _with(board: Combat, creatures: Mapping[str, Creature]) -> Combat:
    return replace(
        board,
        attackers=tuple(replace(a, creature=creatures[a.creature.id]) for a in board.attackers),
        blockers=tuple(replace(b, creature=creatures[b.creature.id]) for b in board.blockers),
    )


def _board(game: Game) -> Combat:
    """Return what the fight looks like now, as one step in which everybody takes part."""
    rules = game.combat.rules
    fighting = game.fighting()
    return Combat(
        tuple(
            Attacker(_creature(game, body), body.attacks, body.facing, body.blocked)
            for body in fighting
            if body.role == "attacking"
        ),
        tuple(
            Blocker(_creature(game, body), body.facing, None, body.controller)
            for body in fighting
            if body.role == "blocking"
        ),
        rules,
        tuple(Player(p.id, abilities=p.abilities) for p in game.combat.players),
        tuple(replace(w, loyalty=game.left[w.id]) for w in game.combat.planeswalkers),
        tuple(replace(b, defense=game.left[b.id]) for b in game.combat.battles),
        (),
        tuple(
            Bystander(_creature(game, body), body.controller)
            for body in game.bodies.values()
            if body.zone == "battlefield" and not body.role
        ),
    )


def _creature(game: Game, body: Body) -> Creature:
    words = body.keywords - STRIKES
    if game.combat.rules.name in {"sixth", "eighth"} and body.blocked and not body.ever_blocked:
        # 502.9c before Lorwyn: trample needs blockers, be it that they have left combat.
        words -= {"trample"}
    return Creature(
        body.id,
        body.power,
        body.toughness,
        words,
        body.damage,
        colors=body.colors,
        types=body.types,
    )


# --- Dealing damage --------------------------------------------------------------------------


def _deal(game: Game, amounts: Sequence[Amount], *, in_combat: bool) -> list[Game]:
    """Deal damage at once, in every way that prevention shields allow, then look at what it did.

    510.2. What is no longer there is dealt nothing (310.4c).
    """
    amounts = [(s, r, n) for s, r, n in amounts if n > 0 and _is_there(game, r)]
    after: list[Game] = []
    for left, effects in _prevented(game, amounts):
        now = deepcopy(game)
        now.effects = list(effects)
        now.in_combat = in_combat
        for (source, recipient, _), n in zip(amounts, left, strict=True):
            _hurt(now, source, recipient, _increased(now, source, recipient, n))
        settle(now)
        after.append(now)
    return after


def _is_there(game: Game, recipient: str) -> bool:
    if recipient in game.bodies:
        return game.bodies[recipient].zone == "battlefield"
    return game.left.get(recipient, 1) > 0


def _concerns(effect: Event, source: str, recipient: str) -> bool:
    return effect.by in {"", source} and effect.to in {"", recipient}


def _prevented(
    game: Game, amounts: Sequence[Amount]
) -> set[tuple[tuple[int, ...], tuple[Event, ...]]]:
    """Return what may be left of amounts, with what then is left of the effects.

    Shields act in any order, each as much as it can, on whatever damage is chosen (615.7, 616.1).
    Where all damage of a source is prevented anyway, a shield may act on it before that or not.
    """
    kinds = [_preventable(game, source, recipient) for source, recipient, _ in amounts]
    shields = [
        k for k, e in enumerate(game.effects) if e.do is Action.PREVENT and e.amount is not None
    ]
    found: set[tuple[tuple[int, ...], tuple[Event, ...]]] = set()
    for order in permutations(shields):
        ways = {(tuple(n for _, _, n in amounts), tuple(game.effects))}
        for k in order:
            ways = {
                way for left, effects in ways for way in _shielded(left, effects, k, amounts, kinds)
            }
        found |= ways
    return {
        (tuple(0 if k == "anyway" else n for k, n in zip(kinds, left, strict=True)), effects)
        for left, effects in found
    }


def _preventable(game: Game, source: str, recipient: str) -> Literal["not", "by shields", "anyway"]:
    about = [e for e in game.effects if _concerns(e, source, recipient)]
    if any(e.do is Action.UNPREVENTABLE for e in about):
        return "not"
    if any(e.do is Action.PREVENT and e.amount is None for e in about):
        return "anyway"
    return "anyway" if _is_protected(game, source, recipient) else "by shields"


def _shielded(
    left: tuple[int, ...],
    effects: tuple[Event, ...],
    k: int,
    amounts: Sequence[Amount],
    kinds: Sequence[str],
) -> Iterator[tuple[tuple[int, ...], tuple[Event, ...]]]:
    """Yield every way in which one shield prevents as much damage as it can."""
    shield = effects[k]
    assert shield.amount is not None
    about = [
        i
        for i, (source, recipient, _) in enumerate(amounts)
        if kinds[i] != "not" and _concerns(shield, source, recipient)
    ]
    has_to = sum(left[i] for i in about if kinds[i] == "by shields")
    for parts in product(*(range(left[i] + 1) for i in about)):
        prevented = dict(zip(about, parts, strict=True))
        wasted = sum(n for i, n in prevented.items() if kinds[i] == "anyway")
        if sum(parts) == min(shield.amount, has_to + wasted):
            smaller = replace(shield, amount=shield.amount - sum(parts))
            yield (
                tuple(n - prevented.get(i, 0) for i, n in enumerate(left)),
                (*effects[:k], smaller, *effects[k + 1 :]),
            )


def _is_protected(game: Game, source: str, recipient: str) -> bool:
    """702.16e."""
    if recipient not in game.bodies:
        return False
    words = game.bodies[recipient].keywords
    qualities = {m[1] for word in words if (m := re.fullmatch("protection from (.+)", word))}
    of_source = {"creatures", *game.bodies[source].colors} if source else set[str]()
    return bool(qualities & {"everything", *of_source})


def _increased(game: Game, source: str, recipient: str, amount: int) -> int:
    """Double what is left of damage, then add to it if it is still damage."""
    about = [e for e in game.effects if _concerns(e, source, recipient)]
    for effect in about:
        if effect.do is Action.DOUBLE:
            amount *= 2 if effect.amount is None else effect.amount
    for effect in about:
        if effect.do is Action.ADD and amount > 0:
            amount += effect.amount or 0
    return amount


def _hurt(game: Game, source: str, recipient: str, amount: int) -> None:
    """120.3: what damage does, by what deals it and to what."""
    if amount <= 0:
        return
    by = game.bodies[source] if source else None
    words = by.keywords if by else frozenset[str]()
    if recipient in game.life:
        _hurt_player(game, by, recipient, amount)
    elif recipient in game.left:
        lost = min(amount, game.left[recipient])
        game.left[recipient] -= lost
        walkers = {walker.id for walker in game.combat.planeswalkers}
        game.add("loyalty" if recipient in walkers else "defense", recipient, lost)
    elif words & SHRINKING:
        game.bodies[recipient].power -= amount
        game.bodies[recipient].toughness -= amount
        game.add("counters", recipient, amount)
    else:
        game.bodies[recipient].damage += amount
    if by and game.on_stack:
        _trigger(game, by, recipient, amount)
    elif by:
        if "deathtouch" in words:
            game.touched.add(recipient)
        if "lifelink" in words:
            _gain(game, by.controller, amount)


def _trigger(game: Game, by: Body, recipient: str, amount: int) -> None:
    """502.63a, 502.68a: before Magic 2010 both triggered, on a permanent that was still there."""
    if by.zone != "battlefield":
        return
    if "deathtouch" in by.keywords and recipient in game.bodies:
        game.triggers.append((recipient, 0))
    if "lifelink" in by.keywords:
        game.triggers.append((by.controller, amount))


def _hurt_player(game: Game, by: Body | None, player: str, amount: int) -> None:
    game.add("damage", player, amount)
    words = by.keywords if by else frozenset[str]()
    poison = 0
    if "infect" in words:
        poison += amount
    else:
        game.life[player] -= amount
    if game.in_combat:
        poison += sum(int(word[6:]) for word in words if word.startswith("toxic "))
    game.poison[player] += poison
    game.add("poison", player, poison)
    if by and by.commander and game.in_combat:
        edge = (player, by.id)
        game.commander_damage[edge] = game.commander_damage.get(edge, 0) + amount


def _gain(game: Game, player: str, amount: int) -> None:
    game.life[player] += amount
    game.add("life_gained", player, amount)


# --- State-based actions ---------------------------------------------------------------------


def settle(game: Game) -> None:
    """704.3: perform state-based actions until there are none, then resolve triggers."""
    while not game.over:
        if _perform(game):
            continue
        if not game.triggers:
            return
        about, amount = game.triggers.pop(0)
        if about in game.life:
            _gain(game, about, amount)
        elif game.bodies[about].zone == "battlefield":
            _destroy(game, game.bodies[about])


def _perform(game: Game) -> bool:
    """Perform all state-based actions at once; return whether there were any."""
    losers = {id_ for id_ in game.life if _loses(game, id_)}
    here = [body for body in game.bodies.values() if body.zone == "battlefield"]
    withered = [body for body in here if body.toughness <= 0]
    touched = game.touched
    game.touched = set()
    dying = [
        body
        for body in here
        if body.toughness > 0
        and "indestructible" not in body.keywords
        and (body.damage >= _lethal(game, body) or body.id in touched)
    ]
    for body in withered:
        _perish(game, body)
    for body in dying:
        _destroy(game, body)
    game.losers |= losers
    game.over = bool(losers)
    return bool(losers or withered or dying)


def _lethal(game: Game, body: Body) -> int:
    """Return how much damage destroys a creature: its toughness, or with Zilortha its power."""
    players = [p.id for p in game.combat.players if LETHAL_BY_POWER in p.abilities]
    return max(1, body.power) if body.controller in players else body.toughness


def _loses(game: Game, player: str) -> bool:
    """704.5a, 704.5c, 704.6c."""
    commanders = [n for (hurt, _), n in game.commander_damage.items() if hurt == player]
    return game.life[player] <= 0 or game.poison[player] >= 10 or max(commanders, default=0) >= 21


def _destroy(game: Game, body: Body) -> None:
    """701.8, 701.19: destroy a creature, unless it cannot be or regenerates."""
    if "indestructible" in body.keywords:
        return
    if body.shields:
        body.shields -= 1
        body.damage = 0
        _leave_combat(game, body)
        return
    _perish(game, body)


def _perish(game: Game, body: Body) -> None:
    game.destroyed.add(body.id)
    _leave_combat(game, body)
    body.zone = "gone"


def _leave_combat(game: Game, body: Body) -> None:
    """506.4: nobody blocks it and it blocks nobody; who was blocked stays so."""
    for other in game.bodies.values():
        other.facing = tuple(id_ for id_ in other.facing if id_ != body.id)
    body.role = ""
    body.facing = ()
    body.blocked = False


# --- Events ----------------------------------------------------------------------------------


def happen(games: Iterable[Game], moment: Moment, step: Step = "regular") -> list[Game]:
    """Let everything happen that is to happen at a moment, one after another."""
    after: list[Game] = []
    for game in games:
        lines = [game]
        for event in game.combat.events:
            if event.at is moment and _is_now(game, event, step):
                lines = [new for line in lines for new in _event(line, event)]
        after += lines
    return after


def _is_now(game: Game, event: Event, step: Step) -> bool:
    """Whether an event belongs to this step's stack, by default to the first that there is."""
    if event.at is not Moment.STACK:
        return True
    return event.step == step or (not event.step and game.steps_seen == 1)


def _event(game: Game, event: Event) -> list[Game]:
    """Let an event happen; without the creature that it is about nothing happens."""
    if game.over:
        return [game]
    for id_ in (event.creature, event.to):
        if id_ in game.bodies and event.do not in _EFFECTS:
            is_there = game.bodies[id_].zone == "battlefield"
            if is_there is (event.do in ENTERING):
                return [game]
    if event.do is Action.DAMAGE:
        return _deal(game, [(event.by, event.to, event.amount or 0)], in_combat=False)
    now = deepcopy(game)
    if event.do in _EFFECTS:
        now.effects.append(event)
    else:
        _HAPPEN[event.do](now, now.bodies[event.creature], event)
    settle(now)
    return [now]


def _pump(_: Game, body: Body, event: Event) -> None:
    body.power += event.power or 0
    body.toughness += event.toughness or 0


def _set(_: Game, body: Body, event: Event) -> None:
    """Replace what power and toughness are then, whatever changed them before."""
    body.power = body.power if event.power is None else event.power
    body.toughness = body.toughness if event.toughness is None else event.toughness


def _leave(game: Game, body: Body, _: Event) -> None:
    _leave_combat(game, body)
    body.zone = "gone"


def _change_keywords(_: Game, body: Body, event: Event) -> None:
    word = frozenset({event.keyword})
    body.keywords = body.keywords | word if event.do is Action.GAIN else body.keywords - word


def _shield(_: Game, body: Body, __: Event) -> None:
    body.shields += 1


def _become_blocked(game: Game, body: Body, _: Event) -> None:
    for mate in _band(game, body) if body.role == "attacking" else ():
        mate.blocked = True


def _band(game: Game, attacker: Body) -> list[Body]:
    """Return an attacker's band in its order, which becomes blocked together (702.22h-i)."""
    bands = [band for band in game.combat.bands if attacker.id in band]
    mates = [game.bodies[id_] for id_ in (bands[0] if bands else (attacker.id,))]
    return [mate for mate in mates if mate.role == "attacking"]


def _put_attacking(_: Game, body: Body, event: Event) -> None:
    """508.4."""
    body.zone = "battlefield"
    body.role = "attacking"
    body.attacks = event.attacks


def _put_blocking(game: Game, body: Body, event: Event) -> None:
    """509.4: if the attacker is still there; 509.7 as it was: anywhere in the attacker's order."""
    body.zone = "battlefield"
    attacker = game.bodies[event.blocks]
    if attacker.role != "attacking":
        return
    body.role = "blocking"
    for mate in _band(game, attacker):
        place = len(mate.facing) if event.place is None else event.place - 1
        mate.facing = (*mate.facing[:place], body.id, *mate.facing[place:])
        mate.blocked = mate.ever_blocked = True
        body.facing += (mate.id,)


_EFFECTS = frozenset({Action.PREVENT, Action.DOUBLE, Action.ADD, Action.UNPREVENTABLE})
_HAPPEN: Mapping[Action, Callable[[Game, Body, Event], None]] = {
    Action.PUMP: _pump,
    Action.SET: _set,
    Action.DESTROY: lambda game, body, _: _destroy(game, body),
    Action.SACRIFICE: _leave,
    Action.RETURN: _leave,
    Action.EXILE: _leave,
    Action.REMOVE: lambda game, body, _: _leave_combat(game, body),
    Action.GAIN: _change_keywords,
    Action.LOSE: _change_keywords,
    Action.REGENERATE: _shield,
    Action.BECOME_BLOCKED: _become_blocked,
    Action.PUT_ATTACKING: _put_attacking,
    Action.PUT_BLOCKING: _put_blocking,
}
