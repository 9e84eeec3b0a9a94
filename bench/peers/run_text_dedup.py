"""text-dedup: its command `python -m text_dedup.minhash`. It gives clusters: whatever shares a band, and whatever shares one with that."""

import json
import os
import pickle
import subprocess
import sys
import tempfile
from importlib.metadata import version

from account import PERMUTATIONS, THRESHOLD, WIDTH, Account, documents

texts = documents()
with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "documents.jsonl")
    with open(source, "w", encoding="utf-8") as out:
        out.writelines(json.dumps({"text": text}) + "\n" for _, text in texts)
    output = os.path.join(folder, "kept")
    account = Account(version("text-dedup"), f"threshold {THRESHOLD}, {PERMUTATIONS} permutations")
    subprocess.run(
        [sys.executable, "-m", "text_dedup.minhash", "--path", "json", "--data_files", source, "--split", "train"]
        + ["--cache_dir", os.path.join(folder, "cache"), "--output", output, "--column", "text", "--ngram", str(WIDTH)]
        + ["--min_length", "1", "--threshold", str(THRESHOLD), "--num_perm", str(PERMUTATIONS), "--debug"],
        check=True,
        stdout=sys.stderr,
    )
    account.step("all")
    with open(os.path.join(output, "uf.pkl"), "rb") as clusters:
        union = pickle.load(clusters)
    account.tell(((texts[i][0], texts[union.find(i)][0]) for i in range(len(texts))), clusters=True)
