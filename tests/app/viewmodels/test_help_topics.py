from __future__ import annotations

import pytest

from app.catalogue import TEXTS, engine, models, plan
from app.errors import Notice
from app.viewmodels.badge import Badge, BadgeKind
from app.viewmodels.help_book import Book, languages
from app.viewmodels.help_topics import topic_of, topic_of_badge, topics

_LISTING = {
    "place_unreadable",
    "place_hidden",
    "place_slow",
    "place_large",
    "library_folder_missing",
    "library_folder_is_file",
}
"""Of folders that are looked through, not of models: the sentences say all there is to say."""
_NOT_HERE = {code for code in engine.TEXTS if code.startswith(("grammar_", "schema_", "json_schema"))}
"""Of requests of other programs and the command line, which show the sentence and no guide."""


def reasons() -> list[str]:
    """Every code that says why something is off, paused, refused, short of memory or gone."""
    of_plans = [code for code in plan.TEXTS if code.startswith(("recovered_", "draft_no_room", "plan_squeezed"))]
    of_plans += ["inspection_failed", "inspection_too_slow", "plan_draft_unfit"]
    of_rules = [code for code in TEXTS if code.startswith("policy_")]
    every = (*engine.TEXTS, *models.TEXTS, *of_plans, *of_rules)
    return [code for code in every if code not in _LISTING | _NOT_HERE]


@pytest.mark.parametrize("code", reasons())
def test_every_reason_has_its_place_in_the_guide_in_every_language(code: str) -> None:
    topic = topic_of(code)
    assert topic, code
    for language in languages():
        assert Book(language).section(topic) is not None, (language, topic)


def test_no_code_of_the_table_is_one_that_nobody_says() -> None:
    from app.viewmodels import help_topics

    unknown = [code for code in help_topics._TOPICS if code not in TEXTS]
    assert unknown == []


def test_every_topic_that_something_leads_to_is_there() -> None:
    book = Book("en")
    assert [topic for topic in topics() if book.section(topic) is None] == []


@pytest.mark.parametrize("kind", list(BadgeKind))
def test_the_badge_leads_somewhere_exactly_where_something_is_off_paused_or_slow(kind: BadgeKind) -> None:
    asks = {BadgeKind.OFF, BadgeKind.PAUSED, BadgeKind.SLOWER, BadgeKind.STOPPED, BadgeKind.NO_DRAFT}
    assert bool(topic_of_badge(Badge(kind, "headline", "detail"))) == (kind in asks)


def test_the_reason_decides_but_for_a_reply_that_is_slower() -> None:
    off = Badge(BadgeKind.OFF, "Off", "", code="target_keeps_state")
    assert topic_of_badge(off) == "off#cannot-rewind"
    slower = Badge(BadgeKind.SLOWER, "Slower", "", code="no_draft_model")
    assert topic_of_badge(slower) == "speed#slower"
    news = Badge(BadgeKind.FASTER, "On", "", code=Notice("draft_context_full").code)
    assert topic_of_badge(news) == "off#draft-full"


def test_what_says_all_there_is_to_say_leads_nowhere() -> None:
    assert topic_of("place_hidden") == ""
    assert topic_of("no such code") == ""
