"""Documents in memory: what the program needs of them goes to it as Arrow, a batch at a time."""

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional, Sequence

import pyarrow as pa

from ._errors import NeardupError

ROW = "neardup_row"
ROWS_OF_A_BATCH = 8192


class Documents:
    """Documents in memory: a table of what the program needs, and how to take rows of what came in.

    The program knows a document by the number of its row, so that ids may be numbers, null or not unique. ``put`` gives what came in with more
    columns, or with other values in a column that it has.
    """

    def __init__(
        self,
        batches: Callable[[List[str]], Iterator[pa.RecordBatch]],
        columns: Sequence[str],
        take: Callable[[List[int]], Any],
        put: Callable[[dict], Any],
    ) -> None:
        self.batches = batches
        self.columns = list(columns)
        self.take = take
        self.put = put
        self.rows = 0
        self._ids: Optional[List[Any]] = None

    def write(
        self, path: str, names: List[str], texts: Sequence[str], id_column: Optional[str], prefix: str = ""
    ) -> None:
        """Writes the columns that the program needs, a batch at a time, and remembers the ids.

        @param texts The columns that have the text: they must hold texts.
        """
        self.expect(names, "text")
        self.expect([id_column] if id_column else [], "id")
        ids: List[Any] = []
        writer = None
        self.rows = 0
        with pa.OSFile(path, "wb") as file:
            for batch in self.batches(list(dict.fromkeys([*names, *([id_column] if id_column else [])]))):
                if id_column is not None:
                    ids.extend(batch.column(batch.schema.get_field_index(id_column)).to_pylist())
                numbers = range(self.rows, self.rows + batch.num_rows)
                rows = pa.array([f"{prefix}{row}" for row in numbers], pa.string())
                sent = [rows, *(_plain(batch.column(batch.schema.get_field_index(name))) for name in names)]
                if writer is None:
                    schema = pa.schema([(name, part.type) for name, part in zip([ROW, *names], sent)])
                    for name in texts:
                        _refuse_numbers(schema.field(name))
                    writer = pa.ipc.new_stream(file, schema)
                writer.write_batch(_batch(sent, schema))
                self.rows += batch.num_rows
            if writer is None:
                schema = pa.schema([(name, pa.string()) for name in [ROW, *names]])
                writer = pa.ipc.new_stream(file, schema)
            writer.close()
        self._ids = ids if id_column is not None else None

    def write_all(self, path: str, texts: Sequence[str], id_column: str) -> None:
        """Writes every column as it is, with ids as texts and the numbers of the rows, and remembers the ids."""
        self.expect(texts, "text")
        self.expect([id_column], "id")
        names = [name for name in self.columns if name != ROW]
        at = names.index(id_column)
        ids: List[Any] = []
        schema = None
        self.rows = 0
        with pa.OSFile(path, "wb") as file:
            for batch in self.batches(names):
                columns = [_plain(batch.column(batch.schema.get_field_index(name))) for name in names]
                ids.extend(columns[at].to_pylist())
                columns[at] = columns[at].cast(pa.string())
                numbers = range(self.rows, self.rows + batch.num_rows)
                columns.append(pa.array([str(row) for row in numbers], pa.string()))
                self.rows += batch.num_rows
                if schema is None:
                    schema = pa.schema([(name, part.type) for name, part in zip([*names, ROW], columns)])
                    for name in texts:
                        _refuse_numbers(schema.field(name))
                    writer = pa.ipc.new_stream(file, schema)
                writer.write_batch(_batch(columns, schema))
            if schema is None:
                writer = pa.ipc.new_stream(file, pa.schema([(name, pa.string()) for name in [*names, ROW]]))
            writer.close()
        self._ids = ids

    def id_of(self, row: int) -> Any:
        """The document's own id, or the number of its row if it has none."""
        return row if self._ids is None or self._ids[row] is None else self._ids[row]

    def expect(self, names: Sequence[str], option: str) -> None:
        """Refuses a column that is not there. @param option What names it."""
        for name in names:
            if name not in self.columns:
                near = ", ".join(f"`{column}`" for column in self.columns[:10]) or "none"
                raise NeardupError("BAD_OPTION", f"There is no column `{name}`.", f"The columns are {near}.", option)


def _refuse_numbers(field: pa.Field) -> None:
    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    if str(kind) not in ("string", "large_string", "string_view"):
        raise NeardupError(
            "BAD_OPTION",
            f"Expected texts in column `{field.name}`, got {field.type}.",
            "Name the column of the text, or convert it first.",
            "text",
        )


def _plain(column: pa.Array) -> pa.Array:
    """A column of nulls alone is one of texts: later batches may have some."""
    return column.cast(pa.string()) if pa.types.is_null(column.type) else column


def _batch(columns: List[pa.Array], schema: pa.Schema) -> pa.RecordBatch:
    """A batch with the types of the first one."""
    try:
        cast = [each.cast(field.type) for each, field in zip(columns, schema)]
    except pa.ArrowException as error:
        raise several_types(error)
    return pa.RecordBatch.from_arrays(cast, schema=schema)


def several_types(error: pa.ArrowException) -> NeardupError:
    said = ". ".join(str(each) for each in error.args)
    return NeardupError("BAD_OPTION", f"A column has values of several types: {said}.", "Make them one type.")


def whole(value: Any) -> Any:
    """A text without halves of surrogate pairs, which no encoding has; anything else as it is."""
    if not isinstance(value, str) or value.isascii():
        return value
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_batch(table: pa.Table) -> pa.RecordBatch:
    """A small table as one batch."""
    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)


@contextmanager
def temporary(ending: str) -> Iterator[str]:
    """The path of a file that nobody else reads, gone afterward."""
    with tempfile.TemporaryDirectory(prefix="neardup-") as folder:
        yield str(Path(folder) / f"documents{ending}")
