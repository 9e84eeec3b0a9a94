"""neardup dedup on Spark. Spark reads, shuffles, joins and tries again; every question about a text is answered by `neardup worker`.

  neardup spark-archive neardup.tgz            # Node and neardup for the executors; writes this file and dedup.sql beside it
  spark-submit --archives neardup.tgz#nd --files dedup.sql neardup_spark.py s3a://bucket/crawl/ -o s3a://bucket/clean/

Results: OUT/kept (the rows as they were), OUT/removed (JSON lines in the order of the input), and the summary on standard output.
Tables between the steps are in --work; a run that was cut off goes on after the last of them. docs/scaling.md explains the rest."""
import argparse, json, os, re, shlex, subprocess, sys, tempfile, threading, time
from itertools import chain
from pyspark.sql import SparkSession

LEAST_VERSION = 4  # dedup.sql reads files with `WITH`, which older versions do not have
HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    a, settings = arguments()
    spark = SparkSession.builder.appName('neardup dedup').getOrCreate()
    if int(spark.version.split('.')[0]) < LEAST_VERSION: sys.exit(f'neardup: Expected Spark {LEAST_VERSION}.0 or later, got {spark.version}. Use a newer Spark, or `neardup worker` with your own steps: docs/worker.md.')
    spark.sparkContext.setLogLevel('ERROR')
    # the same parts of files in every pass, however many executors there are
    spark.conf.set('spark.sql.files.minPartitionNum', '1')
    spark.conf.set('spark.sql.files.maxPartitionBytes', str(a.split_mb << 20))
    # a batch of a few megabytes for the worker
    spark.conf.set('spark.sql.execution.arrow.maxRecordsPerBatch', str(a.batch_rows))
    spark.conf.set('spark.sql.execution.arrow.maxBytesPerBatch', str(4 << 20))
    run = Run(spark, a, settings)
    run.all()
    spark.stop()
    sys.exit(2 if run.unreadable else 0)


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('inputs', nargs='+', help='files and folders of JSON lines, or what --format reads')
    p.add_argument('-o', '--output', required=True, help='folder for the results')
    p.add_argument('--work', help='folder for tables between the steps (default: OUT.work)')
    p.add_argument('--against', action='append', default=[], help='a reference: what resembles it is removed; may be repeated')
    p.add_argument('--format', default='jsonl', help='jsonl, or a format of Spark: parquet, delta, iceberg, orc … (default: jsonl)')
    p.add_argument('--text-field', default='text'); p.add_argument('--id-field', default='id')
    p.add_argument('--keep', default='first')
    p.add_argument('--only-against', action='store_true')
    p.add_argument('--options', default='{}', help='other options of dedup as JSON: {"threshold": 0.9, "stopWords": true}')
    p.add_argument('--worker', default='./nd/neardup worker', help='the command of the worker on executors (default: %(default)s)')
    p.add_argument('--no-kept', action='store_true', help='write only the list of removed documents')
    p.add_argument('--split-mb', type=int, default=128, help='megabytes of input for a task')
    p.add_argument('--batch-rows', type=int, default=2000)
    p.add_argument('--stall-seconds', type=int, default=3600, help='a worker that neither reads nor writes for so long is ended')
    p.add_argument('--stop-after', help=argparse.SUPPRESS)
    a = p.parse_args()
    a.output = a.output.rstrip('/'); a.work = (a.work or a.output + '.work').rstrip('/')
    given = json.loads(a.options)
    if given.get('method', 'bands') not in ('auto', 'bands') or 'containment' in given:
        p.error('Spark runs the method `bands` only: --containment and other methods look at all texts together. Use one machine for them.')
    settings = {'keep': a.keep, 'onlyAgainst': a.only_against, 'textField': a.text_field, 'idField': a.id_field, **given}
    return a, settings


