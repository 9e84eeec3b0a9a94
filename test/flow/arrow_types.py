"""Writes Arrow data of every type, and judges what neardup made of it.  arrow_types.py write|judge FOLDER   Needs PyArrow.

The documents of the rows in KEPT are unlike all others; every other row has a text that an earlier row has.
"""
import datetime
import decimal
import itertools
import json
import pathlib
import sys

import pyarrow as pa
from pyarrow import ipc

ROWS = 40
COPIES = 3
BATCH = 7
KEPT = [row for row in range(ROWS) if row % (COPIES + 1) == 0]


def text_of(row):
    number = row // (COPIES + 1)
    return ' '.join(f'word{number}x{i} їжак' for i in range(5 + number))


def every(values, kind):
    """The values again and again, and nothing in every fifth row."""
    return pa.array([None if row % 5 == 4 else values[row % len(values)] for row in range(ROWS)], kind)


def columns():
    moment = datetime.datetime(2024, 2, 29, 12, 30, 59, 123456)
    numbers = [0, 1, -1, 100, -128]
    yield 'id', pa.array([f'row {row}' for row in range(ROWS)])
    yield 'text', pa.array([text_of(row) for row in range(ROWS)])
    yield 'null', pa.nulls(ROWS)
    yield 'bool', every([True, False, True], pa.bool_())
    for kind in (pa.int8(), pa.int16(), pa.int32(), pa.int64()):
        yield str(kind), every(numbers, kind)
    for kind in (pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()):
        yield str(kind), every([0, 1, 255], kind)
    yield 'largest', every([2**63 - 1, -(2**63)], pa.int64())
    for kind in (pa.float16(), pa.float32(), pa.float64()):
        yield str(kind), pa.array([1.5, float('inf'), -0.0, 2.0], pa.float64()).take(pa.array([row % 4 for row in range(ROWS)])).cast(kind)
    for kind in (pa.decimal32(7, 2), pa.decimal64(12, 3), pa.decimal128(20, 2), pa.decimal256(50, 10)):
        yield str(kind), every([decimal.Decimal('1.25'), decimal.Decimal('-3.5')], kind)
    yield 'date32', every([moment.date()], pa.date32())
    yield 'date64', every([moment.date()], pa.date64())
    yield 'time32', every([datetime.time(1, 2, 3)], pa.time32('s'))
    yield 'time64', every([datetime.time(1, 2, 3, 4)], pa.time64('us'))
    yield 'timestamp', every([moment], pa.timestamp('us'))
    yield 'zoned', every([moment.replace(tzinfo=datetime.timezone.utc)], pa.timestamp('ns', 'Europe/Kyiv'))
    yield 'duration', every([datetime.timedelta(days=3, microseconds=5)], pa.duration('us'))
    yield 'interval', every([pa.MonthDayNano([1, -2, 3])], pa.month_day_nano_interval())
    texts = ['a', '', 'a text of more than twelve bytes', 'їжак' * 20]
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        yield str(kind), every(texts, kind)
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(3)):
        yield str(kind), every([b'\x00\xff\x01', b'abc'] if kind == pa.binary(3) else [b'\x00\xff', b'', b'x' * 30], kind)
    lists = [[1, None, 3], [], [4]]
    for kind in (pa.list_(pa.int32()), pa.large_list(pa.int32()), pa.list_view(pa.int32()), pa.large_list_view(pa.int32())):
        yield str(kind), every(lists, kind)
    yield 'fixed list', every([[1, 2], [3, None]], pa.list_(pa.int16(), 2))
    yield 'struct', every([{'a': 1, 'b': 'x', 'c': [{'d': True}]}, {'a': None, 'b': None, 'c': None}], pa.struct([('a', pa.int32()), ('b', pa.string_view()), ('c', pa.list_(pa.struct([('d', pa.bool_())])))]))
    yield 'map', every([[('k', 1), ('l', None)], []], pa.map_(pa.string(), pa.int64()))
    yield 'dictionary', every(['red', 'green', 'blue'], pa.string()).dictionary_encode()
    yield 'small dictionary', pa.DictionaryArray.from_arrays(pa.array([row % 3 for row in range(ROWS)], pa.uint8()), pa.array([1.5, 2.5, None]), ordered=True)
    yield 'dictionary in a list', pa.ListArray.from_arrays(pa.array(range(0, 2 * ROWS + 1, 2), pa.int32()), pa.array(['x', 'y', 'x', 'z'] * (ROWS // 2)).dictionary_encode())
    yield 'runs', pa.RunEndEncodedArray.from_arrays(pa.array([10, 25, ROWS], pa.int32()), pa.array(['long run', None, 'another']))
    child = pa.array(range(ROWS), pa.int32())
    words = pa.array([f'w{row}' for row in range(ROWS)])
    kinds = pa.array([row % 2 for row in range(ROWS)], pa.int8())
    yield 'sparse union', pa.UnionArray.from_sparse(kinds, [child, words])
    yield 'dense union', pa.UnionArray.from_dense(kinds, pa.array([row // 2 for row in range(ROWS)], pa.int32()), [child.slice(0, ROWS // 2), words.slice(0, ROWS // 2)])
    yield 'uuid', pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes([row] * 16) for row in range(ROWS)], pa.binary(16)))


def table():
    names, arrays = zip(*columns())
    fields = [pa.field(name, array.type, metadata={b'note': b'of \xff a column'}) for name, array in zip(names, arrays)]
    return pa.Table.from_arrays(list(arrays), schema=pa.schema(fields, metadata={'about': 'a table'}))


def cases():
    """Names of files, and how they are written."""
    for compression, version, form in itertools.product((None, 'lz4', 'zstd'), ('V4', 'V5'), ('file', 'stream', 'old')):
        if form != 'old' or version == 'V4':
            yield f'{form}-{version}-{compression}', form, ipc.IpcWriteOptions(
                compression=compression,
                metadata_version=getattr(ipc.MetadataVersion, version),
                use_legacy_format=form == 'old',
                emit_dictionary_deltas=False,
            )


def write(folder):
    whole = table()
    for name, form, options in cases():
        path = folder / f'{name}.arrow'
        opened = ipc.new_file if form == 'file' else ipc.new_stream
        with pa.OSFile(str(path), 'wb') as sink, opened(sink, whole.schema, options=options) as writer:
            writer.write_table(whole, max_chunksize=BATCH)
    print(json.dumps({'files': [name for name, *_ in cases()], 'columns': whole.num_columns, 'kept': len(KEPT)}))


def read(path):
    with pa.memory_map(str(path)) as source:
        try:
            return ipc.open_file(source).read_all()
        except pa.ArrowInvalid:
            return ipc.open_stream(source).read_all()


def judge(folder):
    expected = taken(table())
    for name, form, _ in cases():
        for output in (folder / 'kept' / f'{name}.arrow', folder / 'folder' / f'{name}.arrow'):
            got = read(output)
            got.validate(full=True)
            assert got.schema.equals(expected.schema, check_metadata=True), (output, got.schema)
            for column in expected.schema.names:
                assert rows(got[column]) == rows(expected[column]), (output, column, got[column], expected[column])
        is_file = (folder / 'folder' / f'{name}.arrow').read_bytes().startswith(b'ARROW1')
        assert is_file == (form == 'file'), name
        assert (folder / 'kept' / f'{name}.arrow').read_bytes().startswith(b'ARROW1'), name
    print('equal')


def taken(whole):
    """PyArrow cannot take rows of every type: slices can."""
    return pa.concat_tables([whole.slice(row, 1) for row in KEPT])


def rows(column):
    values = []
    for chunk in column.chunks:
        storage = chunk.storage if isinstance(chunk, pa.ExtensionArray) else chunk
        values += [repr(value.as_py()) for value in storage]
    return values


if __name__ == '__main__':
    {'write': write, 'judge': judge}[sys.argv[1]](pathlib.Path(sys.argv[2]))
