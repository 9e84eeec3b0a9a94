"""A store that speaks S3, as input and output, judged by boto3. Its bucket `neardup-check` is made anew and removed.

    pip install boto3 pyarrow
    AWS_ENDPOINT_URL=http://127.0.0.1:7070 AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… python test/soak/check_store.py

Stores that run on this machine: `go install github.com/versity/versitygw/cmd/versitygw@latest`, then `versitygw posix FOLDER`;
`org.gaul:s3proxy` of Maven; moto; MinIO. Files in and out are the same as here, also with names that need escapes and lists of several
pages; of Parquet only the columns with texts come; a killed run leaves no object, and neither do wrong keys or an input that changes.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import boto3
import pyarrow as pa
import pyarrow.parquet
from botocore.config import Config
from botocore.exceptions import ClientError

ROOT = Path(__file__).resolve().parents[2]
NEARDUP = ["node", str(ROOT / "dist/apps/cli/main.cjs")]
BUCKET = "neardup-check"
CONFIG = Config(s3={"addressing_style": "path"}, request_checksum_calculation="when_required", response_checksum_validation="when_required")
KEY = "a b/+é (1) 100%"
DOCUMENTS = 6000
MANY = 1100

store = boto3.client("s3", region_name=os.environ.get("AWS_REGION", "us-east-1"), config=CONFIG)


def neardup(*words, code=0, **env):
    done = subprocess.run([*NEARDUP, *map(str, words)], capture_output=True, text=True, env={**os.environ, **env})
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def keys():
    pages = store.get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
    return sorted(each["Key"] for page in pages for each in page.get("Contents", []))


def named(keys):
    """Without the parts of uploads, which S3Proxy lists under names of their own."""
    return [key for key in keys if "/" in key or key.endswith(".jsonl")]


def uploads():
    return store.list_multipart_uploads(Bucket=BUCKET).get("Uploads", [])


def bytes_of(key):
    return store.get_object(Bucket=BUCKET, Key=key)["Body"].read()


def unpacked(content, kind):
    """Compressed bytes depend on how much was written at a time."""
    return pa.CompressedInputStream(pa.BufferReader(content), "zstd").read() if kind.endswith("zst") else content


def empty_bucket():
    for each in uploads():
        store.abort_multipart_upload(Bucket=BUCKET, Key=each["Key"], UploadId=each["UploadId"])
    for key in keys():
        store.delete_object(Bucket=BUCKET, Key=key)


def documents():
    chance = random.Random(1)
    words = [f"word{n}" for n in range(5000)]
    rows = []
    for n in range(DOCUMENTS):
        text = rows[-1]["text"] + " again" if n % 8 == 7 else " ".join(chance.choices(words, k=400))
        rows.append({"id": f"d{n}", "text": text, "more": " ".join(chance.choices(words, k=400))})
    return rows


def check_files_are_the_same(folder):
    for kind in ("jsonl", "parquet", "jsonl.zst", "arrow"):
        name = folder / f"docs.{kind}"
        store.upload_file(str(name), BUCKET, f"{KEY}/docs.{kind}")
        here, there = folder / f"clean.{kind}", f"{KEY}/clean.{kind}"
        neardup("dedup", name, "-o", here, "--removed", folder / "removed.jsonl")
        neardup("dedup", f"s3://{BUCKET}/{KEY}/docs.{kind}", "-o", f"s3://{BUCKET}/{there}", "--removed", f"s3://{BUCKET}/removed.jsonl")
        assert unpacked(bytes_of(there), kind) == unpacked(here.read_bytes(), kind), kind
        assert bytes_of("removed.jsonl") == (folder / "removed.jsonl").read_bytes(), kind
    assert uploads() == []


def check_lists_of_several_pages(folder):
    for n in range(MANY):
        store.put_object(Bucket=BUCKET, Key=f"many/{n:05}.jsonl", Body=json.dumps({"id": f"m{n}", "text": f"text {n // 2}"}).encode())
    said = neardup("dedup", f"s3://{BUCKET}/many/*.jsonl", "--json").stdout.splitlines()
    assert json.loads(said[-1])["summary"]["documents"] == MANY and len(said) == MANY // 2 + 1
    said = neardup("dedup", f"s3://{BUCKET}/many/0000?.jsonl", "--json").stdout.splitlines()
    assert json.loads(said[-1])["summary"]["documents"] == 10


def has_part(upload):
    try:
        return store.list_parts(Bucket=BUCKET, Key=upload["Key"], UploadId=upload["UploadId"]).get("Parts", []) != []
    except ClientError:  # S3Proxy cannot list them
        return True


def in_the_middle(output, then):
    """Calls `then` when the store has a part of an output, and gives the exit code and the last words of the run."""
    running = subprocess.Popen(
        [*NEARDUP, "dedup", f"s3://{BUCKET}/{KEY}/docs.jsonl", "-o", f"s3://{BUCKET}/{output}"], stderr=subprocess.PIPE, text=True
    )
    while running.poll() is None:
        if any(has_part(each) for each in uploads() if each["Key"] == output):
            then(running)
            break
        threading.Event().wait(0.02)
    else:
        raise AssertionError("the run ended before it was met")
    return running.wait(), running.stderr.read()


def check_a_killed_run_leaves_nothing():
    before = keys()
    code, _ = in_the_middle("killed.jsonl", lambda running: running.kill())
    assert code == -signal.SIGKILL and named(keys()) == named(before)
    empty = [each["Key"] for each in uploads()]
    print(f"  the store keeps the parts of {empty}")


def check_an_interrupted_run_leaves_nothing():
    before, left = keys(), len(uploads())
    code, said = in_the_middle("interrupted.jsonl", lambda running: running.send_signal(signal.SIGINT))
    assert code == 130, said
    assert named(keys()) == named(before)
    assert len(uploads()) == left, "parts of the interrupted run are left"


def check_an_input_that_changes_ends_the_run():
    before = keys()
    other = lambda running: store.put_object(Bucket=BUCKET, Key=f"{KEY}/docs.jsonl", Body=b'{"id":"x","text":"another"}\n' * 200_000)
    code, said = in_the_middle("changed.jsonl", other)
    assert code == 2 and "changed" in said, (code, said)
    assert named(keys()) == named(before)


def check_wrong_keys_end_in_a_sentence():
    before = keys()
    for wrong in ({"AWS_SECRET_ACCESS_KEY": "wrongsecret"}, {"AWS_ACCESS_KEY_ID": "wrongid"}):
        said = neardup("dedup", f"s3://{BUCKET}/many/*.jsonl", "-o", f"s3://{BUCKET}/new.jsonl", code=2, **wrong).stderr
        # Versity answers 404 to a user that it does not know
        assert ("403" in said or "UserNotFound" in said) and "wrongsecret" not in said, said
    said = neardup("dedup", f"s3://{BUCKET}-none/x.jsonl", code=2).stderr
    assert "NoSuchBucket" in said, said
    assert keys() == before


def main():
    if BUCKET not in [each["Name"] for each in store.list_buckets()["Buckets"]]:
        store.create_bucket(Bucket=BUCKET)
    empty_bucket()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = documents()
        table = pa.Table.from_pylist(rows)
        (folder / "docs.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        pa.parquet.write_table(table, folder / "docs.parquet", row_group_size=2000)
        with pa.OSFile(str(folder / "docs.arrow"), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table, 2000)
        with pa.OSFile(str(folder / "docs.jsonl.zst"), "wb") as file, pa.CompressedOutputStream(file, "zstd") as packed:
            packed.write((folder / "docs.jsonl").read_bytes())
        for check, given in (
            (check_files_are_the_same, [folder]),
            (check_lists_of_several_pages, [folder]),
            (check_wrong_keys_end_in_a_sentence, []),
            (check_a_killed_run_leaves_nothing, []),
            (check_an_interrupted_run_leaves_nothing, []),
            (check_an_input_that_changes_ends_the_run, []),
        ):
            print(check.__name__[6:].replace("_", " "), flush=True)
            check(*given)
    empty_bucket()
    store.delete_bucket(Bucket=BUCKET)
    print("all held")


if __name__ == "__main__":
    sys.exit(main())
