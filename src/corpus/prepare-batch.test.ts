import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Canonicalizer } from '../canonicalize/index.ts';
import type { TextTreatment } from '../canonicalize.ts';
import { openEngine } from '../engines/index.ts';
import { SimhashMode } from '../engines/layouts/modes.ts';
import type { Engine, EngineName } from '../engines.ts';
import { BatchBuilder } from './batch-builder.ts';
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts';

const engines = {} as Record<EngineName, Engine>;

beforeAll(async () => {
  for (const name of ['scalar', 'wasm'] as const) {
    engines[name] = await openEngine({ engine: name, threads: 1 });
  }
});

afterAll(async () => {
  for (const engine of Object.values(engines)) await engine.close();
});

/** All options that change the canonical text. */
const OPTIONS: readonly Partial<TextTreatment>[] = [
  {},
  { ngram: 1 },
  { ngram: 3 },
  { sentences: true },
  { sentences: true, stopWords: true },
  { stopWords: true },
  { stopWords: true, lang: 'zh', ngram: 1 },
  { stems: true },
  { stems: true, stopWords: true, sentences: true },
  { stems: true, lang: 'uk' },
];

interface Prepared {
  readonly text: string;
  readonly words: number;
  readonly fingerprint: bigint;
}

interface Text {
  readonly text: string;
  readonly lang?: string;
}

describe.each<EngineName>(['wasm', 'scalar'])('the canonical form of a text, %s', (name) => {
  it.each(OPTIONS)(
    'the canonical form of a text is the same alone and beside any neighbors, in any order, with %j',
    async (options) => {
      const engine = engines[name];
      const canonicalizer = await Canonicalizer.open(engine.heap, options);
      const alone = async (text: Text) => (await prepare(engine, canonicalizer, [text]))[0];
      await fc.assert(
        fc.asyncProperty(fc.array(anyText(), { minLength: 1, maxLength: 6 }), async (texts) => {
          const together = await prepare(engine, canonicalizer, texts);
          for (const [i, text] of texts.entries()) expect(together[i]).toEqual(await alone(text));
        }),
        { numRuns: name === 'wasm' ? 150 : 60 },
      );
      canonicalizer.close();
    },
  );

  it('ends sentences at full-width and half-width marks, whatever else the text holds', async () => {
    const canonicalizer = await Canonicalizer.open(engines[name].heap, { sentences: true, ngram: 1 });
    for (const mark of ['；', '！', '？', '。', '｡', '．']) {
      const texts = [{ text: `测${mark}\n 对` }, { text: `测${mark}\n 对 e\u0301` }, { text: '\ufa38' }];
      const [plain, accented] = await prepare(engines[name], canonicalizer, texts);
      expect([plain.text, accented.text]).toEqual(['测\x1e对', '测\x1e对 é']);
    }
    canonicalizer.close();
  });
});

async function prepare(
  engine: Engine,
  canonicalizer: Canonicalizer,
  texts: readonly Text[],
): Promise<Prepared[]> {
  const { heap } = engine;
  const builder = new BatchBuilder(heap);
  for (const { text, lang } of texts) builder.add(text, lang);
  const steps = { engine, canonicalizer, canonical: false, simhashMode: SimhashMode.mixed };
  const batch = await prepareBatch(builder.finish()!, { ...steps, fingerprints: true, contents: true });
  const prepared = texts.map((_, i) => ({
    text: textOf(batch, i, engine),
    words: heap.u32[batch.words / 4 + i],
    fingerprint: heap.u64[batch.fingerprints / 8 + i],
  }));
  batch.release();
  return prepared;
}

function textOf(batch: PreparedBatch, i: number, { heap }: Engine): string {
  const [start, end] = heap.u32.subarray(batch.offsets / 4 + i, batch.offsets / 4 + i + 2);
  return new TextDecoder().decode(heap.u8.slice(batch.text + start, batch.text + end - 1));
}

const PARTS = [
  ...['The cat', ' sat', 'running', ' on the', ' mat', '. ', '! ', '; ', "don't", 'naïve', ' Ａｂｃ１２'],
  ...[
    'Міська рада',
    ' збереться',
    ' м’ята',
    ' не ',
    'замок',
    '滑鼠',
    '檔案',
    '测',
    '对',
    '的',
    '。',
    '；',
    '！',
    '？',
  ],
  ...['．', '｡', '…', '，', '￣', '＇', 'ｶ', 'ﾊ', '\n', '\n\n', '  ', '²', '한', 'กิ', '\u00ad', '\ufeff'],
];
/** What NFC changes, or may change. */
const UNSETTLED = [
  '\ufa38',
  'e\u0301',
  'и\u0306',
  '\u212b',
  'ｶﾞ',
  'か\u3099',
  '；\u0301',
  'ก\u0e49\u0e38',
  '\u1100\u1161',
];

function anyText(): fc.Arbitrary<Text> {
  const part = fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...PARTS) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(...UNSETTLED) },
  );
  const lang = fc.constantFrom(undefined, undefined, undefined, 'en', 'uk', 'zh');
  return fc.record({ text: fc.array(part, { maxLength: 25 }).map((parts) => parts.join('')), lang });
}