class Run:
    def __init__(self, spark, a, settings):
        self.spark, self.a, self.settings = spark, a, settings
        self.unreadable = 0
        # whether the column of the keep policy holds strings, in each table of the input
        self.keep_types = set()
        self.started = time.time()
        sql = next(f for f in (os.path.join(HERE, 'dedup.sql'), 'dedup.sql') if os.path.exists(f))
        self.steps = statements(open(sql).read())
        self.sources = [(0, i, path) for i, path in enumerate(a.inputs)] + [(1, i, path) for i, path in enumerate(a.against)]
        field = re.match('(?:max|min):(.+)', a.keep)
        keep = 'keepNumber double, keepDate double, keepText binary' if field else ''
        self.given = {
            'input': self.scan(self.sources, only_text=True), 'rows': self.scan([s for s in self.sources if s[0] == 0], only_text=False),
            'names': ', '.join(f'({r}, {i}, {quote(path.rstrip("/"))}, {quote(absolute(path).rstrip("/"))})' for r, i, path in self.sources),
            'bytes': 'binary', 'keep': keep and ', ' + keep, 'keep_names': keep and ', k.keepNumber, k.keepDate, k.keepText',
            'field': quote(field[1])[1:-1] if field else '', 'only_against': str(a.only_against).lower(),
        }

    def all(self):
        self.scheme = self.probe()
        self.given['value'] = re.search(', keep by (.+), options ', self.scheme)[1]
        if self.a.format == 'iceberg' and self.given['value'].lstrip('-') in ('modified', 'size'):
            sys.exit(f'neardup: --keep {self.a.keep} looks at files, which Iceberg does not tell of. Keep by a column: --keep max:COLUMN.')
        self.check_work()
        say(f'start: {time.time() - self.started:.1f} s')
        for kind, name, stage, query in self.steps:
            begin = time.time()
            self.spark.sparkContext.setJobDescription(f'neardup: {name}')
            if kind == 'view': self.spark.sql(self.fill(query)).createOrReplaceTempView(name)
            elif name == 'id_field': self.check_ids(query)
            elif name == 'kind':
                if self.given['field']: self.choose_value(query)
            elif kind in ('table', 'stage'):
                self.given[name] = f'parquet.{named(self.a.work + "/" + name)}'
                if self.is_done(name): say(f'{name}: was done before'); continue
                rows = self.spark.sql(self.fill(query))
                if kind == 'stage': rows = rows.mapInArrow(through_worker(self.a.worker, stage[0], self.settings, self.scheme, self.a.stall_seconds), self.fill(stage[1]))
                rows.write.mode('overwrite').option('compression', 'zstd').parquet(f'{self.a.work}/{name}')
                self.mark(name)
                say(f'{name}: {time.time() - begin:.1f} s')
                if self.a.stop_after == name: os._exit(9)
        self.give_results()

    def give_results(self):
        begin = time.time()
        self.spark.sparkContext.setJobDescription('neardup: results')
        self.spark.table('removed').write.mode('overwrite').json(f'{self.a.output}/removed')
        if not self.a.no_kept:
            kept = self.spark.table('kept').write.mode('overwrite')
            kept.text(f'{self.a.output}/kept') if self.a.format == 'jsonl' else kept.format('parquet' if self.a.format in TABLES else self.a.format).save(f'{self.a.output}/kept')
        say(f'results: {time.time() - begin:.1f} s')
        queries = {name: self.fill(query) for kind, name, _, query in self.steps if kind == 'rows' and name not in ('id_field', 'kind')}
        for place, problem in self.spark.sql(queries['problems']).collect(): say(f'{place}: {problem}')
        s = self.spark.sql(queries['summary']).first().asDict()
        self.unreadable = s['unreadable']
        for name in ('short', 'inBoth'):
            if s[name] == 0: del s[name]
        print(json.dumps({'summary': {**s, 'seconds': round(time.time() - self.started, 3), 'engine': f'spark {self.spark.version}'}}), flush=True)

    def scan(self, sources, only_text):
        """The rows of the input with the part of the file that each is in. Rows are numbered in their order within a part."""
        each, prefix = [], '' if only_text else 'neardup_'  # other columns are those of a table of the user
        for reference, i, path in sources:
            if self.a.format == 'jsonl': table, columns = f"text.{named(path)} WITH (lineSep = '\\n', recursiveFileLookup = 'true')", 'value AS line' if only_text else 'value'
            else:
                table = path if self.a.format in TABLES else f'{self.a.format}.{named(path)}'
                columns = self.columns(table, reference) if only_text else '*'
            place = ICEBERG if self.a.format == 'iceberg' else FILE
            reference_column = f'{reference} AS reference, ' if only_text else ''
            each.append(f"SELECT {columns}, {reference_column}concat_ws('\\t', {reference}, {i}, {place}) AS {prefix}tag FROM {table}")
        return f"(SELECT monotonically_increasing_id() AS {prefix}number, * FROM ({' UNION ALL '.join(each)}))"

    def columns(self, table, reference):
        names = self.spark.table(table).columns if self.a.format in TABLES else self.spark.sql(f'SELECT * FROM {table} LIMIT 0').columns
        text, id_, field = self.a.text_field, self.a.id_field, re.match('(?:max|min):(.+)', self.a.keep)
        if text not in names: sys.exit(f'neardup: Expected a column `{text}`, got {", ".join(names)}. Name it with --text-field.')
        found = [f'{named(text)} AS text']
        if id_ in names: found.append(f'CAST({named(id_)} AS string) AS id')
        if 'lang' in names: found.append('CAST(lang AS string) AS lang')
        if field:
            kept = column(field[1], names)
            if not reference: self.keep_types.add(self.spark.sql(f'SELECT {kept} AS keep FROM {table} LIMIT 0').schema['keep'].dataType.typeName() == 'string')
            found.append(f'CAST({kept} AS string) AS keep')
        return ', '.join(found)

    def fill(self, text): return re.sub(r'\$\{(\w+)\}', lambda m: self.given[m[1]], text)

    def check_ids(self, query):
        field = self.settings['idField']
        if field in ('id', 'none'): return
        if self.spark.sql(self.fill(query)).first()[0] != 'none': return
        sys.exit(f'neardup: Expected --id-field to be a field that documents have, got `{field}`. None of the documents has it. To number them by their places, name the field `none`.')

    def choose_value(self, query):
        # a string is no number, whatever its digits
        if True in self.keep_types: query = query.replace('count(keepNumber) AS x', '0L AS x')
        kind = 'mixed' if len(self.keep_types) > 1 else self.spark.sql(self.fill(query)).first()[0]
        if kind == 'none': sys.exit(f'neardup: Expected --keep to be a policy over a field that documents have, got `{self.a.keep}`.')
        if kind == 'mixed': sys.exit(f'neardup: Expected the field of --keep {self.a.keep} to have values of one kind, got several.')
        up = kind if kind != 'keepText' else 'hex(keepText)'
        # digits turned around, and an end that comes after all of them: so texts are in descending order
        down = f'-{kind}' if kind != 'keepText' else "concat(translate(hex(keepText), '0123456789ABCDEF', 'FEDCBA9876543210'), 'G')"
        self.given['value'] = up if self.a.keep.startswith('min:') else down

    def probe(self):
        """The scheme of the workers: an executor is asked, as the driver may have no Node."""
        ask = scheme_of(self.a.worker, self.settings)
        return self.spark.range(1, numPartitions=1).mapInArrow(ask, 'scheme string').first()[0]

    def check_work(self):
        """Tables of a run with other options or another version are not used."""
        about = json.dumps([self.scheme, self.a.format, self.sources, self.a.split_mb])
        known = self.marked('run')
        if known is None: self.mark('run', about)
        elif known != about: sys.exit(f'neardup: {self.a.work} has the tables of another run. Delete it, or choose another folder with --work.\n  it has: {known}\n  now:    {about}')

    def marked(self, name):
        try: return self.spark.read.text(f'{self.a.work}/done/{name}').first()[0]
        except Exception as e:
            if 'PATH_NOT_FOUND' in str(e): return None
            raise

    def is_done(self, name): return self.marked(name) is not None
    def mark(self, name, about='done'): self.spark.createDataFrame([(about,)], 'value string').coalesce(1).write.mode('overwrite').text(f'{self.a.work}/done/{name}')


