"""The collections that this process has open. One that is opened again is shared: only one process may write to its folder."""

import os
from typing import Any, Dict, Tuple
from weakref import WeakSet

from ._errors import NeardupError
from ._worker import Worker, worker

_open: Dict[Tuple[str, bool], "OpenCollection"] = {}


class OpenCollection:
    """A collection that the worker has open, for everyone here who uses it. Whoever is gone uses it no more."""

    def __init__(self, of: Worker, options: Dict[str, Any]) -> None:
        self.path = options["path"]
        self.settings = options.get("create")
        self.users: "WeakSet[Any]" = WeakSet()
        self._worker = of
        self._process = os.getpid()
        self._number = of.call("collection.open", options).value["collection"]

    @property
    def is_alive(self) -> bool:
        return self._process == os.getpid() and self._worker.is_alive

    def call(self, verb: str, sent: Dict[str, Any]) -> Any:
        if self._process != os.getpid():
            raise NeardupError("COLLECTION_CLOSED", f"{self.path} was opened by another process.", "Open it in this one.")
        return self._worker.call(verb, {"collection": self._number, **sent})

    def leave(self, user: Any) -> None:
        self.users.discard(user)
        if len(self.users) > 0:
            return
        for key, opened in list(_open.items()):
            if opened is self:
                del _open[key]
        if self.is_alive:
            self.call("collection.close", {})


def open_collection(user: Any, options: Dict[str, Any]) -> OpenCollection:
    of = worker()
    key = (os.path.realpath(options["path"]), options["readOnly"])
    opened = _open.get(key)
    if opened is None or not opened.is_alive or opened._worker is not of:
        opened = _open[key] = OpenCollection(of, options)
    elif options.get("create") and options["create"] != opened.settings:
        raise NeardupError(
            "BAD_OPTION", f"{opened.path} is open here with other settings.", "Close it first, or leave them out."
        )
    opened.users.add(user)
    return opened
