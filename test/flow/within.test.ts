/** `within` and `uniqueBy`: fields say which documents are compared, and which are copies whatever their texts say. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, groups } from '../../src/index.ts';
import { inWords, type Wording } from '../../src/wording.ts';

interface Sample {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  readonly date?: string;
  readonly url?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'neardup-within-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FERRY = 'the ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'a green lamp was found in the attic of the mill wrapped in three issues of a weekly paper';

async function removed(documents: readonly object[], options: DedupOptions) {
  const found = await dedup(documents as never, { threads: 1, ...options }).toArray();
  return found.map(({ id, keptId, sameKey }) => (sameKey ? `${id}=${keptId}` : `${id}~${keptId}`));
}

describe('documents that are compared only within a field', () => {
  const copies = (values: readonly object[]) =>
    values.map((value, i) => ({ id: `${i}`, text: FERRY, ...value }));

  test.each(['bands', 'exact', 'simhash'] as const)(
    'documents are compared only with those that have the same value, and those without one with each other (%s)',
    async (method) => {
      const documents = [
        ...copies([{ lang: 'en' }, { lang: 'de' }, { lang: 'en' }, {}, { lang: '' }, { lang: 'de' }]),
        { id: 'near', lang: 'de', text: `${FERRY} and returns` },
      ];
      expect(await removed(documents, { within: 'lang', method })).toEqual(['2~0', '4~3', '5~1', 'near~1']);
      expect(await removed(documents, { method })).toHaveLength(6);
    },
  );

  test('documents are compared only with those whose dates are within the time, whatever form the dates have', async () => {
    const dates = [
      '2024-01-01',
      '2024-01-08',
      '2024-01-08T00:00:01Z',
      'Mon, 01 Jan 2024 12:00:00 +0000',
      1704067200,
    ];
    const documents = copies(dates.map((date) => ({ date })));
    expect(await removed(documents, { within: 'date:7d' })).toEqual(['1~0', '3~0', '4~0']);
    expect(await removed(documents, { within: 'date:1s' })).toEqual(['2~1', '4~0']);
    expect(await removed(documents, { within: 'date:8d' })).toHaveLength(4);
  });

  test('documents without a date are compared with each other, and the run says how many they are', async () => {
    const notes: string[] = [];
    const documents = copies([{ date: '2024-01-01' }, { date: 'soon' }, {}]);
    const onProgress = ({ note }: { readonly note?: Wording }) => {
      if (note !== undefined) notes.push(inWords(note));
    };
    expect(await removed(documents, { within: 'date:7d', onProgress })).toEqual(['2~1']);
    expect(notes.join()).toContain('2 documents have no date');
  });

  test('a document of the reference counts within its field only', async () => {
    const path = join(folder, 'old.jsonl');
    writeFileSync(path, `${JSON.stringify({ id: 'old', text: FERRY, lang: 'en', url: 'http://x.org/1' })}\n`);
    const documents = copies([{ lang: 'de' }, { lang: 'en' }]);
    expect(await removed(documents, { within: 'lang', against: path })).toEqual(['1~old']);
    const other = [{ id: 'new', text: LAMP, url: 'https://x.org/1#top' }];
    expect(await removed(other, { uniqueBy: 'url', against: path })).toEqual(['new=old']);
  });

  test('a field that no document has is refused, before the files are read', async () => {
    const path = join(folder, 'in.jsonl');
    writeFileSync(path, `${JSON.stringify({ id: 'a', text: FERRY, lang: 'en' })}\n`);
    for (const options of [{ within: 'language' }, { within: 'language:2d' }, { uniqueBy: 'link' }]) {
      await expect(dedup(path, options).toArray()).rejects.toThrow(/a field that documents have/);
      await expect(dedup([{ text: FERRY }], options).toArray()).rejects.toThrow(
        /a field that documents have/,
      );
      await expect(groups(path, options).toArray()).rejects.toThrow(/a field that documents have/);
    }
  });
});

describe('documents that are unique by a field', () => {
  test('pages of one URL are copies whatever they say, beside those of one text', async () => {
    const documents = [
      { id: 'a', text: FERRY, url: 'https://news.org/ferry?utm_source=mail&b=2&a=1' },
      { id: 'b', text: LAMP, url: 'http://NEWS.org:80/ferry/?a=1&b=2#comments' },
      { id: 'c', text: `${FERRY} again`, url: 'https://mirror.org/f' },
      {
        id: 'd',
        text: 'quite another page of a mirror, with nothing in common',
        url: 'https://mirror.org/f',
      },
      { id: 'e', text: LAMP, url: 'https://news.org/ferry?a=2' },
      { id: 'f', text: 'words without any address at all, as they were found' },
      { id: 'g', text: 'other words without any address, and of another kind', url: ' ' },
    ];
    // d is no copy: the page with its URL does not stay
    expect(await removed(documents, { uniqueBy: 'url' })).toEqual(['b=a', 'c~a']);
    const evidence = await dedup(documents, { uniqueBy: 'url', threads: 1 }).toArray();
    expect(evidence[0]).toMatchObject({ id: 'b', resemblance: 0, identical: false, sameKey: true });
    const identical = [...documents.slice(0, 1), { ...documents[0], id: 'x', url: 'https://other.org' }];
    expect((await dedup(identical, { uniqueBy: 'url', threads: 1 }).toArray())[0]).toMatchObject({
      ...{ id: 'x', identical: true, resemblance: 1 },
    });
  });

  test('a value that is no URL is a key as it is', async () => {
    const documents = ['A-1', 'a-1', 'A-1', 7, '7'].map((sku, i) => ({
      id: `${i}`,
      sku,
      text: `${i} ${LAMP.slice(i * 17)}`,
    }));
    expect(await removed(documents, { uniqueBy: 'sku' })).toEqual(['2=0', '4=3']);
  });
});

describe('groups of documents with conditions on fields', () => {
  const WORDS = ['one', 'two', 'three', 'four', 'five', 'six'];
  const edits = fc.array(fc.tuple(fc.nat(19), fc.constantFrom(...WORDS)), { maxLength: 3 });
  const sample = fc.record({
    base: fc.constantFrom(FERRY.split(' '), LAMP.split(' ')),
    edits,
    lang: fc.option(fc.constantFrom('en', 'de'), { nil: undefined }),
    day: fc.option(fc.nat(20), { nil: undefined }),
    url: fc.option(fc.constantFrom('https://a.org/1', 'https://a.org/2', 'https://b.org'), {
      nil: undefined,
    }),
  });
  const options = fc.constantFrom<DedupOptions>(
    { within: 'lang' },
    { within: 'date:3d' },
    { uniqueBy: 'url' },
    { within: 'lang', uniqueBy: 'url' },
    { within: 'date:3d', uniqueBy: 'url' },
  );

  test('every document goes with the kept one that is most like it among those that the fields allow, as a plain search finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { minLength: 2, maxLength: 25 }), options, async (given, option) => {
        const documents = given.map(({ base, edits, lang, day, url }, i): Sample => {
          const words = [...base];
          for (const [at, word] of edits) words[at % words.length] = word;
          const date = day === undefined ? undefined : new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
          return { id: `d${i}`, text: words.join(' '), lang, date, url };
        });
        const hasFields = documents.some(({ lang }) => lang) && documents.some(({ url }) => url);
        if (!hasFields || !documents.some(({ date }) => date)) return;
        const expected = plainSearch(documents, option);
        expect(await removed(documents, { ...option, method: 'exact' })).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});

/** The rule, document by document, without any index. */
function plainSearch(documents: readonly Sample[], { within, uniqueBy }: DedupOptions): string[] {
  const DAY = 86_400_000;
  const shingles = ({ text }: Sample) => {
    const words = text.split(' ');
    return new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')));
  };
  const resemblance = (a: Sample, b: Sample) => {
    const [one, other] = [shingles(a), shingles(b)];
    const common = [...one].filter((shingle) => other.has(shingle)).length;
    return common / (one.size + other.size - common);
  };
  const mayMeet = (a: Sample, b: Sample) => {
    if (within === 'lang') return a.lang === b.lang;
    if (within === undefined || (a.date === undefined && b.date === undefined)) return true;
    return Math.abs(Date.parse(a.date ?? '') - Date.parse(b.date ?? '')) <= 3 * DAY;
  };
  const isSameKey = (a: Sample, b: Sample) =>
    uniqueBy !== undefined && a.url !== undefined && a.url === b.url;
  const kindOf = ({ text, lang, date, url }: Sample) =>
    JSON.stringify([text, within === 'lang' ? lang : within && date, uniqueBy && url]);
  const kept: Sample[] = [];
  const decided = new Map<string, Sample>();
  const found: string[] = [];
  for (const document of documents) {
    const known = decided.get(kindOf(document));
    const candidates = kept.filter(
      (other) =>
        mayMeet(document, other) && (isSameKey(document, other) || resemblance(document, other) >= 0.8),
    );
    const best = candidates.reduce<Sample | undefined>(
      (one, other) =>
        one === undefined || resemblance(document, other) > resemblance(document, one) ? other : one,
      undefined,
    );
    const leader = known ?? best;
    if (leader !== undefined)
      found.push(`${document.id}${isSameKey(document, leader) ? '=' : '~'}${leader.id}`);
    else kept.push(document);
    decided.set(kindOf(document), leader ?? document);
  }
  return found;
}
