import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RowValue, Schema, StreamFormat } from '../stages.ts';
import { arrowRows as arrow } from './arrow.ts';
import { rowLines } from './lines.ts';
import { runStage } from './run-stage.ts';

const TEXTS = [
  'one two three four five six seven',
  'one two three four five six eight',
  'one two three four five six seven!',
];

async function* once(bytes: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

async function output(stage: string, input: Uint8Array | string, given: object = {}, format = 'lines') {
  const parts: Uint8Array[] = [];
  for await (const part of runStage({ stage, format, options: {}, ...given }, once(input))) parts.push(part);
  return Buffer.concat(parts);
}

/** The rows of JSON lines, after the first message. */
async function rows(stage: string, input: readonly object[], given: object = {}) {
  const bytes = await output(stage, input.map((row) => `${JSON.stringify(row)}\n`).join(''), given);
  const [first, ...others] = bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { scheme: first.neardup as string, rows: others };
}

const scheme = async (options = {}) => (await rows('keys', [], { options })).scheme;

describe('the stage keys', () => {
  it('gives one row for every row, in order: a document, its problem, or neither for white space', async () => {
    const input = [
      { number: 7, line: JSON.stringify({ id: 'a', text: TEXTS[0] }) },
      { number: 3, line: 'no JSON' },
      { number: 4, line: '  ' },
      { number: 5, line: `{"id": 12,\n "text": ${JSON.stringify(TEXTS[2])}}` },
      { number: 6, line: '{"text": "…"}' },
    ];
    const { rows: found } = await rows('keys', input);
    expect(found.map(({ number, id, words }) => [number, id, words])).toEqual([
      [7, 'a', 7],
      [3, undefined, undefined],
      [4, undefined, undefined],
      [5, '12', 7],
      [6, undefined, 0],
    ]);
    expect(found[1].problem).toBe('Expected a JSON object, got `no JSON`.');
    expect(Object.keys(found[2])).toEqual(['number']);
    expect(found[0].hash).toBe(found[3].hash);
    expect(found[0].hash).toMatch(/^[0-9a-f]{32}$/);
    expect(found[0].keys).toEqual(found[3].keys);
  });

  it('gives the same keys for a text in a column, for a line that a kernel reads, and for one that it does not', async () => {
    const byColumn = await rows('keys', [{ number: 1, id: 'x', text: TEXTS[1] }]);
    const byKernel = await rows('keys', [{ number: 1, line: JSON.stringify({ id: 'x', text: TEXTS[1] }) }]);
    const byParser = await rows(
      'keys',
      [{ number: 1, line: JSON.stringify({ text: TEXTS[1], id: 'x', v: 1 }) }],
      {
        options: { keep: 'max:v' },
      },
    );
    expect(byKernel).toEqual(byColumn);
    expect(byParser.rows[0]).toMatchObject({ ...byColumn.rows[0], keepNumber: 1 });
  });

  it('gives no keys to documents with fewer words than asked for', async () => {
    const { rows: found } = await rows('keys', [{ number: 1, text: 'one two' }], {
      options: { minWords: 3 },
    });
    expect(found).toEqual([{ number: 1, words: 2 }]);
  });
});

describe('a stage refuses', () => {
  it('rows of another version or with other options, with advice', async () => {
    const other = await scheme({ threshold: 0.9 });
    const run = rows('verify', [], { scheme: other });
    await expect(run).rejects.toThrow(/^Expected rows of `neardup .*options .*`, got `neardup .*`\.$/);
    await expect(run).rejects.toMatchObject({ advice: expect.stringContaining('begin again with `keys`') });
    const inMessage = output(
      'keys',
      `${JSON.stringify({ neardup: 'neardup 0.0.1' })}\n{"number":1,"text":"a"}\n`,
    );
    await expect(inMessage).rejects.toThrow('got `neardup 0.0.1`');
  });

  it('rows without a scheme if an earlier stage made them', async () => {
    const edges = rows('components', [{ a: 1, b: 2 }]);
    await expect(edges).rejects.toThrow('Expected the scheme of the rows for `components`, got none.');
  });

  it('a stage refuses nulls, missing columns and numbers that are not exact', async () => {
    const given = { scheme: await scheme() };
    await expect(rows('components', [{ a: 1, b: null }], given)).rejects.toThrow(
      'Expected a value in column `b` of row 0, got null.',
    );
    await expect(rows('components', [{ a: 1 }], given)).rejects.toThrow('Expected a column `b`, got a.');
    await expect(rows('components', [{ a: 1, b: 2 ** 53 }], given)).rejects.toThrow('below 2^53');
    await expect(rows('keys', [{ number: null, text: 'a' }])).rejects.toThrow('got null');
    await expect(rows('keys', [{ number: 1 }])).rejects.toThrow('Expected a column `line` or `text`');
  });

  it('texts that are not those of their hash, and components that are not sorted', async () => {
    const { scheme, rows: found } = await rows('keys', [{ number: 1, text: TEXTS[0] }]);
    const [{ hash, text }] = found;
    const row = { component: 1, number: 1, reference: false, hash, text };
    await expect(rows('verify', [{ ...row, text: `${text} more` }], { scheme })).rejects.toThrow(
      'The text of document 1 is not the one with this hash.',
    );
    await expect(rows('verify', [row, { ...row, component: 0 }], { scheme })).rejects.toThrow(
      'Expected rows sorted by `component`, got 0 after 1.',
    );
  });

  it('methods that look at all texts together', async () => {
    for (const options of [{ method: 'exact' }, { containment: 0.9 }, { threshold: 0.1 }]) {
      await expect(rows('keys', [], { options })).rejects.toThrow("Expected `method: 'bands'` for a stage");
    }
  });

  it('a stream that is no Arrow, and one that was cut off, before it gives the end of its own', async () => {
    await expect(output('keys', '{"number":1}\n', {}, 'arrow')).rejects.toThrow(
      'Expected an Arrow file or stream, got other data',
    );
    const whole = arrowOf(
      { number: 'integer', text: 'text' },
      { number: [1], text: [Buffer.from(TEXTS[0])] },
    );
    for (let end = 0; end < whole.length; end += 101) {
      await expect(output('keys', whole.subarray(0, end), {}, 'arrow'), String(end)).rejects.toThrow(
        'was cut off',
      );
    }
    await expect(output('keys', '{"number":1,"te')).rejects.toThrow('Expected a JSON object in every line');
  });
});

describe('Arrow streams and JSON lines', () => {
  const schema = { i: 'integer', r: 'real', t: 'text', b: 'bytes' } as const;
  const columns = {
    i: [5, 2 ** 52, -3],
    r: [0.5, null, 1],
    t: [Buffer.from('ä'), null, Buffer.from('')],
    b: [Buffer.from('61', 'hex'), Buffer.from('62', 'hex'), null],
  };

  it.each(Object.entries({ arrow, lines: rowLines }))(
    'Arrow streams and JSON lines bring back what was written, in chunks of any size: %s',
    async (_, format) => {
      const written = streamOf(format, schema, columns);
      for (const size of [1, 7, 4096]) {
        let first = '';
        const chunks = (async function* () {
          for (let at = 0; at < written.length; at += size) yield written.subarray(at, at + size);
        })();
        for await (const batch of format.read(chunks, (scheme) => {
          first = scheme;
        })) {
          expect(batch.length).toBe(3);
          expect([...batch.integers('i')]).toEqual(columns.i);
          const texts = [0, 1, 2].map((row) => batch.bytes('t')!(row));
          expect(texts.map((text) => text && Buffer.from(text).toString())).toEqual(['ä', undefined, '']);
          expect(batch.bytes('none')).toBeUndefined();
        }
        expect(first).toBe('the scheme');
      }
    },
  );
});

describe('string views', () => {
  const stream = () => gunzipSync(Buffer.from(POLARS.join(''), 'base64'));

  it('string views of Polars are read: short ones, long ones and nulls', async () => {
    for await (const batch of arrow.read(once(stream()), () => {})) {
      const text = (name: string) =>
        [0, 1, 2].map((row) => {
          const bytes = batch.bytes(name)!(row);
          return bytes && Buffer.from(bytes).toString();
        });
      expect([...batch.integers('number')]).toEqual([1, 2, 3]);
      expect(text('text')).toEqual(['one two three four five six', 'short', undefined]);
      expect(text('id')).toEqual(['a', 'b', 'c']);
    }
    expect((await output('keys', stream(), {}, 'arrow')).includes('one two three four five six')).toBe(true);
  });

  it('string views that point outside of their buffers are refused', async () => {
    const length = 'one two three four five six'.length;
    const head = Buffer.from([length, 0, 0, 0, ...Buffer.from('one ')]);
    for (const [at, value] of [
      [0, 1 << 20],
      [0, -5],
      [8, 7],
      [8, -1],
      [12, 1 << 20],
      [12, -1],
    ]) {
      const broken = stream();
      broken.writeInt32LE(value, broken.indexOf(head) + at);
      await expect(output('keys', broken, {}, 'arrow'), `${value} at ${at}`).rejects.toThrow(
        'got values of `text` outside of their buffer',
      );
    }
  });
});

/** `polars.DataFrame({'number': [1, 2, 3], 'text': ['one two three four five six', 'short', None], 'id': ['a', 'b', 'c']}).write_ipc_stream`, Polars 2.1.0, gzip'd. */
const POLARS = [
  'H4sICC5m/WoCA3BvbGFycy5hcnJvdwClUjtOw0AQff4ABixkIAUSFHsACpeUPggNIRvFBbHkbCAlB+EIHCLHyAmoqBAFEkjLm/VG',
  'ilYGIjHW7My8eW+8Y9laa1cAUvob84HLI54HOETGM8UH8ZxIxke6Cc9r+qXXPbF/xlg4DhBJQVsRjxnrEbBkftHD+SKeInVzjF4Y',
  'wV6JXTEqutCiWHQn5BQ4durcad/Jq6TvZu6zn2GX+XR+N9RtN58UW0TdPWVuFXX4wG+S49TNzlm9sJ90bTzTS88DjniPlJzCIbF/',
  'Z2h7+Nn8uqh8XOsffSx9XPp4joAY1OUGlHhHgG3Kk/4xbpe+/l/2if+Z7NdMtVrXO/TZpGnNlnrRmodGmUmrtRo381aN63utZvVi',
  'K73sfxPUw6C+/UUv/5V8gm8ngOO5QAMAAA==',
];

function streamOf(
  format: StreamFormat,
  schema: Schema,
  columns: Record<string, readonly RowValue[]>,
): Buffer {
  const writer = format.open(schema, 'the scheme');
  return Buffer.concat([writer.first, writer.batch(columns), writer.last]);
}

/** An Arrow stream without a scheme. */
function arrowOf(schema: Schema, columns: Record<string, readonly RowValue[]>): Buffer {
  const stream = streamOf(arrow, schema, columns);
  stream.write('NEARDUP', stream.indexOf('neardup'));
  return stream;
}
