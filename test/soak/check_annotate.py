"""Annotated documents, judged by PyArrow, pandas, polars and DuckDB, and by a count of all pairs.
    pip install pyarrow pandas polars duckdb
    python test/soak/check_annotate.py ../shared/data [SET …]
Of every set a Parquet file and an Arrow file with columns of many types are annotated: all readers must find the columns as they were, and the copies that
comparing every document with every kept one finds. Then the same in seven shards with --collection, where every run is killed several times.
"""
import datetime, decimal, gzip, json, os, random, shutil, signal, subprocess, sys, tempfile, time
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.parquet

ROOT = Path(__file__).resolve().parents[2]
NEARDUP = ['node', str(ROOT / 'dist/apps/cli/main.cjs')]
NAMES = ['group', 'copies', 'kept', 'keptId', 'resemblance']
COLUMNS = [f'neardup.{name}' for name in NAMES]
KILLS = 6
SHARDS = 7


def neardup(*words):
    return subprocess.run([*NEARDUP, *map(str, words)], check=True, capture_output=True, text=True).stdout


def documents_of(folder):
    with gzip.open(folder / 'docs.jsonl.gz', 'rt', encoding='utf-8') as lines:
        documents = [json.loads(line) for line in lines]
    return [{'id': str(document['id']), 'text': document['text']} for document in documents]


def typed_table(documents):
    """The documents with columns of many types, some of them empty."""
    chance = random.Random(1)
    some = lambda value: None if chance.random() < 0.2 else value
    utc = datetime.timezone.utc
    columns = {
        'at': pyarrow.array([some(datetime.datetime(2024, 1, 1, tzinfo=utc) + datetime.timedelta(microseconds=i)) for i, _ in enumerate(documents)], pyarrow.timestamp('us', tz='UTC')),
        'price': pyarrow.array([some(decimal.Decimal(i) / 100) for i, _ in enumerate(documents)], pyarrow.decimal128(20, 2)),
        'id': pyarrow.array([document['id'] for document in documents]),
        'score': pyarrow.array([some(chance.random()) for _ in documents], pyarrow.float32()),
        'text': pyarrow.array([document['text'] for document in documents], pyarrow.large_string()),
        'kind': pyarrow.array([some(chance.choice('abc')) for _ in documents]).dictionary_encode(),
        'tags': pyarrow.array([some([chance.randrange(9) for _ in range(i % 4)]) for i, _ in enumerate(documents)], pyarrow.list_(pyarrow.int64())),
        'place': pyarrow.array([some({'x': i, 'y': some(f'{i}')}) for i, _ in enumerate(documents)], pyarrow.struct([('x', pyarrow.int32()), ('y', pyarrow.string())])),
        'raw': pyarrow.array([some(os.urandom(i % 5)) for i, _ in enumerate(documents)], pyarrow.binary()),
    }
    return pyarrow.table(columns)


def canonical(path):
    lines = neardup('text', path, '--canonical', '--json').splitlines()
    found = [json.loads(line) for line in lines]
    return {line['id']: line['text'] for line in found if 'id' in line}


def count_all(documents, words_of):
    """Every document with every kept one: the copies of each, by the rule of dedup."""
    kept, leader_of, decided = [], {}, {}
    shingles = {}
    for document in documents:
        text = words_of.get(document['id'], '')
        words = text.split(' ')
        if text == '':
            leader_of[document['id']] = (document['id'], None)
            continue
        if text in decided:
            leader_of[document['id']] = (decided[text], shingles[text][1])
            continue
        own = {' '.join(words[i:i + 3]) for i in range(len(words) - 2)} or {text}
        best, most = None, 0.0
        for other, theirs in kept:
            common = len(own & theirs) if 0.8 * max(len(own), len(theirs)) <= min(len(own), len(theirs)) else 0
            resemblance = common / (len(own) + len(theirs) - common)
            if resemblance >= 0.8 and resemblance > most:
                best, most = other, resemblance
        if best is None:
            kept.append((document['id'], own))
        decided[text] = best or document['id']
        shingles[text] = (own, most if best else 1.0)
        leader_of[document['id']] = (decided[text], most if best else None)
    sizes = {}
    for leader, _ in leader_of.values():
        sizes[leader] = sizes.get(leader, 0) + 1
    return {own: {'copies': sizes[leader], 'keptId': leader, 'kept': own == leader} for own, (leader, _) in leader_of.items()}


def same(expected, got, what):
    if expected == got:
        return
    wrong = [(i, a, b) for i, (a, b) in enumerate(zip(expected, got)) if a != b]
    sys.exit(f'{what}: {len(wrong)} of {len(expected)} rows differ ({len(got)} came), first {wrong[:1]}')


def arrow_table(path):
    with pyarrow.ipc.open_file(path) as file:
        return file.read_all()


READERS = {
    'parquet': {'pyarrow': pyarrow.parquet.read_table, 'pandas': pandas.read_parquet, 'polars': polars.read_parquet, 'duckdb': duckdb.read_parquet},
    'arrow': {'pyarrow': arrow_table, 'pandas': pandas.read_feather, 'polars': lambda path: polars.read_ipc(path), 'duckdb': lambda path: duckdb.from_arrow(arrow_table(path))},
}


