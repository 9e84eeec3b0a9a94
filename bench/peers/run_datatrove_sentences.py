"""datatrove: its three steps that drop sentences which stand elsewhere, three in a row, on one machine. No document is dropped whole.

usage: run_datatrove_sentences.py DOCUMENTS.jsonl LEFT.jsonl
"""

import json
import os
import resource
import sys
import tempfile
import time
from importlib.metadata import version

os.environ.setdefault("HF_HUB_OFFLINE", "1")

from datatrove.data import Document
from datatrove.pipeline.dedup import SentenceDedupFilter, SentenceDedupSignature, SentenceFindDedups
from datatrove.pipeline.dedup.sentence_dedup import SentDedupConfig
from datatrove.utils.hashing import HashConfig
from datatrove.utils.logging import logger

logger.remove()


def documents():
    with open(sys.argv[1], encoding="utf-8", newline="\n") as lines:
        for line in lines:
            document = json.loads(line)
            yield Document(text=document["text"], id=str(document["id"]))


def used():
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


start, cpu = time.perf_counter(), used()
with tempfile.TemporaryDirectory() as folder:
    signatures, found = os.path.join(folder, "signatures"), os.path.join(folder, "found")
    # its xxhash takes no strings in the newest version of that package
    config = SentDedupConfig(min_doc_words=0, min_num_sentences=0, hash_config=HashConfig(hash_fc="sha1"))
    SentenceDedupSignature(signatures, finder_workers=1, config=config).run(documents())
    SentenceFindDedups(signatures, found, config=config).run()
    with open(sys.argv[2], "w", encoding="utf-8", newline="\n") as out:
        for document in SentenceDedupFilter(found, config=config).run(documents()):
            out.write(json.dumps({"id": document.id, "text": document.text}) + "\n")
print(json.dumps({
    "version": version("datatrove"),
    "seconds": time.perf_counter() - start,
    "cpu": used() - cpu,
    "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
