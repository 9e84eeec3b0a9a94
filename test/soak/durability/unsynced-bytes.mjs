// What a loss of power may take from the log after a process under strace has ended: bytes that were written and never synced, or whose sync
// failed, since the system then takes them for written. They are turned into zeros, as if they had never reached the device.
import { closeSync, existsSync, fstatSync, openSync, writeSync } from 'node:fs';
import { TraceCalls } from './trace-calls.mjs';

const IN_LOG = /\/log\/[^/]*$/;

/** @returns {number} how many bytes were forgotten */
export function forgetUnsynced(trace) {
  const unsynced = new UnsyncedBytes();
  const calls = new TraceCalls(
    (call) => unsynced.begin(call),
    (call, before) => unsynced.end(call, before),
  );
  for (const line of trace) calls.take(line);
  return unsynced.forget();
}

class UnsyncedBytes {
  /** Path → ranges of bytes; those whose sync failed stay, whatever is synced later. */
  files = new Map();

  /** A sync is for what was written before it began. */
  begin(call) {
    const path = /^f(?:data)?sync\(\d+<([^>]*)>/.exec(call)?.[1];
    return path === undefined ? [] : [...this.rangesOf(path)];
  }

  end(call, before) {
    const [, name, path] = /^(\w+)\(\d*<?([^>]*)>?/.exec(call) ?? [];
    const [, result] = /\) += (\S+)/.exec(call) ?? [];
    if (name === 'fsync' || name === 'fdatasync') {
      if (result === '0') this.keep(path, (range) => range.failed || !before.includes(range));
      else for (const range of before) range.failed = true;
    }
    if (result === '-1' || call.endsWith('(INJECTED)')) return;
    const [, length, from] = /^pwrite64\(.*, (\d+), (\d+)\) /.exec(call) ?? [];
    if (from !== undefined)
      this.rangesOf(path).push({ from: Number(from), to: Number(from) + Number(length) });
    const [, cut] = /^ftruncate\(.*, (\d+)\) /.exec(call) ?? [];
    if (cut !== undefined) this.keep(path, ({ from }) => from < Number(cut));
    const [, old, now] = /^(?:rename|link)\w*\(.*?"([^"]*)", (?:.*?, )?"([^"]*)"/.exec(call) ?? [];
    if (old !== undefined) this.files.set(now, this.rangesOf(old));
  }

  rangesOf(path) {
    if (!this.files.has(path)) this.files.set(path, []);
    return this.files.get(path);
  }

  keep(path, isKept) {
    this.files.set(path, this.rangesOf(path).filter(isKept));
  }

  forget() {
    let bytes = 0;
    for (const [path, ranges] of this.files) {
      if (!IN_LOG.test(path) || !existsSync(path)) continue;
      const file = openSync(path, 'r+');
      const { size } = fstatSync(file);
      for (const { from, to } of ranges) {
        const length = Math.min(to, size) - from;
        if (length > 0) bytes += writeSync(file, Buffer.alloc(length), 0, length, from);
      }
      closeSync(file);
    }
    return bytes;
  }
}
