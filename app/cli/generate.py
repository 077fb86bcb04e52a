"""`galley generate`: one reply on standard output, progress on standard error."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.allowed import require_allowed
from app.cli.language import role_name, said
from app.cli.planning import Planner
from app.cli.reply_form import cut_short, read_constraint
from app.cli.report import notice_of, reply_report
from app.cli.terminal import ProgressLine, say, write_json, write_text
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
from app.engine.grammar.gbnf import read_gbnf
from app.engine.grammar.schema import read_schema
from app.engine.types import (
    FinishReason,
    LoadSettings,
    Message,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)
from app.errors import EnvironmentFault, Notice, UserError
from app.models.preflight import check_files
from app.settings.paths import costs_file, find_folders

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo, ReplySummary, Round
    from app.errors import Value

STANDARD_INPUT = "-"
_STANDARD_INPUT_DESCRIPTOR = 0
OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
ANSWERED_WITHOUT = frozenset({"target_cannot_rewind", "draft_cannot_rewind"})
"""Reasons for which a reply without a draft is still the right answer."""
_FAULTS = frozenset({"backend_not_loaded", "decode_failed", "logits_not_finite", "template_crashed"})
"""What goes wrong however right the input is."""


def generate(arguments: Namespace) -> int:
    """Run the command and return the exit status.

    Raises:
        UserError: The input cannot be used, or, as `EnvironmentFault`, the machine cannot do it.
    """
    require_usable(arguments)
    client = EngineClient()
    try:
        with Interrupt(client.cancel) as interrupt:
            return _Run(client, arguments, interrupt).run(Planner().place(load_settings(arguments)))
    finally:
        client.close()


def require_usable(arguments: Namespace) -> None:
    """Read the prompt, and refuse what can be known not to work before anything is loaded.

    Raises:
        UserError: The input cannot be used.
        EnvironmentFault: `input_failed`.
    """
    arguments.prompt = read_prompt(arguments.prompt, raw=arguments.raw)
    require_text(arguments.prompt, arguments.system or "", *arguments.stop)
    arguments.grammar = read_constraint(arguments.grammar, read_gbnf)
    arguments.json_schema = read_constraint(arguments.json_schema, read_schema)
    if not arguments.raw and not arguments.prompt.strip():
        raise UserError("prompt_empty")
    require_allowed(arguments.target, arguments.draft)
    check = check_files(Path(arguments.target), None if arguments.draft is None else Path(arguments.draft))
    if check.draft_reasons:
        raise UserError("context_of_draft", reason=check.draft_reasons[0])
    require_known_tokens(arguments.logit_bias, check.target.vocabulary.num_tokens)


def load_settings(arguments: Namespace) -> LoadSettings:
    """What the options say about loading."""
    drafts = arguments.draft is not None and arguments.speculation is not SpeculationMode.OFF
    return LoadSettings(
        target=ModelSpec(arguments.target, arguments.gpu_layers),
        draft=ModelSpec(arguments.draft, arguments.draft_gpu_layers) if drafts else None,
        context_tokens=arguments.context,
        kv_type_k=arguments.cache_type_k,
        kv_type_v=arguments.cache_type_v,
        draft_kv_type_k=arguments.draft_cache_type_k,
        draft_kv_type_v=arguments.draft_cache_type_v,
        flash_attention={"auto": None, "on": True, "off": False}[arguments.flash_attention],
        threads=arguments.threads,
        reproducible=arguments.reproducible,
        costs_path=str(costs_file(find_folders())),
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
        sampling=sampling_of(arguments),
        speculation=speculation_of(arguments),
        max_tokens=arguments.max_tokens,
        stop=tuple(arguments.stop),
        grammar=arguments.grammar,
        json_schema=arguments.json_schema,
    )


def sampling_of(arguments: Namespace) -> SamplingSettings:
    """What the options say about sampling."""
    return SamplingSettings(
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
    )


def speculation_of(arguments: Namespace) -> SpeculationSettings:
    """What the options say about speculation."""
    return SpeculationSettings(
        mode=arguments.speculation,
        draft_max=arguments.draft_max,
        draft_min=arguments.draft_min,
        draft_p_min=arguments.draft_p_min,
        fixed_draft_length=arguments.fixed_draft_length,
        verification=arguments.verification,
    )


def read_prompt(prompt: str, *, raw: bool) -> str:
    """The prompt itself; `-` stands for what comes on standard input, in UTF-8, without the line's end behind it.

    A raw prompt is taken as it comes, to the last byte.

    Raises:
        UserError: `input_not_text`.
        EnvironmentFault: `input_failed`.
    """
    if prompt != STANDARD_INPUT:
        return prompt
    try:
        with open(_STANDARD_INPUT_DESCRIPTOR, "rb", closefd=False) as stream:  # `sys.stdin` is None where it was closed
            text = stream.read().decode()
    except UnicodeDecodeError as error:
        raise UserError("input_not_text") from error
    except OSError as error:
        raise EnvironmentFault("input_failed", cause=error.strerror or str(error)) from error
    return text if raw else text.removesuffix("\n").removesuffix("\r")


def require_text(*texts: str) -> None:
    """Refuse what the terminal's encoding could not read.

    Raises:
        UserError: `prompt_unreadable`.
    """
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise UserError("prompt_unreadable") from error


def require_known_tokens(biases: Sequence[tuple[int, float]], num_tokens: int) -> None:
    """Refuse biases of tokens that the model does not have, instead of leaving them out in silence.

    Raises:
        UserError: `token_unknown`.
    """
    for token, _bias in biases:
        if token >= num_tokens:
            raise UserError("token_unknown", token=token, largest=num_tokens - 1)


class _Run:
    """Follows one reply from load to end."""

    def __init__(self, client: EngineClient, arguments: Namespace, interrupt: Interrupt) -> None:
        self._client = client
        self._arguments = arguments
        self._interrupt = interrupt
        self._progress = ProgressLine()
        self._rounds: list[Round] = []
        self._pair: PairInfo | None = None

    def run(self, settings: LoadSettings) -> int:
        """Load, reply, report; returns the exit status."""
        self._client.submit(Load(settings))
        for event in events_until_enough(self._client, self._interrupt):
            match event:
                case LoadProgressed():
                    self._show("loading", role=role_name(event.role), percent=round(event.fraction * 100))
                case PrefillProgressed():
                    self._show("reading_prompt", done=event.done, total=event.total)
                case PairLoaded():
                    self._on_loaded(event.pair)
                case RoundDecoded():
                    self._rounds.append(event.round)
                    self._write("".join(token.text for token in event.round.emitted))
                case ReplyFinished():
                    return self._finish(event.summary)
                case LoadFailed() | ReplyFailed():
                    self._break_off()
                    raise fault_of(event.notice)
                case LoadCancelled():
                    self._break_off()
                    say(said(Notice("interrupted_loading")))
                    return INTERRUPTED
                case EngineDied():
                    self._break_off()
                    say(said(event.notice))
                    return FAILED
                case _:
                    pass
        return FAILED

    def _on_loaded(self, pair: PairInfo) -> None:
        require_draft(pair, self._progress)
        self._pair = pair
        self._client.submit(Reply(reply_request(self._arguments)))

    def _finish(self, summary: ReplySummary) -> int:
        self._progress.clear()
        text = "".join(token.text for decoded in self._rounds for token in decoded.emitted) + summary.tail
        capacity = 0 if self._pair is None else self._pair.target.context_tokens
        cut = cut_short(reply_request(self._arguments), summary, text, capacity)
        if self._arguments.json and self._pair is not None:
            report = reply_report(summary, self._rounds, self._pair, with_rounds=self._arguments.rounds)
            write_json(json.dumps(report, ensure_ascii=False))
        else:
            self._write(f"{summary.tail}\n")
            notice = notice_of(summary)
            if notice is not None and self._arguments.draft is not None:
                say(said(notice))
        if cut is not None:
            say(said(cut))
        return INTERRUPTED if summary.finish_reason is FinishReason.CANCELLED else OK

    def _break_off(self) -> None:
        """End the line that is being written, so that a message can follow."""
        self._progress.clear()
        if self._rounds:
            self._write("\n")

    def _write(self, text: str) -> None:
        self._progress.clear()
        if not self._arguments.json:
            write_text(text)

    def _show(self, code: str, **values: Value) -> None:
        self._progress.show(said(Notice(code, values)))


class Interrupt:
    """Turns the first Ctrl+C into a call, so that the reply ends in order; the second one ends the program.

    An exception out of nowhere could tear a message from the engine in two. Where Ctrl+C is ignored, as in a shell's
    background jobs, it stays so.

    Args:
        stop: Called from the main thread, between any two of its instructions.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self.came = False

    def __enter__(self) -> Interrupt:
        """Begin to listen."""
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave Ctrl+C to whom it belonged before."""
        signal.signal(signal.SIGINT, self._before)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True
        self._stop()


def fault_of(notice: Notice) -> UserError:
    """The error for a notice of the engine: whether the user or the machine has to change."""
    kind = EnvironmentFault if notice.code in _FAULTS else UserError
    return kind(notice.code, **notice.values)


def events_until_enough(client: EngineClient, interrupt: Interrupt) -> Iterator[EngineEvent]:
    """Events until the caller has enough; an interrupt cancels what runs."""
    while True:
        if interrupt.came:
            client.cancel()  # again: the first time may have come between two commands
        yield from client.poll()


def require_draft(pair: PairInfo, progress: ProgressLine) -> None:
    """Refuse a pair whose draft was asked for and cannot be used.

    Raises:
        UserError: `context_of_draft`, with the reason.
    """
    notice = pair.draft_notice
    if notice is not None and notice.code not in ANSWERED_WITHOUT:
        progress.clear()
        raise UserError("context_of_draft", reason=notice)
