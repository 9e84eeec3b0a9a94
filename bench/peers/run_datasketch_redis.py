"""datasketch with its Redis storage: query and insert, document by document. Its min-hashing is not counted."""

import json
import resource
import sys
import time

import datasketch
import redis

port = int(sys.argv[1])
documents = [json.loads(line) for line in sys.stdin]


def shingles(text):
    words = text.split()
    return {" ".join(words[i : i + 3]).encode() for i in range(len(words) - 2)}


hashed = datasketch.MinHash.bulk([shingles(document["text"]) for document in documents], num_perm=144)
storage = {"type": "redis", "basename": b"peer", "redis": {"host": "127.0.0.1", "port": port}}
index = datasketch.MinHashLSH(params=(24, 6), num_perm=144, storage_config=storage)
server = redis.Redis(port=port)


def client():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def masters():
    info = server.info()
    return info["used_cpu_user"] + info["used_cpu_sys"], info["used_memory"]


(cpu, memory), own, start = masters(), client(), time.time()
met = 0
for document, minhash in zip(documents, hashed):
    if index.query(minhash):
        met += 1
    else:
        index.insert(document["id"], minhash)
seconds, own = time.time() - start, client() - own
cpu_after, memory_after = masters()
count = len(documents)
print(
    json.dumps(
        {
            "case": f"datasketch {datasketch.__version__} on one server: query and insert, no texts, no proof",
            "value": count / seconds,
            "unit": "documents/s",
            "threads": 1,
            "documents": count,
            "duplicates": met,
            "client µs": round(1e6 * own / count),
            "masters µs": round(1e6 * (cpu_after - cpu) / count),
            "replicas µs": 0,
            "bytes each": round((memory_after - memory) / (count - met)),
        }
    )
)