FILE = '_metadata.file_path, _metadata.file_block_start, _metadata.file_size, unix_micros(_metadata.file_modification_time)'
ICEBERG = "_file, 0, 0, 0"
TABLES = ('iceberg', 'table')


def statements(text):
    """(kind, name, (stage, columns) or None, query) of every statement."""
    found = []
    for part in re.split(r'(?m)^-- @', text)[1:]:
        head, query = part.split('\n', 1)
        kind, rest = head.split(' ', 1)
        name, _, stage = rest.partition(': ')
        m = re.match(r'(\w+) \((.*)\)$', stage)
        found.append((kind, name, m and (m[1], m[2]), '\n'.join(l for l in query.split('\n') if not l.startswith('--')).strip()))
    return found


def through_worker(command, stage, settings, scheme, stall_seconds):
    """Batches of a partition go to one worker process, and its batches come back. If the worker fails, the task fails, and Spark tries it again."""
    def run(batches):
        import pyarrow as pa
        from pyspark import TaskContext
        batches = iter(batches)
        first = next(batches, None)
        if first is None: return
        errors = tempfile.TemporaryFile()
        p = subprocess.Popen([*command_line(command), stage, json.dumps(settings), '--scheme', scheme], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=worker_env(TaskContext.get()), bufsize=1 << 20)
        broken, rows, moved = [], [0, 0], [time.time()]

        def feed():
            try:
                with pa.ipc.new_stream(p.stdin, first.schema) as w:
                    for b in chain([first], batches): w.write_batch(b); rows[0] += b.num_rows; moved[0] = time.time()
                p.stdin.close()
            except BrokenPipeError: pass  # the exit code says why
            except BaseException as e: broken.append(f'its input failed: {e!r}'); p.kill()

        def watch():
            while p.poll() is None:
                time.sleep(1)
                if time.time() - moved[0] > stall_seconds: broken.append(f'it neither read nor wrote for {stall_seconds} s (--stall-seconds)'); p.kill()

        feeder = threading.Thread(target=feed, daemon=True); feeder.start()
        threading.Thread(target=watch, daemon=True).start()
        try:
            try:
                for b in pa.ipc.open_stream(p.stdout): rows[1] += b.num_rows; moved[0] = time.time(); yield b
                if p.stdout.read(1): broken.append('more came after the end of its Arrow stream: nothing else may be printed to standard output')
            except (pa.ArrowInvalid, OSError) as e:
                # it may be about to fail, and then its own words say why
                try: p.wait(10)
                except subprocess.TimeoutExpired: pass
                if not p.returncode: broken.append(f'its output is no Arrow stream ({e}): nothing else may be printed to standard output')
                p.kill()  # before the join: the feeder may wait for it
            feeder.join(); code = p.wait()
            if stage == 'keys' and code == 0 and rows[0] != rows[1]: broken.append(f'{rows[0]} rows went in, {rows[1]} came out')
            if code or broken:
                errors.seek(0)
                said = errors.read().decode(errors='replace')[-2000:].strip()
                raise RuntimeError(f'neardup worker {stage}: ' + '; '.join([said or f'exit code {code}', *broken]))
        finally:
            if p.poll() is None: p.kill(); p.wait()
    return run


