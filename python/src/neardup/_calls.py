"""What each verb does with its documents and its answer. The functions that people call are in ``_verbs``."""

import os
from typing import Any, Dict, List, Optional

import pyarrow as pa

from ._data import documents_of
from ._documents import ROW, temporary
from ._errors import NeardupError
from ._options import given
from ._results import Compared, Kept, Results, no_rows
from ._run import Run
from ._worker import worker

IDS = ("id", "keptId", "a", "b", "kept", "a_id", "b_id", "item")


def dedup(data: Any, text: Any, id: Any, against: Any, progress: Any, options: Dict[str, Any]) -> Kept:
    run = Run(data, text, id, options)
    answer = run.call("dedup", against, progress)
    gone = {run.row_of(row["id"]) for row in answer.rows}
    removed = [_owned(run, row) for row in answer.rows]

    def kept() -> Any:
        if run.documents is None:
            return options.get("output") or no_rows()
        return run.documents.take([row for row in range(run.documents.rows) if row not in gone])

    return Kept(removed, answer.value["summary"], answer.problems, kept, "dedup")


def listing(verb: str, data: Any, text: Any, id: Any, progress: Any, options: Dict[str, Any]) -> Results:
    """``pairs``, ``groups`` and ``fingerprint``."""
    run = Run(data, text, id, options)
    answer = run.call(verb, progress=progress)
    return Results([_owned(run, row) for row in answer.rows], answer.value["summary"], answer.problems)


def annotate(data: Any, text: Any, id: Any, prefix: str, progress: Any, options: Dict[str, Any]) -> Any:
    """All documents, with the columns that ``dedup --annotate`` writes."""
    run = Run(data, text, id, {**options, "annotate_prefix": prefix})
    documents = _in_memory(run)
    with temporary(".arrow") as path:
        run.call("dedup", progress=progress, annotate=path)
        table = _read(path)
    names = [name for name in table.column_names if name.startswith(prefix)]
    taken = [name for name in names if name in documents.columns]
    if taken:
        raise NeardupError(
            "BAD_OPTION", f"The documents have a column `{taken[0]}`.", "Choose other names: prefix='dup.'", "prefix"
        )
    columns: Dict[str, List[Any]] = {name: [None] * documents.rows for name in names}
    rows = [int(row) for row in table.column(ROW).to_pylist()]
    for name in names:
        for row, value in zip(rows, table.column(name).to_pylist()):
            is_id = name == f"{prefix}keptId" and value is not None
            columns[name][row] = run.id_of(value) if is_id else value
    return documents.put(columns)


def trim(data: Any, text: Any, id: Any, against: Any, progress: Any, options: Dict[str, Any]) -> Kept:
    return _cut("trim", data, text, id, against, progress, options)


def decontaminate(data: Any, text: Any, id: Any, against: Any, progress: Any, options: Dict[str, Any]) -> Kept:
    if options.get("action") in (None, "report"):
        run = Run(data, text, id, options)
        answer = run.call("decontaminate", against, progress)
        found = [_owned(run, row) for row in answer.rows]
        return Kept(found, answer.value["summary"], answer.problems, lambda: data, "decontaminate")
    return _cut("decontaminate", data, text, id, against, progress, options)


def _cut(verb: str, data: Any, text: Any, id: Any, against: Any, progress: Any, options: Dict[str, Any]) -> Kept:
    """Verbs that change texts: they are read back, and put in the place of the old ones."""
    run = Run(data, text, id, options)
    if run.documents is None:
        answer = run.call(verb, against, progress)
        rows = [_owned(run, row) for row in answer.rows]
        return Kept(rows, answer.value["summary"], answer.problems, lambda: options.get("output") or no_rows(), verb)
    documents = run.documents
    with temporary(".arrow") as path:
        answer = run.call(verb, against, progress, output=path)
        table = _read(path)
    names = [name for name in table.column_names if name in run._text_columns(documents)]
    rows = [int(row) for row in table.column(ROW).to_pylist()]

    def kept() -> Any:
        return documents_of(documents.take(rows)).put({name: table.column(name).to_pylist() for name in names})

    found = [_owned(run, row) for row in answer.rows]
    return Kept(found, answer.value["summary"], answer.problems, kept, verb)


def compare(a: Any, sources: List[Any], html: bool, options: Dict[str, Any]) -> Compared:
    texts = {"a": _compared(a, "A"), "sources": [_compared(each, f"B{i + 1}") for i, each in enumerate(sources)]}
    answer = worker().call("compare", {**texts, **given(options), "html": html})
    return Compared(answer.value["comparisons"], answer.value.get("html"))


def search(queries: Any, data: Any, text: Any, id: Any, progress: Any, options: Dict[str, Any]) -> Results:
    run = Run(data, text, id, options)
    asked = [queries] if isinstance(queries, str) else list(queries)
    answer = run.call("search", progress=progress, queries=asked)
    return Results([_owned(run, row) for row in answer.rows], answer.value["summary"], answer.problems)


def _compared(document: Any, name: str) -> Any:
    """A text is given as such; a path as a Path, or an open document as a dict."""
    if isinstance(document, str):
        return {"id": name, "text": document}
    if isinstance(document, dict):
        return document
    if isinstance(document, os.PathLike):
        return os.fspath(document)
    kinds = "a text, a Path, or a dict with a text"
    raise NeardupError("BAD_OPTION", f"Expected {kinds}, got {type(document).__name__}.", "Compare one text with others.")


def _owned(run: Run, row: Any) -> Any:
    """A result with the ids of the owner, and the rows of documents that are in memory."""
    if not isinstance(row, dict):
        return row
    owned: Dict[str, Any] = {}
    for name, value in row.items():
        if name in IDS and isinstance(value, str):
            owned[name] = run.id_of(value)
            number: Optional[int] = run.row_of(value)
            if number is not None and name in ("id", "keptId", "a", "b"):
                owned["row" if name == "id" else f"{name.replace('Id', '')}Row"] = number
        elif name == "suite" and run.reference is not None and "suiteField" not in run.options:
            continue  # the name of the file that it went in
        elif isinstance(value, list):
            owned[name] = [_owned(run, each) for each in value]
        elif isinstance(value, dict) and "id" in value:
            owned[name] = _owned(run, value)
        else:
            owned[name] = value
    return owned


def _in_memory(run: Run) -> Any:
    if run.documents is None:
        raise NeardupError(
            "BAD_OPTION",
            "Columns are added to a table, a frame, a dataset or a list.",
            "For files: dedup(paths, annotate='all.parquet').",
        )
    return run.documents


def _read(path: str) -> pa.Table:
    with pa.OSFile(path, "rb") as file:
        magic = file.read(6)
        file.seek(0)
        return pa.ipc.open_file(file).read_all() if magic == b"ARROW1" else pa.ipc.open_stream(file).read_all()
