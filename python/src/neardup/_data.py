"""Documents as people have them in Python, as Arrow for the program, and what is kept in the type that came in."""

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional, Sequence, Union

import pyarrow as pa

from ._errors import NeardupError

ROW = "neardup_row"
ROWS_OF_A_BATCH = 8192

Names = Union[str, Sequence[str]]


class Documents:
    """Documents in memory: a table of what the program needs, and how to take rows of what came in.

    The program knows a document by the number of its row, so that ids may be numbers, null or not unique.
    """

    def __init__(
        self,
        batches: Callable[[List[str]], Iterator[pa.RecordBatch]],
        columns: Sequence[str],
        take: Callable[[List[int]], Any],
        append: Optional[Callable[[dict], Any]] = None,
    ) -> None:
        self._batches = batches
        self.columns = list(columns)
        self.take = take
        self.append = append
        self.rows = 0
        self._ids: Optional[List[Any]] = None

    def write(
        self, path: str, names: List[str], texts: Sequence[str], id_column: Optional[str], prefix: str = ""
    ) -> None:
        """Writes the columns that the program needs, a batch at a time, and remembers the ids.

        @param texts The columns that have the text: they must hold texts.
        """
        for name in [*names, *([id_column] if id_column else [])]:
            self._check(name)
        ids: List[Any] = []
        writer = None
        self.rows = 0
        with pa.OSFile(path, "wb") as file:
            for batch in self._batches(list(dict.fromkeys([*names, *([id_column] if id_column else [])]))):
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

    def write_all(self, path: str, id_column: str) -> None:
        """Writes every column as it is, with ids as texts."""
        self._check(id_column)
        writer = None
        with pa.OSFile(path, "wb") as file:
            for batch in self._batches(self.columns):
                columns = [
                    column.cast(pa.string()) if name == id_column else _plain(column)
                    for name, column in zip(batch.schema.names, batch.columns)
                ]
                if writer is None:
                    schema = pa.schema([(name, part.type) for name, part in zip(batch.schema.names, columns)])
                    writer = pa.ipc.new_stream(file, schema)
                writer.write_batch(_batch(columns, schema))
            if writer is not None:
                writer.close()

    def id_of(self, row: int) -> Any:
        """The document's own id, or the number of its row if it has none."""
        return row if self._ids is None or self._ids[row] is None else self._ids[row]

    def _check(self, name: str) -> None:
        if name not in self.columns:
            near = ", ".join(f"`{column}`" for column in self.columns[:10]) or "none"
            raise NeardupError(
                "BAD_OPTION", f"There is no column `{name}`.", f"The columns are {near}.", option="text"
            )


def is_paths(data: Any) -> bool:
    """Whether files are named: a path, or several as `Path` objects. A list of strings is a list of texts."""
    if isinstance(data, (str, os.PathLike)):
        return True
    return isinstance(data, (list, tuple)) and len(data) > 0 and all(isinstance(each, os.PathLike) for each in data)


def paths_of(data: Any) -> List[str]:
    return [os.fspath(each) for each in ([data] if isinstance(data, (str, os.PathLike)) else data)]


def documents_of(data: Any) -> Documents:
    """What came in, by its type. Libraries that are not loaded cannot have made it, and are not loaded for it."""
    for module, make in _KINDS:
        if module in sys.modules:
            found = make(data)
            if found is not None:
                return found
    if isinstance(data, (list, tuple)):
        return _of_list(data)
    if hasattr(data, "__arrow_c_stream__"):
        return _of_table(pa.table(data), lambda table: table)
    kinds = "a DataFrame, an Arrow table, a Dataset, a DuckDB relation, a list, or a path"
    raise NeardupError("BAD_OPTION", f"Expected documents as {kinds}, got {type(data).__name__}.")


def _of_pandas(data: Any) -> Optional[Documents]:
    import pandas

    if isinstance(data, pandas.Series):
        data = data.to_frame(name="text")
        return _with(_of_pandas(data), lambda frame: frame["text"])
    if not isinstance(data, pandas.DataFrame):
        return None
    if not data.columns.is_unique:
        raise NeardupError("BAD_OPTION", "Two columns of the frame have the same name.", "Rename one.")

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for start in range(0, len(data), ROWS_OF_A_BATCH):
            part = data.iloc[start : start + ROWS_OF_A_BATCH][names]
            try:
                yield _one(pa.Table.from_pandas(part, preserve_index=False))
            except pa.ArrowException as error:
                raise NeardupError("BAD_OPTION", f"A column has values of several types: {error}.", "Make them one type.")

    def append(columns: dict) -> Any:
        return data.assign(**columns)

    return Documents(batches, [str(name) for name in data.columns], lambda rows: data.iloc[rows], append)


