"""Runs of the verbs: documents go to the program as Arrow, and what it found comes back with the ids of the documents."""

import sys
from contextlib import ExitStack
from typing import Any, Dict, List, Optional

from ._data import documents_of, is_paths, paths_of
from ._documents import ROW, Documents, temporary
from ._errors import NeardupError
from ._options import camel, given
from ._progress import progress_bar
from ._worker import Answer, worker

TEXT_COLUMNS = ("text", "content", "body", "article")
REFERENCE = "r"

Given = Dict[str, Any]


class Run:
    """A call with its documents: an input, perhaps a reference, and the options by the names of the library."""

    def __init__(self, data: Any, text: Any, id: Optional[str], options: Given) -> None:
        self.text = text
        self.options = given(options)
        self.id = id
        self.documents: Optional[Documents] = None if is_paths(data) else documents_of(data)
        self._data = data
        self.reference: Optional[Documents] = None

    def call(self, verb: str, against: Any = None, progress: Optional[bool] = None, **more: Any) -> Answer:
        with ExitStack() as stack:
            call: Given = {**self.options, **more}
            if self.documents is None:
                call["input"] = paths_of(self._data)
                call.update(self._fields_of_paths())
            else:
                call["input"] = stack.enter_context(self._written(self.documents, self.text, ""))
                call.update(textField=",".join(self._text_columns(self.documents)), idField=ROW)
            if against is not None:
                call.update(self._against(against, stack))
            answer = worker().call(verb, call, stack.enter_context(progress_bar(verb, progress)))
        for problem in answer.problems:
            # the files in which documents went are gone
            for place, name in (("input", "row"), ("against", "againstRow")):
                if isinstance(call.get(place), str) and problem["source"] == call[place]:
                    del problem["source"]
                    problem.update({} if "line" not in problem else {name: problem.pop("line") - 1})
                    break
        return answer

    def id_of(self, given: str) -> Any:
        """The id of a document as its owner has it."""
        documents, row = self._place_of(given)
        return given if documents is None else documents.id_of(row)

    def row_of(self, given: str) -> Optional[int]:
        """The number of its row, if it came from memory and not from a reference."""
        documents, row = self._place_of(given)
        return row if documents is not None and documents is self.documents else None

    def _place_of(self, given: str):
        if given.startswith(REFERENCE) and self.reference is not None:
            return self.reference, int(given[len(REFERENCE) :])
        return (None, 0) if self.documents is None or not given.isdigit() else (self.documents, int(given))

    def _written(self, documents: Documents, text: Any, prefix: str):
        texts = self._text_columns(documents, text)
        documents.expect(texts, "text")
        return _written(documents, self._columns(documents, texts), texts, self._id_column(documents), prefix)

    def _columns(self, documents: Documents, texts: List[str]) -> List[str]:
        named = [*texts, *self._other_columns()]
        if "lang" in documents.columns:
            named.append("lang")
        return [name for name in dict.fromkeys(named) if name != ROW]

    def _text_columns(self, documents: Documents, text: Any = None) -> List[str]:
        text = self.text if text is None else text
        if text is not None:
            return [text] if isinstance(text, str) else list(text)
        for name in TEXT_COLUMNS:
            if name in documents.columns:
                return [name]
        raise NeardupError(
            "BAD_OPTION",
            f"Expected a column {', '.join(TEXT_COLUMNS)}, got {', '.join(documents.columns[:10]) or 'none'}.",
            "Name the column of the text: text='…'",
            "text",
        )

    def _other_columns(self) -> List[str]:
        """Columns that options name: `keep='max:date'`, `within='date:7d'`, `unique_by='url'`, `fields='title,date'`."""
        assert self.documents is not None
        keep = str(self.options.get("keep", ""))
        named = [
            *([("keep", keep[4:])] if keep.startswith(("max:", "min:")) else []),
            *[(name, self.options[camel(name)].split(":")[0]) for name in ("within", "unique_by") if camel(name) in self.options],
            *[("fields", name.strip()) for name in str(self.options.get("fields", "")).split(",") if name.strip()],
        ]
        found = []
        for option, name in named:
            column = name if name in self.documents.columns else name.split(".")[0]
            self.documents.expect([column], option)
            found.append(column)
        return found

    def _id_column(self, documents: Documents) -> Optional[str]:
        if self.id is not None and (documents is self.documents or self.id in documents.columns):
            return self.id
        return "id" if "id" in documents.columns else None

    def _against(self, against: Any, stack: ExitStack) -> Given:
        if is_paths(against):
            return {"against": paths_of(against)}
        self.reference = documents_of(against)
        reference, id_column = self.reference, self._id_column(self.reference)
        texts = self._item_columns(reference) or self._text_columns(reference)
        suite = self.options.get("suiteField")
        reference.expect([suite] if suite else [], "suite_field")
        names = list(dict.fromkeys([*texts, *([suite] if suite else [])]))
        return {"against": stack.enter_context(_written(reference, names, texts, id_column, REFERENCE))}

    def _item_columns(self, reference: Documents) -> List[str]:
        """The columns that the text of an item is in: `item_fields='question,answer'`."""
        named = [name.strip().split(".")[0] for name in str(self.options.get("itemFields", "")).split(",")]
        columns = [name for name in dict.fromkeys(named) if name]
        reference.expect(columns, "item_fields")
        return columns

    def _fields_of_paths(self) -> Given:
        text = self.text if self.text is None or isinstance(self.text, str) else ",".join(self.text)
        return {name: value for name, value in (("textField", text), ("idField", self.id)) if value is not None}


class _written:
    """Documents as an Arrow file while a call needs it."""

    def __init__(
        self, documents: Documents, names: List[str], texts: List[str], id_column: Optional[str], prefix: str
    ) -> None:
        self._documents = documents
        self._arguments = (names, texts, id_column, prefix)

    def __enter__(self) -> str:
        self._file = temporary(".arrows")
        path = self._file.__enter__()
        try:
            self._documents.write(path, *self._arguments)
        except BaseException:
            self._file.__exit__(*sys.exc_info())
            raise
        return path

    def __exit__(self, *error: Any) -> None:
        self._file.__exit__(*error)
