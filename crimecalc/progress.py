"""Bars for work that takes long: on stderr, gone when the work is done, and never part of a result."""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread, local
from time import monotonic
from typing import Any, Self

from crimecalc.checks import found
from crimecalc.errors import InvalidInput

__all__ = ["DELAY", "Bar", "check_progress", "watched"]

DELAY = 2.0
"""Seconds after which a bar appears that nobody asked for."""

_BEAT = 1.0
"""Seconds after which a bar shows that time goes by, also if no step was completed."""

_MANY = 10_000
"""From so many steps on their number is shortened, as in 1.2M."""


class _Open(local):
    """How many blocks with a bar are open in a thread."""

    number = 0


_OPEN = _Open()


def check_progress(what: str, progress: object) -> None:
    """Refuse what is neither True nor False nor None; ``what`` is the function that was called.

    Raises:
        InvalidInput: if it is anything else.

    >>> check_progress("sample", None)
    """
    if progress is not None and not isinstance(progress, bool):
        raise InvalidInput(f"{what}: progress: expected True, False or None, found {found(progress)}")


def watched() -> bool:
    """Whether somebody can see what goes to stderr: on a terminal or in a notebook, not in a worker process."""
    if multiprocessing.parent_process() is not None:
        return False
    try:
        terminal = sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it was closed
        terminal = False
    return terminal or _in_notebook()


class Bar:
    """How much of some work is done, shown while it is done.

    In a ``with`` block the bar also appears, and shows that time goes by, while a step takes long; bars of the steps
    themselves appear only if they are asked for. A generator, which may be left half way, closes its bar itself and
    does each step in a block of :meth:`running`. ``TQDM_DISABLE`` in the environment turns off all bars.

    Args:
        progress: True for a bar at once, False for none, None for one after :data:`DELAY` seconds if somebody watches.
        total: how many steps there are; None if nobody knows.
        verb: what is done.
        noun: what there are ``total`` of.

    Raises:
        InvalidInput: if ``progress`` is something else.

    >>> with Bar(False, 2, verb="count", noun="steps") as bar:
    ...     bar.advance()
    """

    def __init__(self, progress: bool | None, total: int | None, *, verb: str, noun: str) -> None:
        check_progress(verb, progress)
        self._total, self._verb, self._noun = total, verb, noun
        wanted = not _OPEN.number and watched() if progress is None else progress
        self._wanted = wanted and not os.environ.get("TQDM_DISABLE")
        self._delay = 0.0 if progress else DELAY
        self._since = monotonic()
        self._done = 0
        self._drawn: Any = None
        self._lock = RLock()  # the clock draws from a thread of its own
        if progress:
            self._draw()

    def __enter__(self) -> Self:
        self._block = self.running()
        self._block.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._block.__exit__(None, None, None)
        self.close()

    @contextmanager
    def running(self) -> Iterator[None]:
        """While this block is open the bar appears, and shows that time goes by, without a step being done."""
        over = Event()
        clock = Thread(target=self._beat, args=(over,), daemon=True) if self._wanted else None
        _OPEN.number += 1
        if clock is not None:
            clock.start()
        try:
            yield
        finally:
            _OPEN.number -= 1
            over.set()
            if clock is not None:
                clock.join(_BEAT)  # it may wait for a lock that an interrupt has left closed

    def advance(self, steps: int = 1) -> None:
        """So many more steps are done."""
        if self._wanted:
            self._done += steps
            if self._drawn is not None or monotonic() - self._since >= self._delay:
                self._draw()

    def reach(self, done: int, total: int) -> None:
        """So many steps are done, of so many: for work that says how far it is, not what it has just done."""
        self._total = total
        self.advance(done - self._done)

    def close(self) -> None:
        """Take the bar away."""
        if self._wanted and self._drawn is not None:
            self._drawn.total = self._drawn.n  # to stop early is no failure
            self._drawn.close()
        self._wanted = False

    def _beat(self, over: Event) -> None:
        left = self._since + self._delay - monotonic()
        seconds = left if left > 0 else _BEAT
        while not over.wait(seconds):
            self._draw(steady=True)
            seconds = _BEAT

    def _draw(self, steady: bool = False) -> None:
        """Show how far the work is; if not ``steady``, only if that was not done just now."""
        with self._lock:
            if not self._wanted:
                return
            if self._drawn is None:  # most work is over before a bar has to be made
                self._drawn = self._made()
            self._drawn.total = self._total
            self._drawn.update(self._done - self._drawn.n)
            if steady:
                self._drawn.refresh()

    def _made(self) -> Any:
        if _in_notebook() and importlib.util.find_spec("ipywidgets"):
            from tqdm.notebook import tqdm
        else:
            from tqdm.std import tqdm  # type: ignore[assignment]
        many = self._total is None or self._total >= _MANY
        # No thread of tqdm's own stays behind, and no lock is shared with the bars of others.
        kind: Any = type("Bar", (tqdm,), {"monitor_interval": 0, "_lock": self._lock})
        made = kind(
            total=self._total,
            file=_Stream(sys.stderr),
            desc=self._verb,
            unit=f" {self._noun}",
            unit_scale=many,
            leave=False,
            smoothing=0,
            dynamic_ncols=True,
            delay=1e-9 if self._delay else 0,  # it is first drawn when it knows since when the work goes on
        )
        gone = monotonic() - self._since
        made.start_t -= gone
        made.last_print_t -= gone
        return made


class _Stream:
    """A stream of which nobody minds that it is gone: that must not end the work."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.flush()


def _in_notebook() -> bool:
    """Whether this is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and "IPKernelApp" in getattr(shell, "config", ())