def _of_polars(data: Any) -> Optional[Documents]:
    import polars

    if isinstance(data, polars.LazyFrame):
        data = data.collect()
    if isinstance(data, polars.Series):
        return _with(_of_polars(data.to_frame("text")), lambda frame: frame["text"])
    if not isinstance(data, polars.DataFrame):
        return None

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for part in data.select(names).iter_slices(ROWS_OF_A_BATCH):
            yield _one(part.to_arrow())

    def append(columns: dict) -> Any:
        return data.with_columns(**{name: polars.Series(values) for name, values in columns.items()})

    return Documents(batches, data.columns, lambda rows: data[rows], append)


def _of_pyarrow(data: Any) -> Optional[Documents]:
    if isinstance(data, pa.RecordBatch):
        return _of_table(pa.Table.from_batches([data]), lambda table: _one(table))
    if isinstance(data, pa.RecordBatchReader):
        # a reader gives its batches once, and what is kept of them is asked for afterward
        return _of_table(data.read_all(), lambda table: table.to_reader())
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        return _with(_of_table(pa.table({"text": data}), lambda table: table), lambda table: table["text"])
    return _of_table(data, lambda table: table) if isinstance(data, pa.Table) else None


def _of_datasets(data: Any) -> Optional[Documents]:
    import datasets

    if isinstance(data, (datasets.DatasetDict, datasets.IterableDatasetDict)):
        raise NeardupError(
            "BAD_OPTION",
            f"Expected one dataset, got {len(data)} splits: {', '.join(map(str, data))}.",
            "Choose one, as data['train'], or join them with datasets.concatenate_datasets.",
        )
    if isinstance(data, datasets.IterableDataset):
        return _of_iterable_dataset(data)
    if not isinstance(data, datasets.Dataset):
        return None

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for part in data.select_columns(names).with_format("arrow").iter(ROWS_OF_A_BATCH):
            yield _one(part)

    def append(columns: dict) -> Any:
        made = data
        for name, values in columns.items():
            made = made.add_column(name, values)
        return made

    return Documents(batches, data.column_names, data.select, append)


def _of_iterable_dataset(data: Any) -> Documents:
    columns = data.column_names
    if columns is None:
        columns = list(next(iter(data), {}))

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for part in data.iter(ROWS_OF_A_BATCH):
            yield pa.RecordBatch.from_pydict({name: part[name] for name in names})

    def take(rows: List[int]) -> Any:
        kept = set(rows)
        return data.filter(lambda _, row: row in kept, with_indices=True)

    return Documents(batches, columns, take)


def _of_duckdb(data: Any) -> Optional[Documents]:
    import duckdb

    if not isinstance(data, duckdb.DuckDBPyRelation):
        return None
    table = data.arrow()
    table = table.read_all() if isinstance(table, pa.RecordBatchReader) else table
    return _of_table(table, duckdb.from_arrow)


def _of_table(table: pa.Table, back: Callable[[pa.Table], Any]) -> Documents:
    def append(columns: dict) -> Any:
        made = table
        for name, values in columns.items():
            made = made.append_column(name, pa.array(values))
        return back(made)

    return Documents(
        lambda names: iter(table.select(names).to_batches(ROWS_OF_A_BATCH)),
        table.column_names,
        lambda rows: back(table.take(pa.array(rows, pa.int64()))),
        append,
    )


def _of_list(data: Sequence[Any]) -> Documents:
    if all(isinstance(each, str) for each in data):
        rows: Sequence[dict] = [{"text": each} for each in data]
    elif all(isinstance(each, dict) for each in data):
        rows = data
    else:
        raise NeardupError("BAD_OPTION", "Expected a list of texts, or of dicts with a text each, got a mixed list.")
    columns = list(dict.fromkeys(name for row in rows for name in row))

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for start in range(0, len(rows), ROWS_OF_A_BATCH):
            part = rows[start : start + ROWS_OF_A_BATCH]
            yield pa.RecordBatch.from_pydict({name: [row.get(name) for row in part] for name in names})

    def append(added: dict) -> Any:
        return [{**row, **{name: values[i] for name, values in added.items()}} for i, row in enumerate(rows)]

    return Documents(batches, columns or ["text"], lambda kept: [data[row] for row in kept], append)


def _with(documents: Optional[Documents], back: Callable[[Any], Any]) -> Documents:
    """Takes rows of what the documents were made of, not of the frame made for them."""
    assert documents is not None
    take = documents.take
    documents.take = lambda rows: back(take(rows))
    return documents


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
        raise NeardupError("BAD_OPTION", f"A column has values of several types: {error}.", "Make them one type.")
    return pa.RecordBatch.from_arrays(cast, schema=schema)


def _one(table: pa.Table) -> pa.RecordBatch:
    """A small table as one batch."""
    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)


_KINDS = [
    ("pandas", _of_pandas),
    ("polars", _of_polars),
    ("datasets", _of_datasets),
    ("duckdb", _of_duckdb),
    ("pyarrow", _of_pyarrow),
]


@contextmanager
def temporary(ending: str) -> Iterator[str]:
    """The path of a file that nobody else reads, gone afterward."""
    with tempfile.TemporaryDirectory(prefix="neardup-") as folder:
        yield str(Path(folder) / f"documents{ending}")
