"""The one-line notation: what it says, what it refuses, and where."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethal import Assignments
from lethal_models import (
    ACTIVE,
    CURRENT,
    DEFENDING,
    Attacker,
    Battle,
    Blocker,
    BoardError,
    Bystander,
    Combat,
    Creature,
    Planeswalker,
    Player,
    TextError,
    UnsayableError,
    parse,
    ruleset,
    write_notation,
)
from lethal_models.keywords import LETTERS
from strategies import bounded, combats, examples, with_creatures

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

BEAR = Creature("bear", 2, 2)
ELF = Creature("elf", 1, 1)


def test_a_line_says_life_attackers_and_their_blockers_in_order() -> None:
    combat = parse("17:6/5Tx2/3-1+3/4,1/1")
    first, second = combat.attackers
    assert combat.players == (Player(ACTIVE), Player(DEFENDING, 17))
    assert first.creature == Creature("a1", 6, 5, frozenset({"trample"}))
    assert first.blockers == ("b1", "b2")
    assert combat.creatures["b1"] == Creature("b1", 2, 3, damage=1)
    assert combat.creatures["b2"] == Creature("b2", 3, 4)
    assert (second.creature.id, second.blockers, second.blocked) == ("a2", (), False)
    assert combat.rules is CURRENT


@pytest.mark.parametrize(("letter", "keyword"), [*LETTERS.items()])
def test_every_letter_is_a_keyword(letter: str, keyword: str) -> None:
    combat = parse(f"20:2/2{letter}x1/1{letter}")
    assert combat.creatures["a1"].keywords == {keyword}
    assert combat.creatures["b1"].keywords == {keyword}
    assert str(combat) == f"20:2/2{letter}x1/1{letter}"


def test_letters_come_in_any_order_and_are_written_in_one() -> None:
    assert str(parse("20:2/2DTx1/1IF")) == "20:2/2TDx1/1FI"


def test_the_letters_are_those_of_the_documentation() -> None:
    assert "".join(LETTERS) == "TPFSDLINWB"
    assert LETTERS["P"] == "trample over planeswalkers"
    assert LETTERS["N"] == "infect"


def test_a_bare_label_blocks_again() -> None:
    combat = parse("20:7/7x3/3+b=2/4,4/4xb+2/1")
    assert combat.attackers[0].blockers == ("b1", "b")
    assert combat.attackers[1].blockers == ("b", "b3")
    shared = next(b for b in combat.blockers if b.creature.id == "b")
    assert shared.attackers == ("a1", "a2")
    assert shared.can_block == 2


def test_an_unlabelled_blocker_may_block_again_by_its_number() -> None:
    assert parse("20:1/1x2/2,3/3xb1").attackers[1].blockers == ("b1",)


def test_labels_count_as_positions() -> None:
    combat = parse("20:bear=2/2,3/3xelf=1/1+1/1")
    assert list(combat.creatures) == ["bear", "a2", "elf", "b2"]


def test_x0_is_blocked_with_no_blocker_left() -> None:
    attacker = parse("20:2/2x0").attackers[0]
    assert attacker.blocked
    assert attacker.blockers == ()
    assert str(parse("20:2/2x0")) == "20:2/2x0"


def test_power_may_be_negative_and_life_too() -> None:
    combat = parse("-5:-1/3x-2/2")
    assert combat.players[1].life == -5
    assert combat.creatures["a1"].power == -1
    assert str(combat) == "-5:-1/3x-2/2"


def test_planeswalkers_and_battles_are_attacked_by_their_labels() -> None:
    combat = parse("20+j=4+k=5B:1/1@j,2/2@kx1/1,3/3")
    assert combat.planeswalkers == (Planeswalker("j", 4),)
    assert combat.battles == (Battle("k", 5),)
    assert [a.attacks for a in combat.attackers] == ["j", "k", DEFENDING]
    assert str(combat) == "20+j=4+k=5B:1/1@j,2/2@kx1/1,3/3"


def test_a_permanent_with_0_has_left_combat() -> None:
    combat = parse("20+j=0+k=0B:1/1@j,2/2@k")
    assert not any(permanent.in_combat for permanent in combat.permanents.values())
    assert str(combat) == "20+j=0+k=0B:1/1@j,2/2@k"


def test_a_first_field_names_the_rules() -> None:
    assert parse("m12:20:2/2").rules == ruleset("m12")
    assert str(parse("m12:20:2/2")) == "m12:20:2/2"
    assert parse("2012-03-01:20:2/2").rules.as_of == date(2012, 3, 1)
    assert str(parse("2012-03-01:20:2/2")) == "2012-03-01:20:2/2"


def test_the_rules_of_today_need_no_field() -> None:
    assert str(parse("current:20:2/2")) == "20:2/2"
    assert str(parse("foundations:20:2/2")) == "20:2/2"


def test_rules_given_besides_replace_those_of_the_text() -> None:
    assert parse("m12:20:2/2", ruleset("eighth")).rules.name == "eighth"


def test_labels_may_have_dots_dashes_apostrophes_and_any_letters() -> None:
    text = "20:o'neil-2=2/2xÄrger.1=1/1"
    assert list(parse(text).creatures) == ["o'neil-2", "Ärger.1"]
    assert str(parse(text)) == text


def test_labels_may_have_an_x_that_is_not_the_first_letter() -> None:
    assert str(parse("20:ox=2/2xfox=1/1,3/3xfox")) == "20:ox=2/2xfox=1/1,3/3xfox"


ERRORS = [
    ("", 0, "LIFE:ATTACKERS"),
    ("20", 0, "LIFE:ATTACKERS"),
    ("m12:20:2/2:3/3", 0, "LIFE:ATTACKERS"),
    ("m13:20:2/2", 0, "unknown rules 'm13'"),
    ("1999-04-22:20:2/2", 0, "the first rules known here are those of 1999-04-23"),
    (":2/2", 0, "the defending player's life, found ''"),
    ("m12:2x:2/2", 4, "the defending player's life, found '2x'"),
    ("20+j:2/2", 3, "a planeswalker like j=4"),
    ("20+j=3+fox=2:2/2", 7, "no x in these labels"),
    ("20+j=-1:2/2", 3, "found 'j=-1'"),
    ("20+j=1C:2/2", 3, "found 'j=1C'"),
    ("20:", 3, "a creature like 2/2"),
    ("20:2", 3, "found '2'"),
    ("20:2/2,", 7, "a creature like 2/2"),
    ("20: 2/2", 3, "found ' 2/2'"),
    ("20:x=2/2", 3, "found 'x=2/2'"),
    ("20:1a=2/2", 3, "found '1a=2/2'"),
    (f"20:{'9' * 31}/1", 3, "a creature like 2/2"),
    ("20:2/2TQ", 7, "no keyword 'Q'; there are T trample,"),
    ("20:2/2TDT", 8, "keyword 'T' is given twice"),
    ("20:2/2t", 6, "found 't'"),
    ("20:2/2-", 6, "found '-'"),
    ("20:2/2-1T", 8, "found 'T'"),
    ("20:2/2x1/1@j", 10, "expected + or the end"),
    ("20:2/2@", 7, "the label of a planeswalker or battle"),
    ("20+j=1:2/2@x1/1", 11, "the label of a planeswalker or battle"),
    ("20:2/2x", 7, "a blocker like 2/2"),
    ("20:2/2x0+1/1", 7, "found '0'"),
    ("20:2/2x1/1+", 11, "a blocker like 2/2"),
    ("20:2/2x1/1x2/2", 10, "expected + or the end, found 'x2/2'"),
    ("20:2/2xbear", 7, "the label of an earlier one"),
    ("20:2/2xbear=1/1,3/3xbaer", 20, "did you mean 'bear'?"),
    ("20:2/2xb=1/1+b", 13, "'b' already blocks this attacker"),
    ("20:2/2xb=1/1,2/2xb=1/1", 17, "'b' is already a blocker"),
    ("20:2/2xb2=1/1+1/1", 14, "'b2' is already a blocker"),
]


@pytest.mark.parametrize(("text", "position", "message"), ERRORS)
def test_what_is_not_notation_is_refused_with_its_place(
    text: str, position: int, message: str
) -> None:
    with pytest.raises(TextError) as caught:
        parse(text)
    assert (caught.value.kind, caught.value.text) == ("notation", text)
    assert caught.value.position == position
    assert message in caught.value.message
    assert f"character {position + 1}: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_long_text_is_cut_in_the_message() -> None:
    text = "20:" + ",".join(["2/2"] * 50) + "?"
    with pytest.raises(TextError, match=r"…', character 203: ") as caught:
        parse(text)
    assert len(str(caught.value)) < 200


NONSENSE = [
    ("20:p=2/2", "'p' stands for the defending player; choose another id"),
    ("20:2/2xp=1/1", "'p' stands for the defending player; choose another id"),
    ("20+p=3:2/2", "'p' stands for the defending player; choose another id"),
    ("20:e=2/2,e=2/2", "'e' is already the id of something else"),
    ("20:e=2/2xe=1/1", "'e' is already the id of something else"),
    ("20+j=3+j=2B:2/2", "'j' is already the id of something else"),
    ("20:defending=2/2", "'defending' is already the id of something else"),
    ("20:2/-1", "toughness is -1; it must be at least 0"),
    ("20:100000001/1", "power is 100000001; it must be at most 100000000"),
    ("20:1/1-100000001", "damage is 100000001; it must be at most 100000000"),
    ("20:2/2@j", "'j' is not a defending player, planeswalker or battle"),
    ("20+jace=3:2/2@jaec", "did you mean 'jace'?"),
    ("eighth:20+j=3:2/2", "no planeswalkers under the rules eighth"),
    ("m11:20+k=3B:2/2", "no battles under the rules m11"),
    ("m11:20:2/2P", "no trample over planeswalkers under the rules m11"),
]


@pytest.mark.parametrize(("text", "message"), NONSENSE)
def test_notation_of_a_board_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse(text)
    assert len(caught.value.problems) == 1
    assert message in str(caught.value)
    assert str(caught.value).startswith(repr(text))


def test_every_problem_of_a_line_is_told_at_once() -> None:
    with pytest.raises(BoardError) as caught:
        parse("20:p=2/-1,e=1/1xe=1/1")
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("combat", "reason"),
    [
        (Combat(()), "nothing attacks"),
        (
            Combat((Attacker(BEAR),), players=(Player(ACTIVE), Player(DEFENDING, 20, 1))),
            "its players are not just an active and a defending player with a life total",
        ),
        (
            Combat((Attacker(BEAR, "bob"),), players=(Player(ACTIVE), Player("bob"))),
            "its players are not just an active and a defending player with a life total",
        ),
        (
            Combat((Attacker(BEAR),), players=(Player(ACTIVE, 19), Player(DEFENDING))),
            "the active player does not have 20 life and no poison",
        ),
        (
            Combat((Attacker(BEAR), Attacker(ELF)), bands=(("bear", "elf"),)),
            "it has bands",
        ),
        (
            Combat((Attacker(BEAR),), bystanders=(Bystander(ELF),)),
            "it has creatures that are not in the combat",
        ),
        (
            Combat((Attacker(BEAR),), planeswalkers=(Planeswalker("ajax", 1),)),
            "the label 'ajax' has an x in it or does not start with a letter",
        ),
        (
            Combat((Attacker(BEAR),), battles=(Battle("1st", 1),)),
            "the label '1st' has an x in it or does not start with a letter",
        ),
        (
            Combat((Attacker(replace(BEAR, id="xeno")),)),
            "the label 'xeno' starts with an x or not with a letter",
        ),
        (
            Combat((Attacker(replace(BEAR, id="2nd")),)),
            "the label '2nd' starts with an x or not with a letter",
        ),
        (Combat((Attacker(replace(BEAR, value=3)),)), "'bear' has a value of its own"),
        (
            Combat((Attacker(replace(BEAR, keywords=frozenset({"flying"}))),)),
            "there is no letter for 'flying'",
        ),
        (Combat((Attacker(BEAR),), (Blocker(ELF),)), "'elf' blocks nothing"),
        (
            Combat(
                (Attacker(BEAR), Attacker(replace(BEAR, id="ox"))),
                (Blocker(ELF, ("ox", "bear"), 2),),
                ruleset("m12"),
            ),
            "'elf' orders its attackers otherwise than the board does",
        ),
    ],
)
def test_what_the_line_has_no_words_for_is_refused(combat: Combat, reason: str) -> None:
    with pytest.raises(UnsayableError) as caught:
        write_notation(combat)
    assert caught.value.reason == reason
    assert str(caught.value).endswith("; use a board file")
    assert str(combat).startswith("<combat: ")


def test_a_blockers_own_order_does_not_matter_where_there_is_no_order() -> None:
    attackers = (Attacker(BEAR), Attacker(replace(BEAR, id="ox")))
    combat = Combat(attackers, (Blocker(ELF, ("ox", "bear"), 2),))
    assert write_notation(combat) == "20:bear=2/2xelf=1/1,ox=2/2xelf"


def test_names_titles_and_colours_are_left_out() -> None:
    creature = replace(BEAR, name="Runeclaw Bear", colors=frozenset({"green"}))
    assert str(Combat((Attacker(creature),), title="One bear")) == "20:bear=2/2"


@st.composite
def lines(draw: DrawFn) -> str:
    """Draw a line of the grammar, with labels that never clash."""
    blockers: list[str] = []

    def stats() -> str:
        letters = "".join(draw(st.permutations("TDFSLINWB"))[: draw(st.integers(0, 3))])
        damage = draw(st.sampled_from(["", "", "-0", "-2"]))
        return f"{draw(st.integers(-2, 12))}/{draw(st.integers(0, 12))}{letters}{damage}"

    def block(taken: list[str]) -> str:
        again = [label for label in blockers if label not in taken]
        if again and draw(st.booleans()):
            taken.append(draw(st.sampled_from(again)))
            return taken[-1]
        labelled = draw(st.booleans())
        blockers.append(f"ox{len(blockers) + 1}" if labelled else f"b{len(blockers) + 1}")
        taken.append(blockers[-1])
        return f"{blockers[-1]}={stats()}" if labelled else stats()

    def attacker(number: int) -> str:
        label = draw(st.sampled_from(["", f"hero{number}=", f"a{number}="]))
        attacked = draw(st.sampled_from(["", "", "@j", "@k"]))
        taken: list[str] = []
        how = draw(st.sampled_from(["", "x0", "x"]))
        blocks = (
            "+".join(block(taken) for _ in range(draw(st.integers(1, 3)))) if how == "x" else ""
        )
        return f"{label}{stats()}{attacked}{how}{blocks}"

    era = draw(st.sampled_from(["", "m12:", "current:", "2024-01-01:", "foundations:"]))
    life = draw(st.integers(-3, 40))
    permanents = f"+j={draw(st.integers(0, 5))}+k={draw(st.integers(0, 5))}B"
    attackers = ",".join(attacker(i) for i in range(1, draw(st.integers(1, 4)) + 1))
    return f"{era}{life}{permanents}:{attackers}"


@given(lines())
@settings(deadline=None)
def test_writing_what_was_read_is_idempotent(text: str) -> None:
    combat = parse(text)
    written = str(combat)
    assert parse(written) == combat
    assert str(parse(written)) == written


@given(st.text("20:/xTpm1+,=@-Bj ", max_size=20))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(TextError, BoardError):
        combat = parse(text)
        assert parse(str(combat)) == combat


def sayable(combat: Combat) -> Combat:
    """Return the nearest combat that the line has words for."""
    rank = {a.creature.id: i for i, a in enumerate(combat.attackers)}
    plain = {
        creature.id: replace(
            creature,
            value=None,
            types=frozenset(),
            keywords=creature.keywords & set(LETTERS.values()),
        )
        for creature in combat.creatures.values()
    }
    return replace(
        with_creatures(combat, plain),
        attackers=tuple(
            replace(
                a,
                creature=plain[a.creature.id],
                attacks=DEFENDING if a.attacks not in combat.permanents else a.attacks,
            )
            for a in combat.attackers
        ),
        blockers=tuple(
            replace(
                b,
                creature=plain[b.creature.id],
                blocks=tuple(sorted(b.attackers, key=rank.__getitem__)),
                controller=DEFENDING,
            )
            for b in combat.blockers
            if b.attackers
        ),
        players=(Player(ACTIVE), Player(DEFENDING, combat.players[1].life)),
        planeswalkers=tuple(replace(w, controller=DEFENDING) for w in combat.planeswalkers),
        battles=tuple(replace(b, protector=DEFENDING) for b in combat.battles),
        bands=(),
        bystanders=(),
    )


# Without the keywords that the line cannot say, amounts may be larger again.
@given(combats(largest=300).map(sayable).map(lambda combat: bounded(combat, 300)))
@examples(1)
def test_a_written_combat_has_the_same_assignments(combat: Combat) -> None:
    again = parse(write_notation(combat))
    assert write_notation(again) == write_notation(combat)
    assert again.creatures == {
        id_: replace(creature, colors=frozenset()) for id_, creature in combat.creatures.items()
    }
    assert frozenset(Assignments(again, "both")) == frozenset(Assignments(combat, "both"))
