from __future__ import annotations

from app.viewmodels.series import MAX_POINTS, Point, Series


def test_the_newest_of_a_bunch_stands_for_it() -> None:
    series = Series()
    for step in range(100):
        series.add(Point(step * 0.01, float(step)))
    assert len(series) < 13
    assert series.last == Point(0.99, 99.0)


def test_no_series_grows_without_bound() -> None:
    series = Series()
    for step in range(3 * MAX_POINTS):
        series.add(Point(float(step), 1.0))
    assert len(series) == MAX_POINTS
