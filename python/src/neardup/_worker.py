"""The one process that computes: started when it is first needed, ended with Python, started again if it died."""

import atexit
import itertools
import json
import os
import queue
import subprocess
import tempfile
import threading
from typing import Any, Callable, Dict, List, Optional

from ._errors import NeardupError
from ._node import command

SECONDS_TO_END = 10
LAST_WORDS = 2000

Message = Dict[str, Any]


class Answer:
    """What came of a call: its results in order, what could not be read, and its value."""

    def __init__(self, rows: List[dict], problems: List[dict], value: Any) -> None:
        self.rows = rows
        self.problems = problems
        self.value = value


class Worker:
    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [*command(), "python-calls"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
            errors="surrogatepass",
            # Ctrl-C is for Python alone, which ends the call under way
            start_new_session=True,
        )
        self._numbers = itertools.count(1)
        self._waiting: Dict[int, "queue.SimpleQueue[Optional[Message]]"] = {}
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="neardup answers", daemon=True)
        self._reader.start()

    @property
    def is_alive(self) -> bool:
        return self._reader.is_alive() and self._process.poll() is None

    def call(self, verb: str, given: dict, on_progress: Optional[Callable[[dict], None]] = None) -> Answer:
        number = next(self._numbers)
        answers: "queue.SimpleQueue[Optional[Message]]" = queue.SimpleQueue()
        self._waiting[number] = answers
        try:
            self._write({"call": number, "verb": verb, "given": given})
            return self._collect(answers, on_progress)
        except KeyboardInterrupt:
            self._write({"cancel": number})
            raise
        finally:
            del self._waiting[number]

    def end(self) -> None:
        """Closes the pipe, which ends the process; a process that does not end is killed."""
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def forget(self) -> None:
        """In a child made by fork the process is the parent's: the child only lets go of its pipes.

        Their numbers stay taken: whatever closes them later must not close another pipe.
        """
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (self._process.stdin, self._process.stdout):
            if not pipe.closed:
                os.dup2(nothing, pipe.fileno(), inheritable=False)
        os.close(nothing)

    def _collect(self, answers, on_progress) -> Answer:
        rows: List[dict] = []
        problems: List[dict] = []
        while True:
            try:
                message = answers.get(timeout=1)
            except queue.Empty:
                if self._reader.is_alive():
                    continue
                message = None
            if message is None:
                raise self._death()
            if "rows" in message:
                rows.extend(message["rows"])
            elif "problem" in message:
                problems.append(message["problem"])
            elif "progress" in message:
                if on_progress is not None:
                    on_progress(message["progress"])
            elif "error" in message:
                error = message["error"]
                raise NeardupError(error["code"], error["message"], error.get("advice"), error.get("option"))
            else:
                return Answer(rows, problems, message["value"])

    def _write(self, message: Message) -> None:
        line = json.dumps(message, ensure_ascii=True) + "\n"
        try:
            with self._writing:
                self._process.stdin.write(line)
                self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._death() from None

    def _read(self) -> None:
        try:
            for line in self._process.stdout:
                message = json.loads(line)
                answers = self._waiting.get(message["call"])
                if answers is not None:
                    answers.put(message)
        except (OSError, ValueError):
            pass
        finally:
            for answers in list(self._waiting.values()):
                answers.put(None)

    def _death(self) -> NeardupError:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - LAST_WORDS))
        words = self._errors.read().decode("utf-8", "replace").strip()
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        said = f" It said last: {words}" if words else ""
        return NeardupError(
            "WORKER_ENDED",
            f"The process that computes ended {how}.{said}",
            "Call again: a new one is started. Collections must be opened again.",
        )


_lock = threading.Lock()
_worker: Optional[Worker] = None


def worker() -> Worker:
    """The process of this Python process."""
    global _worker
    with _lock:
        if _worker is None or not _worker.is_alive:
            _worker = Worker()
        return _worker


def _end() -> None:
    if _worker is not None:
        _worker.end()


def _after_fork() -> None:
    global _lock, _worker
    _lock = threading.Lock()
    if _worker is not None:
        _worker.forget()
        _worker = None


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
