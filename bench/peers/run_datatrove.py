"""datatrove: its four MinHash steps with the bands that it documents, on one machine. It gives clusters, and looks at no text again."""

import os
import struct
import sys
import tempfile
from importlib.metadata import version

os.environ.setdefault("HF_HUB_OFFLINE", "1")

from datatrove.data import Document
from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupSignature, minhash
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.utils.hashing import HashConfig
from datatrove.utils.logging import logger
from datatrove.utils.text import TextNormConfig

from account import WIDTH, Account, documents

BANDS, HASHES = 14, 8
AS_IT_IS = TextNormConfig(False, False, False, False, False)


class Words:
    """The words as they are given: its own tokenizer would make other shingles."""

    def word_tokenize(self, text):
        return text.split(" ")


logger.remove()
texts = documents()
account = Account(version("datatrove"), f"{BANDS} bands of {HASHES}")
with tempfile.TemporaryDirectory() as folder:
    signatures, buckets, clusters = (os.path.join(folder, name) for name in ("signatures", "buckets", "clusters"))
    config = MinhashConfig(WIDTH, BANDS, HASHES, norm_config=AS_IT_IS, hash_config=HashConfig(precision=64))
    minhash.load_word_tokenizer = lambda language: Words()
    MinhashDedupSignature(signatures, config).run(Document(text=text, id=str(number)) for number, text in texts)
    account.step("hash")
    for rank in range(BANDS):
        MinhashDedupBuckets(signatures, buckets, config=config).run(rank=rank, world_size=BANDS)
    account.step("candidates")
    MinhashDedupCluster(buckets, clusters, config=config, save_cluster_id=True).run()
    account.step("clusters")
    first, members = {}, []
    with open(os.path.join(clusters, "000000.clusters"), "rb") as file:
        for document, cluster in struct.iter_unpack("<II", file.read()):
            first.setdefault(cluster, document)
            members.append((document, first[cluster]))
    alone = set(range(len(texts))) - {document for document, _ in members}
    both = members + [(document, document) for document in alone]
    account.tell(((texts[document][0], texts[kept][0]) for document, kept in both), clusters=True)
