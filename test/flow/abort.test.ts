/** `signal` ends every verb early, wherever it is, and nothing is left behind. */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSourceIndex,
  compare,
  compareIn,
  dedup,
  evaluate,
  fingerprint,
  fingerprintLines,
  fingerprintPairs,
  fingerprintParts,
  groups,
  type Input,
  nearestSignatures,
  type Progress,
  pairs,
  queriesFrom,
  search,
  texts,
} from '../../src/index.ts';

interface Options {
  readonly signal: AbortSignal;
  readonly temp: string;
  readonly threads: number;
  readonly onProgress?: (progress: Progress) => void;
}

const REASON = new Error('the user has left');
let folder: string;
let documents: string;
const within = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abort-'));
  documents = within('documents.jsonl');
  const lines = Array.from({ length: 300 }, (_, i) => ({ id: `d${i}`, text: sentence(i % 290) }));
  writeFileSync(documents, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(within('truth.tsv'), 'd0\td290\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const temp = () => {
  rmSync(within('temp'), { recursive: true, force: true });
  return mkdtempSync(within('temp'));
};

/** Every verb that reads a collection. */
const VERBS: Record<string, (input: Input, options: Options) => Promise<unknown>> = {
  dedup: (input, options) => dedup(input, options).toArray(),
  groups: (input, options) => groups(input, { ...options, output: within('out.csv') }).summary,
  pairs: (input, options) => pairs(input, { ...options, output: within('out.jsonl') }).toArray(),
  evaluate: (input, options) => evaluate(input, within('truth.tsv'), options),
  fingerprint: (input, options) => fingerprint(input, options).toArray(),
  fingerprintLines: (input, options) => fingerprintLines(input, 'json', options).toArray(),
  fingerprintParts: (input, options) => fingerprintParts(input, options).toArray(),
  texts: (input, { threads, ...options }) => texts(input, options).toArray(),
  search: (input, options) => search(sentence(1), { ...options, in: input }).toArray(),
  buildSourceIndex: async (input, { onProgress, ...options }) =>
    (await buildSourceIndex(input, options)).close(),
  compareIn: (input, options) => compareIn({ text: sentence(1) }, input, options),
};

/** Those that ask a question after reading, by the stage that they tell of then. */
const STAGES: Record<string, Progress['stage']> = {
  dedup: 'match',
  groups: 'verify',
  pairs: 'verify',
  evaluate: 'match',
  search: 'match',
};

function sentence(seed: number): string {
  let state = seed + 1;
  const word = () => {
    state = (state * 48_271) % 2_147_483_647;
    return `w${(state % 5000).toString(36)}`;
  };
  return `${Array.from({ length: 40 }, word).join(' ')}.`;
}

afterEach(() => {
  for (const name of ['out.csv', 'out.jsonl', 'clean.jsonl']) expect(existsSync(within(name))).toBe(false);
  expect(existsSync(within('out')) ? readdirSync(within('out')) : []).toEqual([]);
});

describe.each(Object.keys(VERBS))('%s with a signal', (name) => {
  const verb = VERBS[name];

  it('a call with a signal that is already aborted reads nothing and rejects with its reason', async () => {
    let asked = false;
    const input = (function* () {
      asked = true;
      yield { id: 'a', text: 'one' };
    })();
    const signal = AbortSignal.abort(REASON);
    await expect(verb(input, { signal, temp: temp(), threads: 1 })).rejects.toBe(REASON);
    expect(asked).toBe(false);
  });

  it('rejects while it waits for a document that never comes', async () => {
    const controller = new AbortController();
    const home = temp();
    const input = (async function* () {
      yield { id: 'a', text: sentence(1) };
      setTimeout(() => controller.abort(REASON), 5);
      await new Promise(() => {});
    })();
    await expect(verb(input, { signal: controller.signal, temp: home, threads: 2 })).rejects.toBe(REASON);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe.each(Object.entries(STAGES))('%s with a signal that aborts', (name, stage) => {
  it.each([1, 2])('rejects while it computes on %i threads', async (threads) => {
    const controller = new AbortController();
    const home = temp();
    const onProgress = (progress: Progress) => {
      if (progress.stage === stage) controller.abort(REASON);
    };
    const options = { signal: controller.signal, temp: home, threads, onProgress };
    await expect(VERBS[name](documents, options)).rejects.toBe(REASON);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('a signal', () => {
  it('a signal that aborts while kept documents are written leaves no output', async () => {
    const controller = new AbortController();
    const onProgress = ({ stage }: Progress) => stage === 'write' && controller.abort(REASON);
    const output = within('clean.jsonl');
    const run = dedup(documents, { signal: controller.signal, output, onProgress, threads: 1 });
    await expect(run.summary).rejects.toBe(REASON);
    expect(readdirSync(folder).filter((entry) => entry.includes('clean'))).toEqual([]);
  });

  it('a signal that aborts between two results ends the run', async () => {
    const controller = new AbortController();
    const run = fingerprint(documents, { signal: controller.signal, threads: 1 });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of run) if (seen.push(id) === 2) controller.abort(REASON);
    })();
    await expect(reading).rejects.toBe(REASON);
    await expect(run.summary).rejects.toBe(REASON);
    expect(seen).toEqual(['d0', 'd1']);
  });

  it('a signal that aborts by a timer ends a comparison that keeps its thread busy', async () => {
    const essay = (from: number) => Array.from({ length: 1500 }, (_, i) => sentence(from + i)).join(' ');
    const controller = new AbortController();
    setTimeout(() => controller.abort(REASON), 1);
    const { signal } = controller;
    const [a, b] = [{ text: essay(0) }, { text: essay(500) }];
    await expect(compare(a, [b, b, b], { signal, threads: 1, lang: 'en' })).rejects.toBe(REASON);
  });

  it('ends the extraction of a document', async () => {
    const path = within('slow.rtf');
    writeFileSync(path, `{\\rtf1 ${'{\\b x}'.repeat(400_000)}}`);
    const signal = AbortSignal.timeout(1);
    await expect(texts(path, { signal }).toArray()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('a signal that never aborts changes nothing, and is listened to no more after the run', async () => {
    const { signal } = new AbortController();
    const counts = { added: 0, removed: 0 };
    const [add, remove] = [signal.addEventListener, signal.removeEventListener];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      counts.added++;
      add.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      counts.removed++;
      remove.apply(signal, args);
    };
    const input = () => [
      { id: 'a', text: sentence(1) },
      { id: 'b', text: sentence(1) },
    ];
    const plain = await dedup(input(), { threads: 2 }).toArray();
    expect(await dedup(input(), { threads: 2, signal }).toArray()).toEqual(plain);
    expect(counts.added).toBeGreaterThan(0);
    expect(counts.removed).toBe(counts.added);
  });

  it('a signal is refused if it is no AbortSignal', () => {
    const signal = 'stop' as unknown as AbortSignal;
    expect(() => dedup(documents, { signal })).toThrow('Expected `signal` to be an AbortSignal');
  });

  it.runIf(process.platform !== 'win32')('ends the wait for a pipe that nothing is written to', async () => {
    const pipe = within('pipe');
    execFileSync('mkfifo', [pipe]);
    // it stays open for writing, so that it has no end
    const writer = openSync(pipe, 'r+');
    try {
      for (const verb of [
        (signal: AbortSignal) => fingerprintPairs(pipe, { signal }).toArray(),
        (signal: AbortSignal) => nearestSignatures(pipe, { in: pipe, signal }).toArray(),
        (signal: AbortSignal) => queriesFrom([pipe], { signal }),
        (signal: AbortSignal) => dedup(pipe, { signal }).toArray(),
      ]) {
        const controller = new AbortController();
        setTimeout(() => controller.abort(REASON), 5);
        await expect(verb(controller.signal)).rejects.toBe(REASON);
      }
    } finally {
      closeSync(writer);
      rmSync(pipe);
    }
  });
});
