"""A collection that lasts: documents are added, and asked for, for years."""

import os
from typing import Any, Dict, Iterable, List, Optional

from ._data import is_paths, paths_of
from ._documents import ROW, temporary
from ._errors import NeardupError
from ._results import Compared, Results
from ._run import Run, camel
from ._worker import Worker, worker


class Collection:
    """A folder with a collection of documents. It is made if it is not there; `settings` are decided then.

    >>> with neardup.Collection("seen.nd") as seen:
    ...     seen.add([{"id": "a", "text": "One text."}])
    ...     seen.check("One text!")
    """

    def __init__(self, path: Any, *, read_only: bool = False, create: bool = True, **settings: Any) -> None:
        self.path = os.fspath(path)
        options: Dict[str, Any] = {"path": self.path, "readOnly": read_only}
        if create and not read_only:
            options["create"] = {camel(name): value for name, value in settings.items()}
        elif settings:
            raise NeardupError(
                "BAD_OPTION", "Settings are decided when a collection is made.", "Leave them out.", next(iter(settings))
            )
        self._worker: Optional[Worker] = worker()
        self._process = os.getpid()
        self._number = self._worker.call("collection.open", options).value["collection"]

    def add(self, documents: Any, *, text: Any = None, id: Optional[str] = None, **options: Any) -> Results:
        """Adds documents: what became of each (`added`, `unchanged`, `duplicate` …), with its evidence."""
        if is_paths(documents):
            reading = _camel({"text_field": text, "id_field": id})
            answer = self._call("collection.addFrom", {"input": paths_of(documents), "reading": reading, **_camel(options)})
            return Results(answer.rows, answer.value["summary"], answer.problems)
        run = Run(documents, text, id, {})
        table = run.documents
        assert table is not None
        names = run._text_columns(table)
        id_column = run._id_column(table)
        if id_column is None:
            raise NeardupError("BAD_OPTION", "Documents of a collection need ids.", "Name their column: id='…'.", "id")
        with temporary(".arrows") as path:
            table.write_all(path, id_column)
            given = {"path": path, "rows": ROW, "texts": ",".join(names), "ids": id_column}
            answer = self._call("collection.add", {"documents": given, **_camel(options)})
        return Results(answer.rows, answer.value["summary"], answer.problems)

    def check(self, *texts: Any, **options: Any) -> Results:
        """For each text (or document with an `id`): the stored documents that it is a near-duplicate of."""
        queries = [{"text": each} if isinstance(each, str) else each for each in texts]
        if not all("text" in each for each in queries):
            answer = self._call("collection.check", {"queries": queries, **_camel(options)})
            return Results(answer.rows, {}, answer.problems)
        run = Run(queries, "text", None, {})
        table = run.documents
        assert table is not None
        names = [name for name in ("text", "lang") if name in table.columns]
        with temporary(".arrows") as path:
            table.write(path, names, ["text"], None)
            given = {"path": path, "rows": ROW, "texts": "text"}
            answer = self._call("collection.checkFrom", {"documents": given, **_camel(options)})
        return Results(_in_order(answer.rows, queries), {}, answer.problems)

    def remove(self, ids: Iterable[str]) -> Results:
        answer = self._call("collection.remove", {"ids": [ids] if isinstance(ids, str) else list(ids)})
        return Results(answer.rows, {}, answer.problems)

    def sources(self, text: str, *, html: bool = False, **options: Any) -> Compared:
        """The documents that share passages with a text. The collection needs `indexes=['passages']`."""
        answer = self._call("collection.sources", {"query": {"text": text}, "html": html, **_camel(options)})
        return Compared(answer.value["comparisons"], answer.value.get("html"))

    def search(self, query: str, **options: Any) -> Results:
        """The documents most like a text. The collection needs `indexes=['search']`."""
        answer = self._call("collection.search", {"query": query, **_camel(options)})
        return Results(answer.value["results"], {}, answer.problems)

    def get(self, id: str) -> Optional[dict]:
        return self._call("collection.get", {"id": id}).value

    def info(self) -> dict:
        return self._call("collection.info", {}).value

    def close(self) -> None:
        """Closes it. What was added is safe before `add` returns."""
        if self._worker is not None and self._process == os.getpid() and self._worker.is_alive:
            self._call("collection.close", {})
        self._worker = None

    def __enter__(self) -> "Collection":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def _call(self, verb: str, given: Dict[str, Any]):
        if self._worker is None:
            raise NeardupError("COLLECTION_CLOSED", f"{self.path} is closed.", "Open it again.")
        if self._process != os.getpid():
            raise NeardupError("COLLECTION_CLOSED", f"{self.path} was opened by another process.", "Open it in this one.")
        return self._worker.call(verb, {"collection": self._number, **given})


def _camel(options: Dict[str, Any]) -> Dict[str, Any]:
    return {camel(name): value for name, value in options.items() if value is not None}


def _in_order(answers: List[dict], queries: List[dict]) -> List[dict]:
    """An answer for each query, with the ids that they have."""
    found = {answer.pop("id"): answer for answer in answers}
    for row, query in enumerate(queries):
        answer = found.get(str(row))
        if answer is None:
            raise NeardupError("BAD_OPTION", f"Expected texts of at most 100 MB to check, got another one at {row}.")
        for pair in answer["pairs"]:
            pair["a"] = query.get("id", "")
    return [found[str(row)] for row in range(len(queries))]
