/** What a process asked of the kernel, recorded by strace: which files and names below a folder were not synced, at any moment. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TraceCalls } from '../soak/durability/trace-calls.mjs';

const TRACED =
  'openat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,link,linkat';

export function hasStrace(): boolean {
  return spawnSync('strace', ['-V']).status === 0;
}

export interface Recorded {
  /** For each line that the process printed: what was not on the device then. */
  readonly printed: readonly { readonly line: string; readonly unsynced: readonly string[] }[];
  /** Files that got another name before their content was on the device. */
  readonly renamedUnsynced: readonly string[];
  /** Syncs that returned. */
  readonly syncs: number;
}

/** Runs a program and follows what it does below `folder`. */
export function record(folder: string, program: readonly string[]): Recorded {
  const traces = mkdtempSync(join(tmpdir(), 'neardup-trace-'));
  try {
    const file = join(traces, 'trace');
    const run = spawnSync(
      'strace',
      ['-f', '-y', '-s', '400', '-o', file, '-e', `trace=${TRACED}`, ...program],
      {
        encoding: 'utf8',
      },
    );
    if (run.status !== 0) throw new Error(`exit code ${run.status}: ${run.stderr}`);
    const calls = new RecordedCalls(folder);
    const trace = new TraceCalls(
      (call) => calls.begin(call),
      (call, changes: number) => calls.end(call, changes),
    );
    for (const line of readFileSync(file, 'utf8').split('\n')) trace.take(line);
    return calls;
  } finally {
    rmSync(traces, { recursive: true });
  }
}

class RecordedCalls implements Recorded {
  readonly printed: { line: string; unsynced: string[] }[] = [];
  readonly renamedUnsynced: string[] = [];
  syncs = 0;
  /** Files and folders that have changed, with the number of the last change. */
  private readonly changed = new Map<string, number>();
  private changes = 0;

  constructor(private readonly folder: string) {}

  /** @returns The number of changes when a call begins. */
  begin(call: string): number {
    const printed = /^writev?\(1<[^>]*>, "((?:[^"\\]|\\.)*)/.exec(call)?.[1];
    if (printed !== undefined)
      this.printed.push({ line: printed, unsynced: [...this.changed.keys()].sort() });
    const written = /^(?:write|pwrite64|writev|pwritev|ftruncate)\(\d+<([^>]*)>/.exec(call)?.[1];
    if (written !== undefined) this.change(written);
    return this.changes;
  }

  end(call: string, changesBefore: number): void {
    if (/= -1 /.test(call)) return;
    const synced = /^f(?:data)?sync\(\d+<([^>]*)>.*\) += 0$/.exec(call)?.[1];
    if (synced?.startsWith(this.folder)) {
      this.syncs++;
      if ((this.changed.get(synced) ?? 0) <= changesBefore) this.changed.delete(synced);
    }
    const made =
      /^openat\(.*?, "([^"]*)", \S*O_CREAT/.exec(call)?.[1] ?? /^mkdir(?:at)?\(.*?"([^"]*)"/.exec(call)?.[1];
    if (made !== undefined) this.change(dirname(made));
    const renamed = /^(?:rename|link)\w*\(.*?"([^"]*)", (?:.*?, )?"([^"]*)"/.exec(call);
    if (renamed !== null) this.rename(renamed[1], renamed[2]);
  }

  private rename(from: string, to: string): void {
    if (this.changed.delete(from)) {
      this.renamedUnsynced.push(to);
      this.change(to);
    }
    this.change(dirname(to));
  }

  private change(path: string): void {
    if (path.startsWith(this.folder)) this.changed.set(path, ++this.changes);
  }
}
