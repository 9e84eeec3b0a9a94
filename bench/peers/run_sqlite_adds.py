"""SQLite: callers in threads store documents, each transaction durable: python run_sqlite_adds.py DATABASE CALLERS DOCUMENTS-A-CALL < documents.jsonl"""

import json
import sqlite3
import sys
import threading
import time

path, callers, each = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
documents = [(document["id"], document["text"]) for document in map(json.loads, sys.stdin)]


def connect():
    database = sqlite3.connect(path, timeout=600, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    return database


connect().execute("CREATE TABLE documents (id TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID")
batches = iter([documents[i : i + each] for i in range(0, len(documents), each)])
taking = threading.Lock()


def call():
    database = connect()
    while True:
        with taking:
            batch = next(batches, None)
        if batch is None:
            return
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO documents VALUES (?, ?)", batch)
        database.execute("COMMIT")


threads = [threading.Thread(target=call) for _ in range(callers)]
start = time.time()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
seconds = time.time() - start
print(json.dumps({"perSecond": len(documents) / seconds, "version": sqlite3.sqlite_version}))
