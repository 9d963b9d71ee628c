"""Assignments and wishes as text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethal.wish import UnknownIdError, Wish, check_ids, parse_wishes
from lethal_models import Assignment, TextError, damage_step, parse

IDS = st.sampled_from(["a1", "b1", "b2", "hero", "o'neil-2", "Ä.1", "defending", "jace"])
AMOUNTS = st.dictionaries(IDS, st.dictionaries(IDS, st.integers(0, 10**9), max_size=4), max_size=4)


def test_an_assignment_is_read_from_text() -> None:
    assignment = Assignment.parse("a1:b1=2,b2=0,p=1  a2:p=3")
    assert assignment.as_dict() == {"a1": {"b1": 2, "defending": 1}, "a2": {"defending": 3}}
    assert assignment.edges == (
        ("a1", "b1"),
        ("a1", "b2"),
        ("a1", "defending"),
        ("a2", "defending"),
    )
    assert assignment.row == (2, 0, 1, 3)
    assert list(assignment.items()) == [
        (("a1", "b1"), 2),
        (("a1", "defending"), 1),
        (("a2", "defending"), 3),
    ]
    assert assignment["a1", "b1"] == 2
    assert assignment["a1", "b2"] == assignment["a9", "b9"] == 0


def test_p_is_the_defending_player_under_either_name() -> None:
    assert Assignment.parse("a1:p=1") == Assignment.parse("a1:defending=1")
    assert str(Assignment.parse("a1:defending=1")) == "a1:p=1"
    assert Assignment.of({"a1": {"p": 1}}) == Assignment.of({"a1": {"defending": 1}})


def test_the_text_of_nothing_is_empty() -> None:
    assert str(Assignment.parse("")) == str(Assignment.parse("a1:b1=0")) == ""
    assert Assignment.parse("") == Assignment.parse(" \n") == Assignment.of({})


def test_a_source_may_be_written_in_parts() -> None:
    assert Assignment.parse("a1:b1=1 a2:p=1 a1:p=2") == Assignment.parse("a1:b1=1,p=2 a2:p=1")


def test_a_negative_amount_can_be_written_to_be_judged_illegal() -> None:
    assert Assignment.parse("a1:b1=-1").as_dict() == {"a1": {"b1": -1}}


def test_zeros_and_order_do_not_matter_to_equality() -> None:
    one = Assignment.parse("a1:b1=1,b2=0 a2:p=3")
    other = Assignment.parse("a2:p=3 a1:b1=1")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != Assignment.parse("a1:b1=2 a2:p=3")
    assert one != Assignment.parse("a1:b1=1")
    assert one != "a1:b1=1 a2:p=3"


def test_rows_of_one_table_are_equal_by_their_amounts() -> None:
    edges = (("a1", "b1"), ("a1", "b2"))
    assert Assignment(edges, (1, 2)) == Assignment(edges, (1, 2))
    assert Assignment(edges, (1, 2)) != Assignment(edges, (2, 1))


def test_the_repr_reads_back() -> None:
    assert repr(Assignment.parse("a1:b1=2,p=1")) == "Assignment.parse('a1:b1=2,p=1')"


@given(AMOUNTS)
def test_any_assignment_survives_text_pickle_and_copies(amounts: dict[str, dict[str, int]]) -> None:
    assignment = Assignment.of(amounts)
    assert Assignment.parse(str(assignment)) == assignment
    assert str(Assignment.parse(str(assignment))) == str(assignment)
    assert Assignment.of(assignment.as_dict()) == assignment
    again = pickle.loads(pickle.dumps(assignment))  # noqa: S301 - our own
    assert (again.edges, again.row) == (assignment.edges, assignment.row)
    assert copy.deepcopy(assignment) == assignment


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("a1", 0, "expected SOURCE:RECIPIENT=AMOUNT,…, found 'a1'"),
        ("b1=2", 0, "expected SOURCE:RECIPIENT=AMOUNT,…, found 'b1=2'"),
        (":b1=2", 0, "expected SOURCE:RECIPIENT=AMOUNT,…, found ':b1=2'"),
        ("a1:b1=2 p=3", 8, "expected SOURCE:RECIPIENT=AMOUNT,…, found 'p=3'"),
        ("a1:", 3, "expected RECIPIENT=AMOUNT, found ''"),
        ("a1:b1", 3, "expected RECIPIENT=AMOUNT, found 'b1'"),
        ("a1:b1=", 3, "expected RECIPIENT=AMOUNT, found 'b1='"),
        ("a1:b1=2,", 8, "expected RECIPIENT=AMOUNT, found ''"),
        ("a1:b1=2,b2=x", 8, "expected RECIPIENT=AMOUNT, found 'b2=x'"),
        ("a1:b1=1.5", 3, "expected RECIPIENT=AMOUNT, found 'b1=1.5'"),
        ("a1:b1>=2", 3, "expected RECIPIENT=AMOUNT, found 'b1>=2'"),
        ("a1:b1:b2=2", 3, "expected RECIPIENT=AMOUNT, found 'b1:b2=2'"),
        (f"a1:b1={'1' * 31}", 3, f"expected RECIPIENT=AMOUNT, found 'b1={'1' * 31}'"),
        ("  a1:p=1,p=2", 9, "'a1' assigns to 'p' twice"),
        ("a1:p=1,defending=2", 7, "'a1' assigns to 'defending' twice"),
        ("a1:b1=1 a1:b1=1", 11, "'a1' assigns to 'b1' twice"),
    ],
)
def test_what_is_no_assignment_is_refused_with_its_place(
    text: str, position: int, message: str
) -> None:
    with pytest.raises(TextError) as caught:
        Assignment.parse(text)
    assert (caught.value.kind, caught.value.position) == ("assignment", position)
    assert str(caught.value) == f"assignment {text!r}, character {position + 1}: {message}"


def test_a_wish_has_conditions_on_edges_and_on_totals() -> None:
    assert parse_wishes("a1:b1=2,p>=1 a2:b1<=3 p>=5,b1<=4") == (
        Wish("a1", "b1", "=", 2),
        Wish("a1", "defending", ">=", 1),
        Wish("a2", "b1", "<=", 3),
        Wish(None, "defending", ">=", 5),
        Wish(None, "b1", "<=", 4),
    )


def test_an_assignment_is_a_wish_for_what_it_says() -> None:
    expected = (Wish("a1", "b1", "=", 2), Wish("a1", "defending", "=", 1))
    assert parse_wishes("a1:b1=2,p=1") == expected
    assert parse_wishes(Assignment.parse("a1:b1=2,b2=0,p=1")) == expected
    assert parse_wishes({"a1": {"b1": 2, "p": 1}}) == expected


def test_no_wish_is_no_condition() -> None:
    assert parse_wishes("") == parse_wishes("  ") == parse_wishes({}) == ()


@pytest.mark.parametrize(
    ("operator", "held"), [("=", {3}), (">=", {3, 4, 5}), ("<=", {0, 1, 2, 3})]
)
def test_a_condition_holds_for_amounts(operator: str, held: set[int]) -> None:
    (wish,) = parse_wishes(f"a1:b1{operator}3")
    assert {amount for amount in range(6) if wish.holds_for(amount)} == held


@given(
    st.lists(
        st.builds(
            Wish,
            st.none() | IDS,
            IDS,
            st.sampled_from(["=", ">=", "<="]),
            st.integers(0, 10**18 - 1),
        ),
        max_size=5,
    )
)
def test_any_wish_survives_its_text(wishes: list[Wish]) -> None:
    assert list(parse_wishes(" ".join(map(str, wishes)))) == wishes


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("b1", 0, "expected RECIPIENT=AMOUNT, >= or <=, found 'b1'"),
        ("a1:", 3, "expected RECIPIENT=AMOUNT, >= or <=, found ''"),
        (":b1=2", 0, "expected a source before ':'"),
        ("a1:b1=2,p>3", 8, "expected RECIPIENT=AMOUNT, >= or <=, found 'p>3'"),
        ("a1:b1=2  p=>3", 9, "expected RECIPIENT=AMOUNT, >= or <=, found 'p=>3'"),
        ("p=-1", 0, "expected RECIPIENT=AMOUNT, >= or <=, found 'p=-1'"),
        ("p=1,,b1=2", 4, "expected RECIPIENT=AMOUNT, >= or <=, found ''"),
        (f"p={10**18}", 0, f"expected RECIPIENT=AMOUNT, >= or <=, found 'p={10**18}'"),
    ],
)
def test_what_is_no_wish_is_refused_with_its_place(text: str, position: int, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_wishes(text)
    assert (caught.value.kind, caught.value.position) == ("wish", position)
    assert caught.value.message == message


@pytest.mark.parametrize("amount", [-1, 10**18, 10**40])
def test_amounts_in_a_mapping_have_the_same_bounds(amount: int) -> None:
    with pytest.raises(TextError, match="an amount is a number from 0 on with at most 18 digits"):
        parse_wishes({"a1": {"b1": amount}})


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("a2:b1=1", "there is no source 'a2'; there are a1"),
        ("b1:a1=1", "there is no source 'b1'; there are a1"),
        ("a1:zz=1", "there is no recipient 'zz'; there are active, p, a1, b1"),
        ("actve>=1", "there is no recipient 'actve'; did you mean 'active'?"),
    ],
)
def test_a_wish_about_what_takes_no_part_is_refused(wish: str, sentence: str) -> None:
    step = damage_step(parse("20:2/2x0/1"))
    with pytest.raises(UnknownIdError) as caught:
        check_ids(step, parse_wishes(wish))
    assert str(caught.value) == sentence
