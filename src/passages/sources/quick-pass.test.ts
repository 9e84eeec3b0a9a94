import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Canonicalizer, canonicalText } from '../../canonicalize/index.ts';
import { openEngine } from '../../engines/index.ts';
import { completeOptions } from '../../option-rules.ts';
import { openInput, READ_RUN_RULES } from '../../read/index.ts';
import { canonicalSentences, type SentenceSteps } from '../canonical-sentences.ts';
import { splitSentences } from '../sentences.ts';
import { SourceIndex } from '../sources.ts';

const READING = completeOptions(READ_RUN_RULES, {});
let steps: SentenceSteps;

beforeAll(async () => {
  const engine = await openEngine({ threads: 1 });
  steps = { engine, canonicalizer: await Canonicalizer.open(engine.heap, {}), canonical: false };
});
afterAll(async () => {
  steps.canonicalizer.close();
  await steps.engine.close();
});

/** What texts are made of: words of several scripts, and everything that may end a sentence or not end a word. */
const SPACED = [
  ...[
    'one',
    'Two',
    'three',
    'сонце',
    "м'яч",
    'п\u2019ять',
    'Їжак',
    'café',
    'cafe\u0301',
    'x²',
    '²',
    '¹³',
    '12',
    '3,5',
  ],
  ...[
    'co\u00adop',
    'a\u200db',
    'a\ufeffb',
    'U.S',
    'Mr',
    'don\u2019t',
    'ünï',
    '\u0301',
    '한국',
    'עברית',
    '😀',
    'ǅ',
  ],
];
const UNSPACED = ['春天来了', '村里', 'ありがとう', 'สวัสดี'];
const GLUE = [
  ' ',
  ' ',
  ' ',
  ' ',
  ' ',
  '. ',
  '! ',
  ', ',
  '\n',
  '\n\n',
  '\n    ',
  '\n- ',
  '; ',
  '',
  '"',
  '» ',
  '…',
  '。',
  '\t',
  '\u00ad',
];

function textOf(words: readonly string[], maxLength: number): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...GLUE));
  return fc.array(piece, { maxLength, size: 'max' }).map((pieces) => pieces.flat().join(''));
}

/** Words in long sentences, so that these are cut. */
const long = fc
  .array(fc.constantFrom(...SPACED), { minLength: 90, maxLength: 350, size: 'max' })
  .chain((words) => fc.constantFrom(' ', "'", '\u00ad', ' \u00ad').map((glue) => words.join(glue)));

async function sentenceWords(text: string): Promise<string[]> {
  const cut = [{ document: { id: '', text }, sentences: splitSentences(text), first: 0 }];
  const batch = await canonicalSentences(cut, steps);
  const bytes = steps.engine.heap.u8.slice(batch.text, batch.text + batch.bytes);
  batch.release();
  return new TextDecoder()
    .decode(bytes)
    .split(/[\0 ]/)
    .filter((word) => word !== '');
}

test('the words of all sentences are the words of the text, if its scripts have spaces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(textOf(SPACED, 60), textOf(SPACED, 400), long), async (text) => {
      const words = (await canonicalText(text)).split(' ').filter((word) => word !== '');
      expect(await sentenceWords(text)).toEqual(words);
    }),
    { numRuns: 400 },
  );
});

test('the same is found with and without the quick pass: any scripts, reordered, edited, repeated', async () => {
  const some = textOf([...SPACED, ...UNSPACED], 40);
  const shuffled = (text: string) =>
    fc
      .shuffledSubarray(text.split(' '), { minLength: Math.max(1, text.split(' ').length - 1) })
      .map((words) => words.join(' '));
  const query = fc.array(fc.oneof(some, textOf(SPACED, 25)), { minLength: 1, maxLength: 3 });
  const both = query.chain((parts) => {
    const copied = fc.constantFrom(...parts);
    const document = fc.oneof(
      some,
      copied.chain(shuffled),
      fc.tuple(some, copied, some).map((all) => all.join(' ')),
      fc.tuple(some, copied.chain(shuffled), some).map((all) => all.join('. ')),
    );
    return fc.tuple(fc.constant(parts.join('. ')), fc.array(document, { minLength: 1, maxLength: 6 }));
  });
  await fc.assert(
    fc.asyncProperty(both, async ([text, texts]) => {
      const documents = texts.map((each, i) => ({ id: `${i}`, text: each }));
      const all = await SourceIndex.build(documents, { threads: 1 });
      const options = { ...READING, threads: 1 };
      const few = await SourceIndex.buildFor({ text }, await openInput(documents, READING), options);
      for (const limits of [{}, { minWords: 3, similar: 0.1 }, { boilerplate: 2 }])
        expect(await few.find(text, limits)).toEqual(await all.find(text, limits));
      expect(few.documents).toBe(documents.length);
      await all.close();
      await few.close();
    }),
    { numRuns: 60 },
  );
});
