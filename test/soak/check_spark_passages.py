"""`trim` and `decontaminate` by the stages of `neardup worker` on Spark, equal to one machine.
    .ci/install-spark && .spark/bin/python test/soak/check_spark_passages.py FILE.jsonl [ITEMS.jsonl]
FILE has `id` and `text`. Spark runs on this machine with two threads, and cuts the work into seven partitions.
"""
import json, os, subprocess, sys, tempfile
from pathlib import Path

import pyarrow
from pyspark.sql import SparkSession, functions as f

os.environ.setdefault('PYSPARK_PYTHON', sys.executable)
ROOT = Path(__file__).resolve().parents[2]
NEARDUP = ['node', str(ROOT / 'dist/apps/cli/main.cjs')]
OPTIONS = {'least': 50}


def stage(name, options, scheme=None):
    """Sends the rows of a partition through a process."""
    def run(batches):
        with tempfile.TemporaryFile() as file:
            writer = None
            for batch in batches:
                if writer is None: writer = pyarrow.ipc.new_stream(file, batch.schema)
                writer.write_batch(batch)
            if writer is None: return
            writer.close()
            file.seek(0)
            words = [*NEARDUP, 'worker', name, json.dumps(options), *(['--scheme', scheme] if scheme else [])]
            done = subprocess.run(words, stdin=file, capture_output=True)
        if done.returncode: raise RuntimeError(done.stderr.decode())
        yield from pyarrow.ipc.open_stream(done.stdout)
    return run


def scheme_of(name, options):
    out = subprocess.run([*NEARDUP, 'worker', name, json.dumps(options), '--rows', 'lines'], input=b'', capture_output=True, check=True).stdout
    return json.loads(out.splitlines()[0])['neardup']


PIECE = 'number bigint, `from` bigint, `to` bigint, source bigint, sourceFrom bigint'


def trim(spark, documents):
    scheme = scheme_of('anchors', OPTIONS)
    texts = documents.mapInArrow(stage('anchors', OPTIONS), 'number bigint, id string, words bigint, text string, anchors array<bigint>, problem string').persist()
    anchors = texts.select('number', f.posexplode('anchors').alias('at', 'anchor'))
    twice = anchors.groupBy('anchor').count().where('count > 1')
    marked = anchors.join(twice, 'anchor').groupBy('number').agg(f.concat_ws(',', f.collect_list('at')).alias('marked'))
    windows = marked.join(texts.select('number', 'text'), 'number').mapInArrow(stage('windows', OPTIONS, scheme), 'number bigint, key binary, `from` bigint, `to` bigint').persist()
    first = windows.groupBy('key').agg(f.min(f.struct('number', 'from')).alias('first'), f.count('*').alias('copies')).where('copies > 1')
    repeated = windows.join(first, 'key').where('number != first.number or `from` != first.`from`')
    pairs = repeated.groupBy('number', f.col('first.number').alias('source')).agg(
        f.concat_ws(',', f.collect_list(f.concat_ws(':', 'from', 'to', f.col('first.from')))).alias('windows'))
    with_texts = pairs.join(texts.select('number', 'text'), 'number').join(texts.select(f.col('number').alias('source'), f.col('text').alias('sourceText')), 'source')
    pieces = with_texts.repartition(7, 'number').sortWithinPartitions('number').mapInArrow(stage('repeats', OPTIONS, scheme), PIECE)
    kept = pieces.repartition(1).sortWithinPartitions('number', 'from').mapInArrow(stage('kept', OPTIONS, scheme), PIECE)
    as_text = kept.groupBy('number').agg(f.concat_ws(',', f.transform(f.sort_array(f.collect_list(f.struct('from', 'to', 'source', 'sourceFrom'))), lambda p: f.concat_ws(':', p['from'], p['to'], p['source'], p['sourceFrom']))).alias('pieces'))
    cut = as_text.join(documents, 'number').mapInArrow(stage('cut', OPTIONS, scheme), 'number bigint, text string, left bigint, removed bigint, cuts string')
    return sorted(cut.collect(), key=lambda row: row['number'])


def main(path, items):
    lines = [line for line in Path(path).read_text(encoding='utf-8').split('\n') if line]
    ids = [str(json.loads(line)['id']) for line in lines]
    spark = SparkSession.builder.master('local[2]').config('spark.driver.memory', '2g').config('spark.sql.shuffle.partitions', 7).config('spark.ui.enabled', False).getOrCreate()
    spark.sparkContext.setLogLevel('ERROR')
    documents = spark.createDataFrame([(i, line) for i, line in enumerate(lines)], 'number bigint, line string').repartition(7).persist()
    found = [(ids[row['number']], [(c['start'], c['end'], c['words'], [[ids[place[0]], place[2]] for place in c['from']]) for c in json.loads(row['cuts'])], row['left']) for row in trim(spark, documents)]
    out = subprocess.run([*NEARDUP, 'trim', path, '--least', '50', '--json', '--quiet'], capture_output=True, check=True, text=True).stdout
    whole = [json.loads(line) for line in out.splitlines()]
    expected = [(r['id'], [(c['start'], c['end'], c['words'], [[p['id'], p['words']] for p in c['from']]) for c in r['cuts']], r['left']) for r in whole if 'cuts' in r]
    print(f'trim: {len(expected)} documents with cuts;', 'the same on Spark' if found == expected else 'NOT the same on Spark')
    same = found == expected
    if items is not None:
        options = {'against': items, 'itemFields': 'text'}
        rows = documents.mapInArrow(stage('items', options), 'number bigint, suite string, item string, contaminated bigint, found string').collect()
        found = sorted((ids[r['number']], r['suite'], r['item'], bool(r['contaminated']), json.loads(r['found'])['spans'][0]['start']) for r in rows)
        out = subprocess.run([*NEARDUP, 'decontaminate', path, '--against', items, '--json', '--quiet'], capture_output=True, check=True, text=True).stdout
        whole = [json.loads(line) for line in out.splitlines()]
        expected = sorted((r['id'], r['suite'], r['item'], r['contaminated'], r['spans'][0]['start']) for r in whole if 'suite' in r)
        print(f'decontaminate: {len(expected)} items;', 'the same on Spark' if found == expected else 'NOT the same on Spark')
        same = same and found == expected
    sys.exit(0 if same else 1)


main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
