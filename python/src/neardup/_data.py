"""Documents as people have them in Python, as Arrow for the program, and what is kept in the type that came in."""

import os
import sys
from typing import Any, Callable, Iterator, List, Optional, Sequence

import pyarrow as pa

from ._datasets import of_datasets
from ._documents import ROWS_OF_A_BATCH, Documents, one_batch, several_types, whole
from ._errors import NeardupError


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
        return _of_column(
            _of_frame(data.to_frame(name="text")),
            lambda rows: data.iloc[rows],
            lambda texts: pandas.Series(texts, index=data.index, name=data.name),
        )
    return _of_frame(data) if isinstance(data, pandas.DataFrame) else None


def _table_of(part: Any) -> pa.Table:
    try:
        return pa.Table.from_pandas(part, preserve_index=False)
    except UnicodeEncodeError:
        return pa.Table.from_pandas(part.apply(lambda column: column.map(whole)), preserve_index=False)


def _of_frame(data: Any) -> Documents:
    # what is done to the frame later does not change which rows are kept
    data = data.copy(deep=False)
    named = {str(name): name for name in data.columns}
    if len(named) < len(data.columns):
        raise NeardupError("BAD_OPTION", "Two columns of the frame have the same name.", "Rename one.")

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for start in range(0, len(data), ROWS_OF_A_BATCH):
            part = data.iloc[start : start + ROWS_OF_A_BATCH][[named[name] for name in names]]
            try:
                yield one_batch(_table_of(part))
            except pa.ArrowException as error:
                raise several_types(error)

    def put(columns: dict) -> Any:
        made = data.copy(deep=False)
        for name, values in columns.items():
            made[named.get(name, name)] = values
        return made

    return Documents(batches, list(named), lambda rows: data.iloc[rows], put)


def _of_polars(data: Any) -> Optional[Documents]:
    import polars

    def of_frame(frame: Any) -> Documents:
        def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
            for part in frame.select(names).iter_slices(ROWS_OF_A_BATCH):
                yield one_batch(part.to_arrow())

        def put(columns: dict) -> Any:
            return frame.with_columns(**{name: polars.Series(values) for name, values in columns.items()})

        return Documents(batches, frame.columns, lambda rows: frame[rows], put)

    if isinstance(data, polars.LazyFrame):
        data = data.collect()
    if isinstance(data, polars.Series):
        return _of_column(
            of_frame(data.to_frame("text")), lambda rows: data[rows], lambda texts: polars.Series(data.name, texts)
        )
    return of_frame(data) if isinstance(data, polars.DataFrame) else None


def _of_pyarrow(data: Any) -> Optional[Documents]:
    if isinstance(data, pa.RecordBatch):
        return _of_table(pa.Table.from_batches([data]), one_batch)
    if isinstance(data, pa.RecordBatchReader):
        # a reader gives its batches once, and what is kept of them is asked for afterward
        return _of_table(data.read_all(), lambda table: table.to_reader())
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        table = pa.table({"text": data})
        return _of_column(
            _of_table(table, lambda made: made), lambda rows: _rows_of(table, rows)["text"], lambda texts: pa.array(texts)
        )
    return _of_table(data, lambda table: table) if isinstance(data, pa.Table) else None


def _of_numpy(data: Any) -> Optional[Documents]:
    import numpy

    if not isinstance(data, numpy.ndarray) or data.ndim != 1:
        return None
    return _of_column(_of_list(data.tolist()), lambda rows: data[rows], lambda texts: numpy.array(texts, dtype=data.dtype))


def _of_duckdb(data: Any) -> Optional[Documents]:
    import duckdb

    if not isinstance(data, duckdb.DuckDBPyRelation):
        return None
    table = data.arrow()
    table = table.read_all() if isinstance(table, pa.RecordBatchReader) else table
    return _of_table(table, duckdb.from_arrow)


def _of_table(table: pa.Table, back: Callable[[pa.Table], Any]) -> Documents:
    def put(columns: dict) -> Any:
        made = table
        for name, values in columns.items():
            if name not in table.column_names:
                made = made.append_column(name, pa.array(values))
                continue
            field = table.schema.field(name)
            made = made.set_column(table.column_names.index(name), field, pa.array(values).cast(field.type))
        return back(made)

    return Documents(
        lambda names: iter(table.select(names).to_batches(ROWS_OF_A_BATCH)),
        table.column_names,
        lambda rows: back(_rows_of(table, rows)),
        put,
    )


def _rows_of(table: pa.Table, rows: Sequence[int]) -> pa.Table:
    """Rows in their order. Each chunk of texts stays one, which may have as many bytes as an array can."""
    wanted = bytearray(table.num_rows)
    for row in rows:
        wanted[row] = 1
    try:
        return table.filter(pa.Array.from_buffers(pa.uint8(), len(wanted), [None, pa.py_buffer(wanted)]).cast(pa.bool_()))
    except pa.ArrowNotImplementedError:  # views, unions and others can be sliced, not filtered
        return pa.concat_tables([table.slice(0, 0), *(table.slice(row, 1) for row in rows)])


def _of_list(data: Sequence[Any]) -> Documents:
    data = list(data)  # what is done to it later does not count
    if all(isinstance(each, (str, type(None))) for each in data):
        return _of_column(
            _of_dicts([{"text": each} for each in data]), lambda rows: [data[row] for row in rows], lambda texts: texts
        )
    if all(isinstance(each, dict) for each in data):
        return _of_dicts(data)
    first = type(data[0])
    row, other = next((row, each) for row, each in enumerate(data) if type(each) is not first or first not in (str, dict))
    kinds = "a list of texts, or of dicts with a text each"
    raise NeardupError("BAD_OPTION", f"Expected {kinds}, got {type(other).__name__} at {row}.")


def _of_dicts(data: Sequence[dict]) -> Documents:
    columns = list(dict.fromkeys(name for row in data for name in row))

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for start in range(0, len(data), ROWS_OF_A_BATCH):
            part = data[start : start + ROWS_OF_A_BATCH]
            columns = {name: [row.get(name) for row in part] for name in names}
            try:
                try:
                    yield pa.RecordBatch.from_pydict(columns)
                except UnicodeEncodeError:
                    sound = {name: [whole(value) for value in values] for name, values in columns.items()}
                    yield pa.RecordBatch.from_pydict(sound)
            except pa.ArrowException as error:
                raise several_types(error)

    def put(added: dict) -> Any:
        return [{**row, **{name: values[i] for name, values in added.items()}} for i, row in enumerate(data)]

    return Documents(batches, columns or ["text"], lambda rows: [data[row] for row in rows], put)


def _of_column(
    table: Documents, take: Callable[[List[int]], Any], of_texts: Callable[[List[str]], Any]
) -> Documents:
    """A lone column of texts: rows of it are such a column, too, and so are other texts in it; more columns make a table."""
    put_columns = table.put

    def put(columns: dict) -> Any:
        return of_texts(columns["text"]) if list(columns) == ["text"] else put_columns(columns)

    table.take, table.put = take, put
    return table


_KINDS = [
    ("pandas", _of_pandas),
    ("polars", _of_polars),
    ("datasets", of_datasets),
    ("duckdb", _of_duckdb),
    ("pyarrow", _of_pyarrow),
    ("numpy", _of_numpy),
]
