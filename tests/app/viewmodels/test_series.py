from __future__ import annotations

from itertools import pairwise

from app.viewmodels.plot_view import Span
from app.viewmodels.series import MAX_POINTS, Point, Series, recent, series_table


def test_the_newest_of_a_bunch_stands_for_it() -> None:
    series = Series()
    for step in range(100):
        series.add(Point(step * 0.01, float(step)))
    assert len(series) < 13
    assert series.last == Point(0.99, 99.0)


def test_a_long_series_becomes_coarser_and_keeps_its_begin() -> None:
    series = Series()
    for step in range(9 * MAX_POINTS):
        series.add(Point(float(step), 1.0))
    points = list(series)
    assert MAX_POINTS / 4 <= len(points) <= MAX_POINTS
    assert (points[0].seconds, points[-1].seconds) == (0.0, 9.0 * MAX_POINTS - 1)
    assert max(later.seconds - earlier.seconds for earlier, later in pairwise(points)) <= 40


def test_what_is_recent_is_as_long_as_the_span() -> None:
    series = Series()
    for step in range(1000):
        series.add(Point(float(step), float(step)))
    assert [point.seconds for point in recent(series, Span.MINUTE)] == [float(each) for each in range(939, 1000)]
    assert len(recent(series, Span.HOUR)) == len(series)
    assert recent(Series(), Span.HOUR) == ()


def test_a_reply_is_saved_point_by_point() -> None:
    series = Series()
    series.add(Point(0.5, 12.25))
    series.add(Point(1.0, 1234.5))
    text = series_table(series, "Speed", "tokens per second [1/s]").as_csv()
    assert text == "decode time [s],tokens per second [1/s]\n0.5,12.25\n1.0,1234.5\n"
