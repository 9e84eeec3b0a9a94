"""What a task says of a worker with a fault: python worker_faults.py WORKER. Prints one JSON object: the message by fault, or the rows that came."""
import json, os, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/spark'))
import pyarrow as pa
from neardup_spark import scheme_of, through_worker

WORKER = sys.argv[1]
SCHEME = next(scheme_of(WORKER, {})([])).column(0)[0].as_py()
TEXT = ' '.join(f'word{i}' for i in range(2000))
DOCUMENTS = [pa.record_batch({'number': pa.array(range(at, at + 50), pa.int64()), 'text': [f'{TEXT} {i}' for i in range(at, at + 50)]}) for at in (0, 50)]


def run(worker, stage='keys', batches=DOCUMENTS, seconds=60):
    return list(through_worker(worker, stage, {}, SCHEME, seconds)(batches))


def attempt(*given, **named):
    try: return sum(b.num_rows for b in run(*given, **named))
    except (RuntimeError, OSError) as e: return str(e)


def shell(script): return f"bash -c '{script}' - {WORKER}"


keys = pa.Table.from_batches(run(WORKER))
texts = keys.select(['number', 'hash', 'text']).append_column('component', pa.array([0] * 100, pa.int64())).append_column('reference', pa.array([0] * 100, pa.int32()))
verify = {'stage': 'verify', 'batches': texts.to_batches()}
print(json.dumps({
    'none': attempt(WORKER), 'none of verify': attempt(WORKER, **verify),
    'exits': attempt(shell('"$@"; exit 3')),
    'killed': attempt(shell('kill -9 $$')),
    'hangs': attempt(shell('sleep 1000'), seconds=1),
    'prints first': attempt(shell('echo hello; exec "$@"')),
    'prints last': attempt(shell('"$@"; echo hello')),
    # a file may have 64 KB: as a disk that is full
    'disk is full': attempt(shell('trap "" XFSZ; ulimit -f 64; exec "$@"'), **verify),
    'no such command': attempt('/no/such/command'),
}))
