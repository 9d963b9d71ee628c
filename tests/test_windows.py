"""Windows of the assignments by their numbers: slices, shards, samples, columns."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import islice, pairwise, product
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute
from lethal import Assignments
from lethal.columns import ProductColumns, type_for
from lethal.diagram.build import build
from lethal.diagram.columns import Grid
from lethal.diagram.paths import Paths
from lethal.window import WindowError
from lethal_models import Assignment, parse
from strategies import View, combats, examples, rows_by_brute_force, views

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DataObject

    from lethal.window import Window
    from lethal_models import Combat

Row: TypeAlias = tuple[int, ...]

SMALL = combats(largest=300)
LARGE_NUMBERS = st.integers(-400, 400) | st.none()
BOARD = "20:4/4Txs=1/3+t=1/2,3/3Txs,2/2xu=1/1+v=1/1"
"""Two tramplers that share a blocker, and an attacker with two blockers of its own."""


def random_board(seed: int, attackers: int, blockers: int) -> str:
    """Return a board as notation, with blockers that block one attacker or two."""
    random = Random(seed)  # noqa: S311 - not a secret
    blocked_by: list[list[int]] = [[] for _ in range(attackers)]
    for blocker in range(blockers):
        for attacker in random.sample(range(attackers), k=random.choice((1, 1, 2))):
            blocked_by[attacker].append(blocker)
    seen: set[int] = set()
    texts: list[str] = []
    for blocks in blocked_by:
        names = [
            f"n{b}" if b in seen else f"n{b}={random.randint(1, 6)}/{random.randint(1, 6)}"
            for b in blocks
        ]
        seen.update(blocks)
        stats = f"{random.randint(1, 6)}/1{random.choice(('T', '', 'TD'))}"
        texts.append(f"{stats}x{'+'.join(names)}" if names else stats)
    return f"20:{','.join(texts)}"


HUGE = random_board(7, 50, 100)


def numbered(view: View) -> Assignments:
    return Assignments(view.combat, view.by, view.step, "diagram")


def listed(view: View) -> list[Row]:
    """Return the rows of a view by brute force: the product over its components."""
    parts = [rows_by_brute_force(view.combat, c) for c in numbered(view).components]
    return [sum(rows, ()) for rows in product(*parts)]


def rows_of(window: Window) -> list[Row]:
    return list(window.rows())


def columns_of(rows: Sequence[Row], width: int) -> np.ndarray:
    return np.array(rows, np.int64).reshape(len(rows), width).T


# --- Numbers and slices ----------------------------------------------------------------------


@examples(3)
@given(views(SMALL))
def test_numbers_and_assignments_belong_to_each_other(view: View) -> None:
    legal, rows = numbered(view), listed(view)
    assert list(legal.rows()) == rows
    assert legal.all.count == len(legal.all) == len(rows)
    for number, row in enumerate(rows):
        assignment = Assignment(legal.edges, row)
        assert legal[number] == legal[number - len(rows)] == assignment
        assert legal.index(assignment) == legal.index(str(assignment)) == number
    for beyond in (len(rows), -len(rows) - 1, 10**30, -(10**30)):
        with pytest.raises(IndexError, match=f"there is no assignment {beyond} of {len(rows)}"):
            _ = legal[beyond]


@examples(2)
@given(views(SMALL))
def test_what_is_not_legal_has_no_number(view: View) -> None:
    legal = numbered(view)
    for division in brute.joint_divisions(view.senders):
        assignment = Assignment(tuple(division), tuple(division.values()))
        if brute.joint(division) not in view.expected:
            with pytest.raises(ValueError, match="not a legal assignment here"):
                legal.index(assignment)
    with pytest.raises(ValueError, match="not a legal assignment here"):
        legal.index("nobody:nothing=1")


@examples(5)
@given(views(SMALL), LARGE_NUMBERS, LARGE_NUMBERS)
def test_a_slice_is_that_of_a_list(view: View, start: int | None, stop: int | None) -> None:
    legal, rows = numbered(view), listed(view)
    window = legal[start:stop]
    expected = rows[start:stop]
    assert rows_of(window) == expected
    assert [assignment.row for assignment in window] == expected
    assert window.count == len(window) == len(expected)
    assert bool(window) == bool(expected)
    # A slice of a slice, and its numbers.
    assert rows_of(window[1:-1]) == expected[1:-1]
    assert rows_of(window[stop:start]) == expected[stop:start]
    for number in range(-len(expected), len(expected)):
        assert window[number].row == expected[number]
    for beyond in (len(expected), -len(expected) - 1):
        with pytest.raises(IndexError):
            _ = window[beyond]


@pytest.mark.parametrize("stride", [2, -1, -3])
def test_a_slice_has_no_stride(stride: int) -> None:
    legal = Assignments(parse(BOARD))
    with pytest.raises(WindowError, match="no stride"):
        _ = legal[::stride]
    assert legal[::1] == legal.all


def test_a_view_without_sources_has_one_assignment() -> None:
    legal = Assignments(parse("20:0/1"))
    assert legal.all.count == 1
    assert legal[0] == legal[-1] == Assignment((), ())
    assert legal.index("") == 0
    assert legal.to_numpy().shape == (0, 1)
    assert [batch.num_rows for batch in legal.to_arrow_batches()] == [1]
    with pytest.raises(IndexError):
        _ = legal[1]


# --- Shards ----------------------------------------------------------------------------------


@examples(3)
@given(views(SMALL), st.integers(1, 40) | st.sampled_from((350, 10**20)), st.data())
def test_shards_are_the_whole_in_parts_that_are_as_equal_as_can_be(
    view: View, of: int, data: DataObject
) -> None:
    legal, rows = numbered(view), listed(view)
    if of > 1_000:
        # More than anybody counts: every one has one assignment or none.
        number = data.draw(st.integers(1, of), label="number")
        assert legal.shard(number, of).count <= 1
        return
    shards = [legal.shard(number, of) for number in range(1, of + 1)]
    assert [row for shard in shards for row in shard.rows()] == rows
    sizes = [shard.count for shard in shards]
    assert max(sizes) - min(sizes) <= 1
    # Shards of a part are that part.
    parts = [legal[1:].shard(number, of) for number in range(1, of + 1)]
    assert [row for shard in parts for row in shard.rows()] == rows[1:]


@pytest.mark.parametrize(("number", "of"), [(0, 3), (4, 3), (-1, 3), (1, 0), (0, 0), (1, -2)])
def test_there_are_no_other_shards_than_those_that_are_numbered(number: int, of: int) -> None:
    with pytest.raises(WindowError, match=f"there is no shard {number} of {of}"):
        Assignments(parse(BOARD)).shard(number, of)


# --- Samples ---------------------------------------------------------------------------------


@examples(2)
@given(views(SMALL), st.integers(0, 2**40))
def test_a_sample_is_legal_and_the_same_for_the_same_seed(view: View, seed: int) -> None:
    legal = numbered(view)
    sample = legal.sample(20, seed)
    assert len(sample) == 20
    assert {brute.joint(dict(assignment.items())) for assignment in sample} <= view.expected
    assert not any(map(legal.check, sample))
    assert numbered(view).sample(20, seed) == sample
    # It does not matter how many are drawn.
    assert legal.sample(7, seed) == sample[:7]


@pytest.mark.parametrize("number", [-1, 10**30])
def test_there_is_no_sample_of_less_than_nothing_or_of_more_than_fits(number: int) -> None:
    with pytest.raises(WindowError, match="cannot be drawn at once"):
        Assignments(parse("20:3/3x1/1+1/1")).sample(number)


def test_a_window_goes_to_another_process_whatever_was_found_before() -> None:
    legal = Assignments(parse("20:8/8Txb=4/4+c=4/4,8/8Txb+c"), most_nodes=5_000)
    window = legal[3:7]
    expected = list(window)
    legal.to_numpy()
    copy = pickle.loads(pickle.dumps(window))  # noqa: S301 - our own
    assert (copy.start, copy.stop, list(copy)) == (3, 7, expected)
    assert copy.legal.most_nodes == 5_000


@pytest.mark.parametrize("number", [1.5, "1", None])
def test_only_whole_numbers_are_numbers_of_assignments(number: int) -> None:
    with pytest.raises(TypeError):
        _ = Assignments(parse("20:3/3x1/1+1/1"))[number]


def test_numbers_of_numpy_are_numbers() -> None:
    legal = Assignments(parse("20:3/3x1/1+1/1"))
    assert legal[int(np.int64(-1))] == legal[np.int64(-1)]  # pyright: ignore[reportArgumentType, reportCallIssue]


def test_a_batch_that_is_too_large_for_memory_is_refused() -> None:
    legal = Assignments(parse("20:" + ",".join(["30/30Tx2/2+3/3+4/4"] * 9)))
    with pytest.raises(WindowError, match="too many for one batch"):
        next(legal.all.to_batches(10**12))


def test_samples_of_other_seeds_and_without_a_seed_are_others() -> None:
    # Among 10^30 two samples are never the same.
    legal = Assignments(parse(HUGE))
    assert legal.all.count > 10**30
    samples = [str(legal.sample(1, seed)) for seed in (None, None, 1, 2, 3)]
    assert len(set(samples)) == 5


def test_a_sample_of_a_part_stays_there() -> None:
    legal = Assignments(parse(BOARD))
    few = legal[3:5]
    assert set(map(str, few.sample(50, seed=3))) == {str(legal[3]), str(legal[4])}
    assert legal.sample(0) == []
    with pytest.raises(WindowError, match="no assignment to draw from"):
        legal[2:2].sample(1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_samples_are_uniform(seed: int) -> None:
    legal = Assignments(parse(BOARD))
    expected = brute.assignments(legal.combat, brute.view(legal.combat, "active", "regular"))
    drawn = Counter(
        brute.joint(dict(assignment.items()))
        for assignment in legal.sample(100 * len(expected), seed)
    )
    assert drawn.keys() <= expected
    chi_square = sum((drawn[joint] - 100) ** 2 / 100 for joint in expected)
    # By Wilson and Hilferty the cube root of chi-square over its degrees of freedom is normal:
    # it is beyond these once in a thousand times, each. The seeds are fixed.
    freedom = len(expected) - 1
    cube_root = (chi_square / freedom) ** (1 / 3)
    normal = (cube_root - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert -3.09 < normal < 3.09


# --- Columns ---------------------------------------------------------------------------------


@examples(3)
@given(views(SMALL), st.data())
def test_columns_are_the_rows_of_any_window(view: View, data: DataObject) -> None:
    legal, rows = numbered(view), listed(view)
    start = data.draw(st.integers(0, len(rows)), label="start")
    stop = data.draw(st.integers(start, len(rows)), label="stop")
    found = legal[start:stop].to_numpy()
    assert found.shape == (len(legal.edges), stop - start)
    assert found.dtype == np.int8
    assert np.array_equal(found, columns_of(rows[start:stop], len(legal.edges)))
    assert all(row.flags.c_contiguous for row in found)
    assert np.array_equal(legal.to_numpy(), columns_of(rows, len(legal.edges)))


TINY = st.sampled_from((0, 1, 2, 5, 20, 100))


@examples(5)
@given(views(SMALL), st.tuples(TINY, TINY, TINY), st.data())
def test_columns_that_are_put_together_from_little_are_the_same(
    view: View, limits: tuple[int, int, int], data: DataObject
) -> None:
    rows = listed(view)
    width = len(numbered(view).edges)
    names = ("columns.BLOCK", "columns.MOST_CELLS", "diagram.columns.MOST_CELLS")
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name, limit in zip(names, limits, strict=True):
            monkeypatch.setattr(f"lethal.{name}", limit)
        columns = ProductColumns(numbered(view).product.factors, np.int16)
        for _ in range(3):
            start = data.draw(st.integers(0, len(rows)), label="start")
            stop = data.draw(st.integers(start, len(rows)), label="stop")
            found = columns.window(start, stop)
            assert found.dtype == np.int16
            assert np.array_equal(found, columns_of(rows[start:stop], width))


@examples(5)
@given(SMALL, TINY, st.sampled_from((None, 1, 5)), st.data())
def test_a_grid_of_any_size_has_the_rows_of_its_diagram(
    combat: Combat, cells: int, most: int | None, data: DataObject
) -> None:
    for step in brute.steps(combat):
        for component in Assignments(combat, "both", step, "diagram").components:
            rows = rows_by_brute_force(combat, component)
            paths = Paths(build(component.step, component.sources, most_divisions=most))
            start = data.draw(st.integers(0, len(rows) - 1), label="start")
            stop = data.draw(st.integers(start + 1, len(rows)), label="stop")
            with pytest.MonkeyPatch.context() as monkeypatch:
                monkeypatch.setattr("lethal.diagram.columns.MOST_CELLS", cells)
                found = Grid(paths, np.int32).window(start, stop)
            assert found.dtype == np.int32
            assert np.array_equal(found, columns_of(rows[start:stop], len(component.edges)))


@pytest.mark.parametrize(
    ("power", "dtype"),
    [
        (1, np.int8),
        (127, np.int8),
        (128, np.int16),
        (32_767, np.int16),
        (32_768, np.int32),
        (1_000_000, np.int32),
    ],
)
def test_amounts_have_the_smallest_type_that_holds_them(power: int, dtype: type) -> None:
    # All on the blocker, or some of what is left of its need to the player.
    legal = Assignments(parse(f"20:{power}/1Tx1/{max(1, power - 2)}"))
    found = legal.to_numpy()
    assert found.dtype == dtype
    least = max(1, power - 2)
    assert found.tolist() == [
        list(range(least, power + 1)),
        [power - n for n in range(least, power + 1)],
    ]


def test_types_hold_exactly_what_they_can() -> None:
    largest = {np.int8: 2**7, np.int16: 2**15, np.int32: 2**31, np.int64: 2**63}
    for dtype, bound in largest.items():
        assert type_for(bound - 1) is dtype
    with pytest.raises(OverflowError, match="too large"):
        type_for(2**63)


def test_a_large_coupled_amount_keeps_its_type_in_columns() -> None:
    # Two that share a blocker: 200 of one, and 1 of the other, with a need of 200.
    legal = Assignments(parse("20:200/1Txs=1/200,1/1Txs"))
    found = legal.to_numpy()
    assert found.dtype == np.int16
    # In order: a1:s a1:p a2:s a2:p. One of a1 may go to the player when a2 helps.
    assert found.T.tolist() == [[199, 1, 1, 0], [200, 0, 0, 1], [200, 0, 1, 0]]


def test_columns_may_be_written_to_without_changing_what_comes_next() -> None:
    # Of several factors, of one, and of a diagram.
    for board in (BOARD, "20:3/3Tx1/1", "20:2/2Txs=1/3,2/2Txs", "20:3/3Tx1/1,2/2x1/1+1/1"):
        legal = Assignments(parse(board))
        rows = list(legal.rows())
        for _ in range(2):
            found = legal.to_numpy()
            assert found.T.tolist() == list(map(list, rows))
            found[:] = 77


def test_columns_that_do_not_fit_into_memory_are_refused() -> None:
    legal = Assignments(parse(HUGE))
    with pytest.raises(WindowError, match="take them in batches"):
        legal.to_numpy()


# --- Batches ---------------------------------------------------------------------------------


@examples(2)
@given(views(SMALL), st.integers(1, 50), st.data())
def test_batches_have_the_rows_in_order_and_are_bounded(
    view: View, size: int, data: DataObject
) -> None:
    legal, rows = numbered(view), listed(view)
    start = data.draw(st.integers(0, len(rows)), label="start")
    batches = [batch.T.tolist() for batch in legal[start:].to_batches(size)]
    assert [row for batch in batches for row in batch] == list(map(list, rows[start:]))
    assert all(len(batch) == size for batch in batches[:-1])
    assert all(0 < len(batch) <= size for batch in batches)


@examples(1)
@given(views(SMALL), st.integers(1, 50))
def test_arrow_batches_have_the_rows_under_the_names_of_the_edges(view: View, size: int) -> None:
    legal, rows = numbered(view), listed(view)
    names = [f"{source}:{recipient}" for source, recipient in legal.edges]
    found: list[Row] = []
    for batch in legal.to_arrow_batches(size):
        assert batch.num_rows <= size
        assert batch.schema.names == names
        found += [tuple(row.values()) for row in batch.to_pylist()]
    assert found == rows


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_is_not_empty(size: int) -> None:
    legal = Assignments(parse(BOARD))
    for batches in (legal.all.to_batches(size), legal.to_arrow_batches(size)):
        with pytest.raises(WindowError, match=f"at least 1 assignment, not {size}"):
            next(batches)


# --- Huge boards -----------------------------------------------------------------------------


def test_a_huge_board_has_every_assignment_at_its_number() -> None:
    legal = Assignments(parse(HUGE))
    size = legal.all.count
    assert size == legal.count() > 10**30
    random = Random(1)  # noqa: S311 - not a secret
    for number in (0, 1, 10**30, size // 2, size - 1, *(random.randrange(size) for _ in range(5))):
        assignment = legal[number]
        assert assignment in legal
        assert legal.index(assignment) == number
    rows = [legal[number].row for number in range(10**30 - 1, 10**30 + 3)]
    assert rows == sorted(set(rows))
    with pytest.raises(IndexError):
        _ = legal[size]


def test_a_huge_window_is_iterated_and_read_in_batches_from_anywhere() -> None:
    legal = Assignments(parse(HUGE))
    window = legal[10**30 :]
    assert window
    expected = [legal[10**30 + k].row for k in range(100)]
    assert list(islice(window.rows(), 100)) == expected
    assert [assignment.row for assignment in islice(window, 100)] == expected
    assert list(islice(legal.rows(start=10**30), 100)) == expected
    batch = next(window.to_batches(100))
    assert batch.T.tolist() == list(map(list, expected))
    (arrow,) = islice(window.to_arrow_batches(100), 1)
    assert arrow.column(5).to_pylist() == [row[5] for row in expected]
    assert next(iter(legal.all)) == legal[0]


def test_shards_of_a_huge_board_adjoin() -> None:
    legal = Assignments(parse(HUGE))
    shards = [legal.shard(number, 1_000) for number in range(1, 1_001)]
    assert (shards[0].start, shards[-1].stop) == (0, legal.all.count)
    assert all(one.stop == other.start for one, other in pairwise(shards))
    assert len({shard.count for shard in shards}) <= 2
    assert all(assignment in legal for assignment in shards[500].sample(5, seed=1))
