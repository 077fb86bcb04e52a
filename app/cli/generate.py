"""`galley generate`: one reply on standard output, progress on standard error."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.cli.report import reply_report
from app.engine.client import EngineClient
from app.engine.commands import Load, Reply
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    PrefillProgressed,
    ReplyFailed,
    ReplyFinished,
    RoundDecoded,
)
from app.engine.types import (
    FinishReason,
    LoadSettings,
    Message,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationSettings,
)
from app.errors import Notice, UserError
from app.models.preflight import check_files

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo, ReplySummary, Round

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
_INCOMPATIBLE = ("target_cannot_rewind", "draft_cannot_rewind")
"""Reasons for which a reply without a draft is still the right answer."""


def generate(arguments: Namespace) -> int:
    """Run the command and return the exit status.

    Raises:
        UserError: The input cannot be used.
    """
    require_text(arguments.prompt, arguments.system or "", *arguments.stop)
    if arguments.speculation == "lookup":
        raise UserError("lookup_not_there")
    settings = load_settings(arguments)
    check = check_files(Path(arguments.target), None if arguments.draft is None else Path(arguments.draft))
    if check.draft_reasons:
        raise UserError("context_of_draft", reason=sentence(check.draft_reasons[0]))
    client = EngineClient()
    try:
        return _Run(client, arguments).run(settings)
    finally:
        client.close()


def load_settings(arguments: Namespace) -> LoadSettings:
    """What the options say about loading."""
    draft = arguments.draft
    return LoadSettings(
        target=ModelSpec(arguments.target, arguments.gpu_layers),
        draft=None if draft is None or arguments.speculation == "off" else ModelSpec(draft, arguments.draft_gpu_layers),
        context_tokens=arguments.context,
        kv_type_k=arguments.cache_type_k,
        kv_type_v=arguments.cache_type_v,
        draft_kv_type_k=arguments.draft_cache_type_k,
        draft_kv_type_v=arguments.draft_cache_type_v,
        flash_attention={"auto": None, "on": True, "off": False}[arguments.flash_attention],
        threads=arguments.threads,
        reproducible=arguments.reproducible,
        max_draft_tokens=max(1, arguments.draft_max),
    )


def reply_request(arguments: Namespace) -> ReplyRequest:
    """What the options say about the reply."""
    turns = [Message("user", arguments.prompt)]
    if arguments.system is not None:
        turns.insert(0, Message("system", arguments.system))
    return ReplyRequest(
        request_id=1,
        messages=() if arguments.raw else tuple(turns),
        raw_prompt=arguments.prompt if arguments.raw else None,
        sampling=SamplingSettings(
            temperature=arguments.temperature,
            top_k=arguments.top_k,
            top_p=arguments.top_p,
            min_p=arguments.min_p,
            repeat_penalty=arguments.repeat_penalty,
            frequency_penalty=arguments.frequency_penalty,
            presence_penalty=arguments.presence_penalty,
            penalty_last_n=arguments.penalty_last_n,
            dry_multiplier=arguments.dry_multiplier,
            dry_base=arguments.dry_base,
            dry_allowed_length=arguments.dry_allowed_length,
            dry_penalty_last_n=arguments.dry_penalty_last_n,
            logit_bias=tuple(arguments.logit_bias),
            seed=arguments.seed,
        ),
        speculation=SpeculationSettings(
            mode=arguments.speculation,
            draft_max=arguments.draft_max,
            draft_min=arguments.draft_min,
            draft_p_min=_p_min(arguments),
            fixed_draft_length=arguments.fixed_draft_length,
            verification=arguments.verification,
        ),
        max_tokens=arguments.max_tokens,
        stop=tuple(stop for stop in arguments.stop if stop),
    )


def _p_min(arguments: Namespace) -> float:
    """A fixed length means every round, unless a p-min was asked for as well."""
    if arguments.draft_p_min is not None:
        return float(arguments.draft_p_min)
    return 0.0 if arguments.fixed_draft_length else SpeculationSettings().draft_p_min


def require_text(*texts: str) -> None:
    """Refuse what the terminal's encoding could not read.

    Raises:
        UserError: `prompt_unreadable`.
    """
    for text in texts:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise UserError("prompt_unreadable") from error


class _Run:
    """Follows one reply from load to end."""

    def __init__(self, client: EngineClient, arguments: Namespace) -> None:
        self._client = client
        self._arguments = arguments
        self._rounds: list[Round] = []
        self._pair: PairInfo | None = None
        self._summary: ReplySummary | None = None

    def run(self, settings: LoadSettings) -> int:
        self._client.submit(Load(settings))
        for event in self._events():
            if isinstance(event, PairLoaded):
                self._on_loaded(event.pair)
            elif isinstance(event, LoadFailed):
                raise UserError(event.notice.code, **event.notice.values)
            elif isinstance(event, LoadCancelled):
                return INTERRUPTED
            elif isinstance(event, RoundDecoded):
                self._rounds.append(event.round)
                self._write("".join(token.text for token in event.round.emitted))
            elif isinstance(event, ReplyFinished):
                self._summary = event.summary
                break
            elif isinstance(event, ReplyFailed):
                raise UserError(event.notice.code, **event.notice.values)
            elif isinstance(event, EngineDied):
                self._write("\n" if self._rounds else "")
                _say(sentence(event.notice))
                return FAILED
            else:
                _progress(event)
        return self._finish()

    def _events(self) -> Iterator[EngineEvent]:
        """Events until the caller has enough; Ctrl+C cancels and lets the reply end in order."""
        while True:
            try:
                yield from self._client.poll()
            except KeyboardInterrupt:
                self._client.cancel()

    def _on_loaded(self, pair: PairInfo) -> None:
        notice = pair.draft_notice
        if notice is not None and notice.code not in _INCOMPATIBLE:
            raise UserError("context_of_draft", reason=sentence(notice))
        self._pair = pair
        self._client.submit(Reply(reply_request(self._arguments)))

    def _finish(self) -> int:
        if self._summary is None or self._pair is None:
            return FAILED
        if self._arguments.json:
            report = reply_report(self._summary, self._rounds, self._pair, with_rounds=self._arguments.rounds)
            sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
        else:
            self._write(self._summary.tail + "\n")
            if self._summary.status.reason is not None:
                _say(sentence(self._summary.status.reason))
        sys.stdout.flush()
        return INTERRUPTED if self._summary.finish_reason is FinishReason.CANCELLED else OK

    def _write(self, text: str) -> None:
        if text and not self._arguments.json:
            sys.stdout.write(text)
            sys.stdout.flush()


def _say(line: str) -> None:
    sys.stderr.write(f"galley: {line}\n")


def _progress(event: EngineEvent) -> None:
    """A line that overwrites itself, on a terminal only."""
    if not sys.stderr.isatty():
        return
    if isinstance(event, LoadProgressed):
        notice = Notice("loading", {"role": event.role, "percent": round(event.fraction * 100)})
    elif isinstance(event, PrefillProgressed):
        notice = Notice("reading_prompt", {"done": event.done, "total": event.total})
    else:
        return
    sys.stderr.write(f"\r\x1b[K{sentence(notice)}")
    if isinstance(event, PrefillProgressed) and event.done >= event.total:
        sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()
