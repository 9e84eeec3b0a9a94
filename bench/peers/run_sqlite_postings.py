"""SQLite with the postings of a collection: python run_sqlite_postings.py KEYS BANDS DATABASE. KEYS has unsigned 32-bit numbers."""

import array
import json
import os
import resource
import sqlite3
import sys
import time

BATCH = 1000
keys = array.array("I")
with open(sys.argv[1], "rb") as file:
    keys.frombytes(file.read())
bands = int(sys.argv[2])
count = len(keys) // bands
database = sqlite3.connect(sys.argv[3])
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute("CREATE TABLE postings (key INTEGER, document INTEGER, PRIMARY KEY (key, document)) WITHOUT ROWID")


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


cpu, start, met = processor_seconds(), time.time(), 0
for first in range(0, count, BATCH):
    last = min(count, first + BATCH)
    with database:
        for number in range(first, last):
            row = [(band << 32) + keys[number * bands + band] for band in range(bands)]
            found = database.execute(f"SELECT document FROM postings WHERE key IN ({','.join('?' * bands)})", row)
            met += len(found.fetchall())
            database.executemany("INSERT INTO postings VALUES (?, ?)", [(key, number) for key in row])
used, seconds = processor_seconds() - cpu, time.time() - start
database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
database.close()
print(
    json.dumps(
        {
            "value": 1e6 * used / count,
            "seconds": seconds,
            "met": met,
            "bytes": os.path.getsize(sys.argv[3]) / count,
            "version": sqlite3.sqlite_version,
        }
    )
)