def command_line(command):
    """The words of the command. Archives are unpacked where Spark says: that is not the working directory if Spark runs in one process."""
    from pyspark import SparkFiles
    program, *words = shlex.split(command)
    return [os.path.join(SparkFiles.getRootDirectory(), program) if program.startswith('./') else program, *words]


def worker_env(context):
    """Texts of a component are in a file: on the disk that Spark uses, if it says which. An attempt has its number for tests."""
    local = os.environ.get('SPARK_LOCAL_DIRS', '').split(',')[0]
    return {**os.environ, **({'TMPDIR': local} if os.path.isdir(local) else {}), 'NEARDUP_ATTEMPT': str(context.attemptNumber() if context else 0)}


def scheme_of(command, settings):
    def run(batches):
        import pyarrow as pa
        for _ in batches: pass
        none = pa.BufferOutputStream()
        pa.ipc.new_stream(none, pa.schema([('number', pa.int64()), ('text', pa.string())])).close()
        p = subprocess.run([*command_line(command), 'keys', json.dumps(settings)], input=none.getvalue().to_pybytes(), capture_output=True)
        if p.returncode: raise RuntimeError(f'neardup worker: exit code {p.returncode}; {p.stderr.decode(errors="replace")[-2000:]}')
        scheme = pa.ipc.open_stream(p.stdout).schema.metadata[b'neardup'].decode()
        yield pa.RecordBatch.from_arrays([pa.array([scheme])], names=['scheme'])
    return run


def column(field, names):
    """A column, or a field within one: `meta.date`."""
    outer = field.split('.')[0]
    if field not in names and outer not in names: sys.exit(f'neardup: Expected --keep to name a column, got `{field}`; there are {", ".join(names)}.')
    return named(field) if field in names else '.'.join(named(part) for part in field.split('.'))


def named(text): return '`' + text.replace('`', '``') + '`'
def quote(text): return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"
def absolute(path): return path if '://' in path else os.path.abspath(path)
def say(what): print(f'neardup: {what}', file=sys.stderr, flush=True)


if __name__ == '__main__': main()
