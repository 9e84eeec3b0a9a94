"""A collection that lasts: documents are added, and asked for, for years."""

import os
from typing import Any, Dict, Iterable, List, Optional, Union

from ._data import is_paths, paths_of
from ._documents import ROW, Documents, temporary
from ._errors import NeardupError
from ._open_collections import OpenCollection, open_collection
from ._options import given, index_names
from ._results import Compared, Results
from ._run import Run


class Collection:
    """A folder with a collection of documents. It is made if it is not there, unless `create=False`; `settings` are decided then.

    >>> with neardup.Collection("seen.nd") as seen:
    ...     seen.add([{"id": "a", "text": "One text."}])
    ...     seen.check("One text!")
    """

    def __init__(self, path: Any, *, read_only: bool = False, create: bool = True, **settings: Any) -> None:
        self.path = os.fspath(path)
        settings = given({**settings, "indexes": index_names(settings.get("indexes"))})
        options: Dict[str, Any] = {"path": self.path, "readOnly": read_only}
        if create and not read_only:
            options["create"] = settings
        elif settings:
            raise NeardupError(
                "BAD_OPTION", "Settings are decided when a collection is made.", "Leave them out.", next(iter(settings))
            )
        self._open: Optional[OpenCollection] = open_collection(self, options)

    def add(self, documents: Any, *, text: Any = None, id: Optional[str] = None, **options: Any) -> Results:
        """Adds documents: what became of each (`added`, `unchanged`, `duplicate` …), with its evidence."""
        if is_paths(documents):
            reading = given({"text_field": text, "id_field": id})
            answer = self._call("collection.addFrom", {"input": paths_of(documents), "reading": reading, **given(options)})
            return Results(answer.rows, answer.value["summary"], answer.problems)
        run = Run(documents, text, id, {})
        table = _in_memory(run)
        names = run._text_columns(table)
        id_column = run._id_column(table)
        if id_column is None:
            raise NeardupError("BAD_OPTION", "Documents of a collection need ids.", "Name their column: id='…'.", "id")
        with temporary(".arrows") as path:
            table.write_all(path, names, id_column)
            sent = {"path": path, "rows": ROW, "texts": ",".join(names), "ids": id_column}
            answer = self._call("collection.add", {"documents": sent, **given(options)})
        for row, each in enumerate(answer.rows):
            if each["state"] == "failed":
                each["id"] = table.id_of(row)
        return Results(answer.rows, answer.value["summary"], answer.problems)

    def check(self, *texts: Any, text: Any = None, id: Optional[str] = None, **options: Any) -> Results:
        """For each text, or stored document with an `id`: the stored documents that it is a near-duplicate of.

        `texts` are texts and dicts, or one frame, table, dataset or list of them.
        """
        first = texts[0] if len(texts) == 1 else None
        if first is not None and not isinstance(first, (str, dict)):
            run = Run(first, text, id, {})
        else:
            queries = [{"text": each} if isinstance(each, str) else each for each in texts]
            if not all(isinstance(each, dict) for each in queries):
                raise NeardupError("BAD_OPTION", "Expected texts, or one frame, table or list of them, got several.")
            if not all("text" in each for each in queries):
                answer = self._call("collection.check", {"queries": queries, **given(options)})
                return Results(answer.rows, {}, answer.problems)
            run = Run(queries, text, id, {})
        table = _in_memory(run)
        names = run._text_columns(table)
        columns = list(dict.fromkeys([*names, *(["lang"] if "lang" in table.columns else [])]))
        with temporary(".arrows") as path:
            table.write(path, columns, names, run._id_column(table))
            sent = {"path": path, "rows": ROW, "texts": ",".join(names)}
            answer = self._call("collection.checkFrom", {"documents": sent, **given(options)})
        return Results(_in_order(answer.rows, table), {}, answer.problems)

    def remove(self, ids: Union[str, Iterable[str]]) -> Results:
        answer = self._call("collection.remove", {"ids": [ids] if isinstance(ids, str) else list(ids)})
        return Results(answer.rows, {}, answer.problems)

    def sources(self, text: str, *, html: bool = False, **options: Any) -> Compared:
        """The documents that share passages with a text. The collection needs `indexes='passages'`."""
        answer = self._call("collection.sources", {"query": {"text": text}, "html": html, **given(options)})
        return Compared(answer.value["comparisons"], answer.value.get("html"))

    def search(self, query: str, **options: Any) -> Results:
        """The documents most like a text. The collection needs `indexes='search'`."""
        answer = self._call("collection.search", {"query": query, **given(options)})
        return Results(answer.value["results"], {}, answer.problems)

    def merge(self, *, indexes: Union[str, List[str], None] = None) -> Dict[str, Any]:
        """Brings the files of the collection in order. `indexes` are all that it has from then on: `all`, `passages`, `search`."""
        return self._call("collection.merge", given({"indexes": index_names(indexes)})).value

    def get(self, id: str) -> Optional[Dict[str, Any]]:
        return self._call("collection.get", {"id": id}).value

    def info(self) -> Dict[str, Any]:
        return self._call("collection.info", {}).value

    def close(self) -> None:
        """Closes it. What was added is safe before `add` returns."""
        if self._open is not None:
            self._open.leave(self)
        self._open = None

    def __enter__(self) -> "Collection":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def _call(self, verb: str, sent: Dict[str, Any]) -> Any:
        if self._open is None:
            raise NeardupError("COLLECTION_CLOSED", f"{self.path} is closed.", "Open it again.")
        return self._open.call(verb, sent)


def _in_memory(run: Run) -> Documents:
    if run.documents is None:
        raise NeardupError("BAD_OPTION", "Expected texts, got paths.", "Read the texts first.")
    return run.documents


def _in_order(answers: List[Dict[str, Any]], table: Documents) -> List[Dict[str, Any]]:
    """An answer for each text, with the ids that they have."""
    found = {answer.pop("id"): answer for answer in answers}
    for row in range(table.rows):
        answer = found.get(str(row))
        if answer is None:
            raise NeardupError("BAD_OPTION", f"Expected a text of at most 100 MB at {row}, got none, or a longer one.")
        for pair in answer["pairs"]:
            pair["a"] = table.id_of(row)
    return [found[str(row)] for row in range(table.rows)]