def judge(name, table, path, counts):
    """All readers find the columns as they were, and the counts."""
    readers = READERS[path.suffix[1:]]
    original = path.parent / f'in{path.suffix}'
    annotated = readers['pyarrow'](path)
    same(table.column_names + COLUMNS, annotated.column_names, f'{name}: columns')
    for column in table.column_names:
        same(table[column].to_pylist(), annotated[column].to_pylist(), f'{name}: {column} by PyArrow')
    said = {column: annotated[f'neardup.{column}'].to_pylist() for column in NAMES}
    ids = table['id'].to_pylist()
    for column in ['copies', 'keptId', 'kept']:
        same([counts[own][column] for own in ids], said[column], f'{name}: {column}')
    groups = {}
    for group, kept in zip(said['group'], said['keptId']):
        if group is not None and groups.setdefault(kept, group) != group:
            sys.exit(f'{name}: {kept} has two groups')
    before, after = readers['pandas'](original), readers['pandas'](path)
    for column in table.column_names:
        same([repr(value) for value in before[column].tolist()], [repr(value) for value in after[column].tolist()], f'{name}: {column} by pandas')
    same(said['copies'], after['neardup.copies'].tolist(), f'{name}: copies by pandas')
    before, after = readers['polars'](original), readers['polars'](path)
    for column in table.column_names:
        same(before[column].to_list(), after[column].to_list(), f'{name}: {column} by polars')
    for column in NAMES:
        same(said[column], after[f'neardup.{column}'].to_list(), f'{name}: {column} by polars')
    before, after = readers['duckdb'](original), readers['duckdb'](path)
    query = f"""SELECT count(*) FROM (SELECT * FROM before POSITIONAL JOIN
      (SELECT {', '.join(f'"{column}" AS "{column} after"' for column in table.column_names)} FROM after))
      WHERE {' OR '.join(f'"{column}" IS DISTINCT FROM "{column} after"' for column in table.column_names)}"""
    same([(0,)], duckdb.sql(query).fetchall(), f'{name}: columns by DuckDB')
    largest = duckdb.sql("""SELECT max("neardup.copies"), count(DISTINCT "neardup.group"), sum(("neardup.kept")::int) FROM after""").fetchall()
    same([(max(said['copies']), len(groups), sum(said['kept']))], largest, f'{name}: counts by DuckDB')
    return len(groups)


def in_shards(documents, work):
    """The same in seven shards, each run killed after a while, until one is done. Returns all annotated lines, and the kills."""
    shards = work / 'shards'
    shards.mkdir()
    for i in range(SHARDS):
        own = documents[len(documents) * i // SHARDS:len(documents) * (i + 1) // SHARDS]
        (shards / f'{i}.jsonl').write_text(''.join(json.dumps(document) + '\n' for document in own), encoding='utf-8')
    command = [*NEARDUP, 'dedup', *(f'{shards}/{i}.jsonl' for i in range(SHARDS)), '--collection', f'{work}/c.nd', '--annotate', f'{work}/all/', '--quiet']
    start = time.monotonic()
    subprocess.run([*command[:-5], '--collection', f'{work}/timed.nd', '--annotate', f'{work}/timed/', '--quiet'], check=True, stdout=subprocess.DEVNULL)
    whole = time.monotonic() - start
    killed = 0
    for attempt in range(KILLS):
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            run.wait(whole * (attempt + 1) / (KILLS + 1))
            break
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.wait()
            killed += 1
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    lines = [json.loads(line) for i in range(SHARDS) for line in open(f'{work}/all/{i}.jsonl', encoding='utf-8')]
    return lines, killed


def check(folder):
    work = Path(tempfile.mkdtemp(prefix='neardup-annotate-'))
    try:
        documents = documents_of(folder)
        table = typed_table(documents)
        pyarrow.parquet.write_table(table, work / 'in.parquet', row_group_size=1000)
        pyarrow.feather.write_feather(table, work / 'in.arrow', chunksize=1000)
        counts = count_all(documents, canonical(work / 'in.parquet'))
        for kind in READERS:
            neardup('dedup', work / f'in.{kind}', '--annotate', work / f'all.{kind}', '--method', 'exact', '--quiet')
            groups = judge(f'{folder.name}, {kind}', table, work / f'all.{kind}', counts)
        lines, killed = in_shards(documents, work)
        same(documents, [{'id': line['id'], 'text': line['text']} for line in lines], f'{folder.name}: documents of shards')
        wrong = [line['id'] for line in lines if any(line[f'neardup.{column}'] != counts[line['id']][column] for column in ['copies', 'keptId', 'kept'])]
        if wrong:
            sys.exit(f'{folder.name}: in shards {len(wrong)} documents differ from the count of all pairs, first {wrong[:3]}')
        print(f'{folder.name}: {len(documents)} documents, {groups} groups; shards after {killed} kills: the same', flush=True)
    finally:
        shutil.rmtree(work)


if __name__ == '__main__':
    data = Path(sys.argv[1])
    for name in sys.argv[2:] or ['articles-1000', 'licences', 'doc-revisions', 'short-answers']:
        check(data / name)
