/** The options of all verbs: names, values and types. `npm run check` fails if a line marked with @ts-expect-error compiles. */
import { describe, expect, it } from 'vitest';
import {
  canonicalText,
  compare,
  compareIn,
  DEFAULTS,
  type DedupOptions,
  dedup,
  fingerprint,
  fingerprintParts,
  groups,
  NeardupError,
  type PairsOptions,
  pairs,
  type SearchOptions,
  search,
  simhashOf,
  texts,
} from './index.ts';
import { integer, resolveOptions } from './option-rules.ts';

/** The error that a call raises, at once or as a rejected promise. */
async function refused(call: () => unknown): Promise<NeardupError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof NeardupError) return error;
    throw error;
  }
  throw new Error('expected a NeardupError, got none');
}

describe('the types of options', () => {
  it('the types of options are what a caller writes: every option may be left out', () => {
    const kept: DedupOptions = { keep: 'longest', against: 'old.jsonl', threads: 2 };
    const near: SearchOptions = { in: 'news.jsonl', k: 3 };
    const all: PairsOptions = {};
    expect([kept, near, all]).toHaveLength(3);
  });

  it('the types of options refuse options of other verbs, and so do the verbs at run time', async () => {
    const calls: (() => unknown)[] = [
      // @ts-expect-error search removes nothing
      () => search('x', { in: [], keep: 'longest' }),
      // @ts-expect-error search has no reference
      () => search('x', { in: [], onlyAgainst: true }),
      // @ts-expect-error search computes no fingerprints
      () => search('x', { in: [], hash: 'sdbm' }),
      // @ts-expect-error pairs keeps every document
      () => pairs([], { keep: 'longest' }),
      // @ts-expect-error only dedup removes documents
      () => groups([], { removed: 'removed.jsonl' }),
      // @ts-expect-error fingerprints are not compared here
      () => fingerprint([], { threshold: 0.5 }),
      // @ts-expect-error texts are not made canonical here
      () => texts([], { stems: true }),
      // @ts-expect-error compare looks for no sources
      () => compare('a', 'b', { sources: 3 }),
      // @ts-expect-error compare has its own thresholds
      () => compareIn('a', 'b', { threshold: 0.5 }),
      // @ts-expect-error nothing is compared here
      () => fingerprintParts([], { containment: 0.9 }),
      // @ts-expect-error there is one text
      () => canonicalText('x', { threads: 2 }),
      // @ts-expect-error words are not changed
      () => simhashOf('x', { stems: true }),
    ];
    for (const call of calls) expect((await refused(call)).code).toBe('BAD_OPTION');
  });
});

describe('an unknown option', () => {
  it.each([
    ['treshold', 'threshold'],
    ['text-field', 'textField'],
    ['Keep', 'keep'],
    ['maxDistanc', 'maxDistance'],
  ])('the error for the unknown option %s names it and suggests %s', async (name, nearest) => {
    const error = await refused(() => dedup([], { [name]: 1 }));
    expect(error).toMatchObject({
      code: 'BAD_OPTION',
      option: name,
      message: `There is no option \`${name}\` here.`,
      advice: `Did you mean \`${nearest}\`?`,
    });
  });

  it('an unknown option that resembles none is answered with the list of options', async () => {
    const { advice } = await refused(() => texts([], { zzzzzzzz: 1 } as object));
    expect(advice).toMatch(
      /^The options are `attachments`, `chunk`, `documentMemory`, `documentSeconds`, .*`textField`, `threads`\.$/,
    );
  });

  it('an unknown option may be undefined, as every option may', async () => {
    const given = { treshold: undefined, threshold: undefined } as object;
    expect(await dedup([{ text: 'one' }], given).toArray()).toEqual([]);
  });
});

describe('an option out of range', () => {
  it.each<[string, () => unknown, string]>([
    ['threshold', () => dedup([], { threshold: 7 }), 'a number above 0 and up to 1, got `7`'],
    [
      'maxDistance',
      () => pairs([], { method: 'simhash', maxDistance: 8 }),
      'an integer from 0 to 7, got `8`',
    ],
    [
      'keep',
      () => groups([], { keep: 'best' }),
      'first, last, longest, shortest, newest, oldest, largest, max:FIELD or min:FIELD, got `best`',
    ],
    ['lang', () => pairs([], { lang: 'xx', stems: true }), '`auto` or the code of a language'],
    ['stems', () => pairs([], { stems: 'yes' as never }), '`true` or `false`, got `yes`'],
    ['onProblem', () => texts([], { onProblem: 1 as never }), 'a function, got `1`'],
    ['k', () => search('x', { in: [], k: 0 }), 'an integer from 1 to 10000, got `0`'],
    [
      'rightWeight',
      () => compare('a', 'b', { rightWeight: 0.5 }),
      'a number from `similarWeight` up to 1, got `0.5`',
    ],
    [
      'engine',
      () => pairs([], { engine: 'fpga' as never }),
      '`auto` or `wasm` or `scalar` or `gpu`, got `fpga`',
    ],
    ['options', () => dedup([], 7 as never), 'an object, got `7`'],
  ])(
    'the error for %s out of range carries its name and what was expected',
    async (option, call, expected) => {
      const error = await refused(call);
      expect(error).toMatchObject({ code: 'BAD_OPTION', option });
      expect(error.message).toContain(`Expected \`${option}\` to be ${expected}`);
    },
  );
});

describe('an option without effect', () => {
  it.each<[string, () => unknown]>([
    ['maxDistance', () => pairs([], { maxDistance: 3 })],
    ['tables', () => dedup([], { method: 'bands', tables: 4 })],
    ['lang', () => dedup([], { lang: 'en' })],
    ['stems', () => dedup([], { canonical: true, stems: true })],
    ['ngram', () => fingerprint([], { canonical: true, ngram: 1 })],
    ['ngram', () => fingerprint([], { segment: 'words', ngram: 1 })],
    ['quality', () => search('x', { in: [], exact: true, quality: 0.9 })],
  ])('the option %s without effect is refused, and the error says why', async (option, call) => {
    const error = await refused(call);
    expect(error).toMatchObject({ code: 'BAD_OPTION', option });
    expect(error.message).toMatch(/^`\w+` has no effect: .+\.$/);
  });

  it('an option without effect is no error if it says what is the default anyway', async () => {
    const given = { lang: 'auto', stems: false, canonical: true } as const;
    expect(await pairs([{ text: 'one' }], given).toArray()).toEqual([]);
  });
});

describe('defaults', () => {
  it('defaults are those of dedup', () => {
    expect(DEFAULTS).toMatchObject({ threshold: 0.8, keep: 'first', method: 'auto', textField: 'text' });
    expect(DEFAULTS).toMatchObject({ maxDocument: 100 << 20, lang: 'auto', shingle: 3, maxDistance: 7 });
  });

  it('defaults are filled in without a look at the prototype of what is given', () => {
    const given = Object.create({ n: 9, other: 1 }) as { n?: number };
    expect(resolveOptions({ n: integer(3, 1, 5) }, given)).toEqual({ n: 3 });
  });
});
