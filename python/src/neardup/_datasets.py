"""Datasets of Hugging Face: whole ones, ones that are read as they come, and dictionaries of splits."""

from typing import Any, Dict, Iterator, List, Optional

import pyarrow as pa

from ._documents import ROWS_OF_A_BATCH, Documents, one_batch
from ._errors import NeardupError


def of_datasets(data: Any) -> Optional[Documents]:
    import datasets

    if isinstance(data, (datasets.DatasetDict, datasets.IterableDatasetDict)):
        return _of_splits(data)
    if isinstance(data, datasets.IterableDataset):
        return _of_iterable_dataset(data)
    return _of_dataset(data) if isinstance(data, datasets.Dataset) else None


def _of_dataset(data: Any) -> Documents:
    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for part in data.select_columns(names).with_format("arrow").iter(ROWS_OF_A_BATCH):
            yield one_batch(part)

    def put(columns: dict) -> Any:
        made = data
        for name, values in columns.items():
            if name not in data.column_names:
                made = made.add_column(name, values)
                continue
            made = made.remove_columns(name).add_column(name, values)
            if made.features[name] != data.features[name]:
                made = made.cast_column(name, data.features[name])
        return made.select_columns(list(dict.fromkeys([*data.column_names, *columns])))

    return Documents(batches, data.column_names, data.select, put)


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

    def put(added: dict) -> Any:
        import datasets

        made = pa.table({name: pa.array(values) for name, values in added.items()}).schema
        new = {name: kind for name, kind in datasets.Features.from_arrow_schema(made).items() if name not in columns}
        known = None if data.features is None else datasets.Features({**data.features, **new})
        return data.map(
            lambda _, row: {name: values[row] for name, values in added.items()}, with_indices=True, features=known
        )

    return Documents(batches, columns, take, put)


def _of_splits(data: Any) -> Documents:
    """The splits one after the other, as one dataset; what is made of them is such a dictionary again."""
    parts = {name: of_datasets(split) for name, split in data.items()}
    columns = list(dict.fromkeys(name for part in parts.values() for name in part.columns))
    for name, part in parts.items():
        missing = [column for column in columns if column not in part.columns]
        if missing:
            raise NeardupError(
                "BAD_OPTION",
                f"Expected splits with the same columns, got `{name}` without `{missing[0]}`.",
                f"Choose the columns first, or one split: data['{name}'].",
            )
    lengths: Dict[Any, int] = {}

    def batches(names: List[str]) -> Iterator[pa.RecordBatch]:
        for name, part in parts.items():
            lengths[name] = 0
            for batch in part.batches(names):
                lengths[name] += batch.num_rows
                yield batch

    def take(rows: List[int]) -> Any:
        taken, start, at = {}, 0, 0
        for name, part in parts.items():
            end = start + lengths[name]
            until = at
            while until < len(rows) and rows[until] < end:
                until += 1
            taken[name] = part.take([row - start for row in rows[at:until]])
            start, at = end, until
        return type(data)(taken)

    def put(added: dict) -> Any:
        made, start = {}, 0
        for name, part in parts.items():
            end = start + (lengths[name] if name in lengths else _length(data[name]))
            made[name] = part.put({column: values[start:end] for column, values in added.items()})
            start = end
        return type(data)(made)

    return Documents(batches, columns, take, put)


def _length(split: Any) -> int:
    return len(split) if hasattr(split, "__len__") else sum(1 for _ in split)
