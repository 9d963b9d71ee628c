"""The names that the package gives, and the forms in which it takes things."""

from __future__ import annotations

import pytest

import lethal


@pytest.mark.parametrize("name", lethal.__all__)
def test_every_public_name_is_there_under_its_own_name(name: str) -> None:
    assert getattr(getattr(lethal, name), "__name__", name) in {name, name.capitalize()}


def test_the_public_names_are_in_order_and_each_once() -> None:
    assert lethal.__all__ == sorted(set(lethal.__all__))


def test_a_name_that_is_not_public_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Windows'"):
        _ = lethal.Windows  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def test_an_objective_may_be_text_or_a_list_wherever_one_is_asked_for() -> None:
    board = "20:4/4Tx2/2+2/2"
    objective = lethal.Objective("value", "min-damage")
    outcomes = lethal.outcomes(board)
    front = list(outcomes.pareto(objective))
    assert list(outcomes.pareto("value, min-damage")) == front
    assert list(outcomes.pareto(["value", "min-damage"])) == front
    legal = lethal.assignments(board)
    best = legal.best(objective)
    for form in ("value,min-damage", ["value", "min-damage"]):
        assert legal.best(form) == best
        assert lethal.verify_best(legal, form, best).complete


def test_an_unknown_term_of_a_front_is_an_error() -> None:
    with pytest.raises(lethal.LethalError, match="did you mean 'value'"):
        lethal.outcomes("20:2/2").pareto("valu")


def test_all_assignments_come_in_batches_like_those_of_a_window() -> None:
    legal = lethal.assignments("20:6/6Tx2/2+3/3")
    assert [batch.shape for batch in legal.to_batches(3)] == [(3, 3), (3, 3), (3, 2)]
    assert [b.tolist() for b in legal.to_batches(3)] == [
        b.tolist() for b in legal.all.to_batches(3)
    ]
