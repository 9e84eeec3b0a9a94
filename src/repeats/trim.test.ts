import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trimmed } from '../answers/repeats.ts';
import { canonicalText } from '../canonicalize/index.ts';
import type { TrimOnceOptions as TrimOptions } from './options.ts';
import { trimOnce as trim } from './trim.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trim-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A sentence of ten words like no other. */
const sentence = (n: number) =>
  `Sentence ${n} has words${n} like${n} no${n} other${n} sentence${n} anywhere${n} else${n}.`;
const FOOTER = `${sentence(900)} ${sentence(901)}`;

/** A text without what is cut from it. */
function without(text: string, { cuts }: Pick<Trimmed, 'cuts'>): string {
  let left = '';
  let done = 0;
  for (const { start, end } of cuts) {
    left += text.slice(done, start);
    done = end;
  }
  return left + text.slice(done);
}

const at = (name: string) => join(folder, name);

const byId = (results: readonly Trimmed[]) => new Map(results.map((result) => [result.id, result]));

describe('trim', () => {
  it('a footer stays in the first document, and every cut says where it stayed', async () => {
    const texts = [1, 2, 3].map((n) => `${sentence(n)}\n\n${FOOTER}`);
    const run = trim(
      texts.map((text, i) => ({ id: `d${i + 1}`, text })),
      { least: 15 },
    );
    const results = await run.toArray();
    expect(results.map(({ id, left }) => [id, left])).toEqual([
      ['d2', 10],
      ['d3', 10],
    ]);
    for (const [i, result] of results.entries()) {
      expect(without(texts[i + 1], result)).toBe(sentence(i + 2));
      const [{ words, from = [] }] = result.cuts;
      expect(words).toBe(20);
      expect(from.map(({ id, start, end }) => [id, texts[0].slice(start, end)])).toEqual([
        ['d1', FOOTER.slice(0, -1)],
      ]);
    }
    expect(await run.summary).toMatchObject({
      documents: 3,
      kept: 3,
      removed: 0,
      trimmed: 2,
      cuts: 2,
      words: 90,
      cutWords: 40,
    });
  });

  it('cuts and what is left give back every word, and cut words are equal to those that stayed, in any script and unit', async () => {
    const POOL = [
      sentence(1),
      sentence(2),
      sentence(3),
      'Свіжа м’ята росте біля річки, де влітку збираються діти.',
      '很多人在河邊散步，看日落。',
      '𠀀𠀁𠀂𠀃𠀄𠀅𠀆𠀇。',
      'naïve café — résumé 😀 of the Straße.',
      'A table:\n- one\n- two\n',
      'Ｆｕｌｌ ｗｉｄｔｈ ＡＢＣ',
    ];
    const TEXT = fc
      .array(fc.tuple(fc.constantFrom(...POOL), fc.constantFrom(' ', '\n', '\n\n', '')), { maxLength: 12 })
      .map((parts) => parts.flat().join(''));
    const OPTIONS = fc.record({
      least: fc.integer({ min: 1, max: 25 }),
      cut: fc.constantFrom('sentences', 'words', 'lines', 'paragraphs'),
      keep: fc.constantFrom('first', 'longest', 'last'),
    });
    const words = async (text: string) => canonicalText(text, { ngram: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(TEXT, { minLength: 1, maxLength: 5 }), OPTIONS, async (texts, options) => {
        const results = byId(
          await trim(
            texts.map((text, i) => ({ id: `${i}`, text })),
            options as TrimOptions,
          ).toArray(),
        );
        for (const [id, { cuts, left }] of results) {
          const text = texts[Number(id)];
          expect((await words(text)).split(' ').length).toBe(
            left + cuts.reduce((sum, cut) => sum + cut.words, 0),
          );
          for (const { start, end, from = [] } of cuts) {
            expect(text.slice(start, end).isWellFormed()).toBe(true);
            const stayed: string[] = [];
            for (const place of from) {
              const source = texts[Number(place.id)];
              expect(source.slice(place.start, place.end).isWellFormed()).toBe(true);
              stayed.push(await words(source.slice(place.start, place.end)));
              const gone = results.get(place.id)?.cuts ?? [];
              expect(gone.some((cut) => cut.start < place.end && place.start < cut.end)).toBe(false);
            }
            expect(stayed.join(' ')).toBe(await words(text.slice(start, end)));
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('trimmed again, the output loses nothing more: between cuts no repeat is left', async () => {
    const POOL = [1, 2, 3, 4, 5].map(sentence);
    const TEXT = fc
      .array(fc.tuple(fc.constantFrom(...POOL), fc.constantFrom(' ', '\n\n')), { maxLength: 10 })
      .map((parts) => parts.flat().join(''));
    const CUT = fc.constantFrom('words', 'sentences', 'paragraphs', 'lines');
    const LEAST = fc.integer({ min: 3, max: 25 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(TEXT, { minLength: 1, maxLength: 5 }),
        LEAST,
        CUT,
        async (texts, least, cut) => {
          const results = byId(
            await trim(
              texts.map((text, i) => ({ id: `${i}`, text })),
              { least, cut },
            ).toArray(),
          );
          // the text on both sides of a cut: a window across it may repeat
          const pieces = texts.flatMap((text, i) => {
            const cuts = results.get(`${i}`)?.cuts ?? [];
            const ends = [...cuts.map(({ start }) => start), text.length];
            return ends.map((end, part) => text.slice(part === 0 ? 0 : cuts[part - 1].end, end));
          });
          expect(
            await trim(
              pieces.map((text, i) => ({ id: `${i}`, text })),
              { least, cut },
            ).toArray(),
          ).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the page says what was cut most often, with its text and that of the place where it stayed', async () => {
    const notice = `${FOOTER} <script>alert(1)</script>`;
    const input = at('paged.jsonl');
    const documents = [1, 2, 3, 4].map((n) => ({ id: `<d${n}>`, text: `${sentence(n)}\n\n${notice}` }));
    documents.push({ id: 'e', text: sentence(5) }, { id: 'f', text: `${sentence(5)} ${sentence(6)}` });
    writeFileSync(input, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
    const report = at('cuts.html');
    await trim(input, { least: 10, report }).summary;
    const html = readFileSync(report, 'utf8');
    expect(html.indexOf('cut 3 times')).toBeLessThan(html.indexOf('cut once'));
    expect(html).toContain('stayed in <span class="id" dir="auto">&lt;d1&gt;</span>');
    expect(html).toContain('cut from <span class="id" dir="auto">&lt;d2&gt;</span>');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('<th scope="row">nothing cut</th><td>2</td>');
    const lost = [...html.matchAll(/<th scope="row">[^<]*<\/th><td>(\d+)/g)].map(([, count]) =>
      Number(count),
    );
    expect(lost.reduce((sum, count) => sum + count)).toBe(6);
    await trim(input, { least: 10, keep: 'none', report }).summary;
    expect(readFileSync(report, 'utf8')).not.toContain('stayed in');
    expect(() => trim(input, { report: '' })).toThrow('the path of a file');
  });

  it('a document of nothing but repeats is removed and listed, and so is one with too little left', async () => {
    const documents = [
      { id: 'a', text: FOOTER },
      { id: 'b', text: FOOTER },
      { id: 'c', text: `${FOOTER} ${sentence(1)}` },
      { id: 'short', text: 'Too little, but nothing was cut.' },
    ];
    const run = trim(documents, { least: 15, leastLeft: 11 });
    const results = await run.toArray();
    expect(results.map(({ id, left, removed }) => [id, left, removed])).toEqual([
      ['b', 0, true],
      ['c', 10, true],
    ]);
    expect(await run.summary).toMatchObject({ kept: 2, removed: 2 });
  });

  it('the place that stays is in the document that the policy keeps, and no place stays with `none`', async () => {
    const documents = [1, 2, 3].map((n) => ({
      id: `d${n}`,
      text: `${'more '.repeat(n)}${sentence(n)} ${FOOTER}`,
    }));
    const cutFrom = async (keep: string) =>
      (await trim(documents, { least: 15, keep }).toArray()).map(({ id }) => id);
    expect(await cutFrom('last')).toEqual(['d1', 'd2']);
    expect(await cutFrom('longest')).toEqual(['d1', 'd2']);
    expect(await cutFrom('shortest')).toEqual(['d2', 'd3']);
    expect(await cutFrom('none')).toEqual(['d1', 'd2', 'd3']);
    const [first] = await trim(documents, { least: 15, keep: 'none' }).toArray();
    expect(first.cuts[0]).not.toHaveProperty('from');
  });

  it('only what stands at `copies` places is cut', async () => {
    const documents = [1, 2, 3].map((n) => ({
      text: `${sentence(n)} ${FOOTER} ${n < 3 ? sentence(77) : ''}`,
    }));
    const words = async (copies: number) =>
      (await trim(documents, { least: 10, copies }).toArray()).map(({ left }) => left);
    expect(await words(2)).toEqual([10, 10]);
    expect(await words(3)).toEqual([20, 10]);
    expect(await words(4)).toEqual([]);
  });

  it('what stands in the reference is cut everywhere, and the reference stays as it is', async () => {
    const documents = [1, 2].map((n) => ({ id: `d${n}`, text: `${sentence(n)} ${FOOTER}` }));
    const run = trim(documents, {
      least: 15,
      against: [
        { id: 'd1', text: `Notice: ${FOOTER}` },
        { id: 'x', text: FOOTER },
      ],
    });
    const results = await run.toArray();
    expect(results.map(({ id, left }) => [id, left])).toEqual([
      ['d1', 10],
      ['d2', 10],
    ]);
    expect(results[0].cuts[0].from).toEqual([
      { id: 'd1', start: 8, end: 8 + FOOTER.length - 1, words: 20, reference: true },
    ]);
    expect(await run.summary).toMatchObject({ documents: 2, kept: 2, words: 60 });
  });

  it('whole lines, sentences or paragraphs are compared if asked, and shorter ones stay', async () => {
    const texts = [
      `${sentence(1)}\nshort line\n${sentence(2)} ${sentence(3)}`,
      `${sentence(1)}\nshort line\n${sentence(2)} ${sentence(4)}`,
    ];
    const left = async (options: TrimOptions) => {
      const [result] = await trim(
        texts.map((text) => ({ text })),
        options,
      ).toArray();
      return result === undefined ? undefined : without(texts[1], result);
    };
    expect(await left({ unit: 'line' })).toBe(`short line\n${sentence(2)} ${sentence(4)}`);
    expect(await left({ unit: 'line', least: 1 })).toBe(`${sentence(2)} ${sentence(4)}`);
    // a line end is no end of a sentence
    expect(await left({ unit: 'sentence' })).toBe(sentence(4));
    expect(await left({ unit: 'paragraph' })).toBe(undefined);
  });

  it('the result is the same for any number of threads, either engine and any batch', async () => {
    const path = join(folder, 'same.jsonl');
    const lines = Array.from({ length: 300 }, (_, n) => ({
      id: `d${n}`,
      text: `${sentence(n % 40)} ${sentence(n)} ${FOOTER}`,
    }));
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const results = (options: TrimOptions) => trim(path, { least: 10, ...options }).toArray();
    const expected = await results({ threads: 1 });
    // the first has a repeat inside
    expect(expected.length).toBe(300);
    expect(await results({ threads: 2, chunk: 4096 })).toEqual(expected);
    expect(await results({ engine: 'scalar', chunk: 0 })).toEqual(expected);
    expect(await trim(lines, { least: 10 }).toArray()).toEqual(expected);
  });

  it('JSON lines keep every other field as it was written, and lines without a cut every byte', async () => {
    const [path, output] = [join(folder, 'in.jsonl'), join(folder, 'out.jsonl')];
    const kept = ` {"n":1.50, "content": ${JSON.stringify(`${sentence(1)} ${FOOTER}`)}, "id":"a"}`;
    const cut = (text: string) =>
      `{"id":"b","big":12345678901234567890,"content":${JSON.stringify(text)},"z":"\\u0041"}`;
    writeFileSync(
      path,
      `${kept}\r\n${cut(`${sentence(2)} ${FOOTER}`)}\n{"id":"c","content":${JSON.stringify(FOOTER)}}\n{"id":"d","content":""}\n`,
    );
    const summary = await trim(path, { least: 15, output }).summary;
    expect(readFileSync(output, 'utf8')).toBe(`${kept}\n${cut(sentence(2))}\n{"id":"d","content":""}\n`);
    expect(summary).toMatchObject({ documents: 4, kept: 3, removed: 1, trimmed: 2 });
    const cuts = readFileSync(`${output}.cuts.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(cuts.map(({ id, left, removed }) => [id, left, removed])).toEqual([
      ['b', 10, undefined],
      ['c', 0, true],
    ]);
  });

  it('rows of CSV keep their other cells, and the list of cuts may be a table', async () => {
    const [path, output, spans] = ['in.csv', 'out.csv', 'spans.csv'].map((name) => join(folder, name));
    writeFileSync(
      path,
      `id,text,note\na,"${sentence(1)} ${FOOTER}",first\nb,"Well, ${sentence(2)} ${FOOTER}","x, ""y"""\n`,
    );
    await trim(path, { least: 15, output, spans, fields: 'note' }).summary;
    const rows = readFileSync(output, 'utf8').replace('\ufeff', '');
    expect(rows).toBe(
      `id,text,note\na,"${sentence(1)} ${FOOTER}",first\nb,"Well, ${sentence(2)}","x, ""y"""\n`,
    );
    const [header, row] = readFileSync(spans, 'utf8').replace('\ufeff', '').split('\n');
    expect(header).toBe(
      'id,start,end,words,keptId,keptStart,keptEnd,keptWords,reference,left,removed,id.note',
    );
    expect(row).toMatch(/^b,\d+,\d+,20,a,\d+,\d+,20,,11,,"x, ""y"""$/);
  });

  it('rows of Parquet keep the types of their other columns', async () => {
    const [path, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')];
    const texts = [1, 2, 3].map((n) => `${sentence(n)} ${n === 2 ? '' : FOOTER}`);
    const columnData = [
      { name: 'id', data: ['a', 'b', 'c'], type: 'STRING' as const },
      { name: 'text', data: texts, type: 'STRING' as const },
      { name: 'at', data: [1, 2, 3].map((n) => new Date(86_400_000 * n)), type: 'TIMESTAMP' as const },
      { name: 'big', data: [1n, 2n, 2n ** 60n], type: 'INT64' as const },
    ];
    writeFileSync(path, Buffer.from(parquetWriteBuffer({ columnData })));
    await trim(path, { least: 15, output }).summary;
    const bytes = readFileSync(output);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const rows = await parquetReadObjects({ file });
    expect(rows).toEqual(
      [0, 1, 2].map((i) => ({
        id: columnData[0].data[i],
        text: i === 2 ? sentence(3) : texts[i],
        at: columnData[2].data[i],
        big: columnData[3].data[i],
      })),
    );
  });

  it('a folder keeps files without a cut as they are; what cannot be written in its format comes out as text', async () => {
    const [path, output] = [join(folder, 'files'), join(folder, 'files-out')];
    mkdirSync(path);
    const page = (text: string) => `<html><body><p>${text}</p></body></html>`;
    writeFileSync(join(path, 'a.html'), page(`${sentence(1)} ${FOOTER}`));
    writeFileSync(join(path, 'b.html'), page(`${sentence(2)} ${FOOTER}`));
    writeFileSync(join(path, 'c.txt'), `${sentence(3)} ${FOOTER}\n`);
    writeFileSync(join(path, 'd.txt'), FOOTER);
    const summary = await trim(path, { least: 15, output: `${output}/` }).summary;
    expect(readdirSync(output).sort()).toEqual(['a.html', 'b.html.txt', 'c.txt']);
    expect(readFileSync(join(output, 'a.html'), 'utf8')).toBe(page(`${sentence(1)} ${FOOTER}`));
    expect(readFileSync(join(output, 'b.html.txt'), 'utf8')).toBe(sentence(2));
    expect(readFileSync(join(output, 'c.txt'), 'utf8')).toBe(sentence(3));
    expect(summary).toMatchObject({ kept: 3, removed: 1, asText: 1 });
    expect(existsSync(`${output}.cuts.jsonl`)).toBe(true);
  });

  it('options that change nothing or would lose something are refused, and nothing is written', async () => {
    const path = join(folder, 'refused.jsonl');
    const output = join(folder, 'never.jsonl');
    writeFileSync(path, '{"id":"a","text":"x"}\n');
    const refusal = async (options: TrimOptions) => trim(path, options).summary;
    expect(() => trim(path, { unit: 'line', cut: 'words' })).toThrow('whole units are cut');
    expect(() => trim(path, { output, textField: 'title,text' })).toThrow(
      'Expected `textField` to be one field',
    );
    expect(() => trim(path, { output, markup: 'html' })).toThrow('if documents are written');
    expect(() => trim([{ text: 'x' }], { output })).toThrow('Expected paths as input');
    expect(() => trim(path, { least: 0 })).toThrow('from 1 to 1000');
    await expect(refusal({ output: path })).rejects.toThrow();
    await expect(refusal({ output, against: join(folder, 'missing.jsonl') })).rejects.toThrow();
    expect(existsSync(output)).toBe(false);
  });
});
