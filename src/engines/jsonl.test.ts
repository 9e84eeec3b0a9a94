import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Heap } from './heap.ts';
import { anyLine, ODD_LINES, scanLines } from './jsonl.cases.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { loadKernels } from './load.ts';

const heap = new Heap();
const engines = {} as Record<EngineName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

describe.each<EngineName>(['scalar', 'wasm'])('scanJsonl, %s', (name) => {
  const scan = (content: string, settings = {}) => scanLines(heap, engines[name], content, settings);

  it('finds text and id wherever they are', () => {
    const lines = [
      '{"id":"a","text":"one"}',
      ' { "text" : "two" , "x" : [ { "text" : "no" } , 1.5e-3, true ] , "id" : 42 } ',
      '{"n":null,"text":"","id":null}',
      '{"text":"\\u0456\\ud83d\\ude00\\n\\"","id":"\\u0041\\/"}',
    ];
    const { records } = scan(`${lines.join('\n')}\r\n`);
    expect(records.map(({ text, id }) => [text, id])).toEqual([
      ['one', 'a'],
      ['two', '42'],
      ['', ''],
      [Buffer.from('і😀\n"').toString('latin1'), 'A/'],
    ]);
  });

  it('numbers all lines, and passes over those that are white space', () => {
    const { records, doneLines } = scan('\n{"text":"a"}\r\n \t\r\n\r\nodd\r\n{"text":"b"}\r\r\n\n');
    expect(doneLines).toBe(7);
    expect(records.map(({ line, bytes, text }) => [line, bytes, text])).toEqual([
      [2, '{"text":"a"}\r', 'a'],
      [5, 'odd\r', undefined],
      [6, '{"text":"b"}\r\r', 'b'],
    ]);
  });

  it('stops when there is no more room for records, and continues from there', () => {
    const lines = Array.from({ length: 10 }, (_, i) => `{"text":"${i}"}\n\n`).join('');
    const first = scan(lines, { maxRecords: 4 });
    expect(first.records.map(({ text }) => text)).toEqual(['0', '1', '2', '3']);
    const rest = scan(lines.slice(first.doneBytes));
    expect(rest.records.map(({ text }) => text)).toEqual(['4', '5', '6', '7', '8', '9']);
    expect(first.doneLines + rest.doneLines).toBe(20);
  });

  it('leaves lines that are too long to the host, blank ones as well', () => {
    const content = `{"text":"a"}\n{"text":"ab"}\n${' '.repeat(13)}\n${' '.repeat(12)}\n`;
    const { records } = scan(content, { maxLine: 12 });
    expect(records.map(({ line, text }) => [line, text])).toEqual([
      [1, 'a'],
      [2, undefined],
      [3, undefined],
    ]);
  });

  it('takes no line for a document that JSON.parse would not take', () => {
    fc.assert(
      fc.property(fc.array(anyLine(), { maxLength: 6 }), (lines) => {
        for (const { bytes, text, id } of scan(lines.map((line) => `${line}\n`).join('')).records) {
          if (text === undefined) continue;
          const value = JSON.parse(Buffer.from(bytes, 'latin1').toString());
          expect(text).toBe(Buffer.from(value.text).toString('latin1'));
          expect(id).toBe(Buffer.from(String(value.id ?? '')).toString('latin1'));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('scanJsonl, wasm as scalar, bit for bit', () => {
  const same = (content: string, settings = {}) => {
    const expected = scanLines(heap, engines.scalar, content, settings);
    expect(scanLines(heap, engines.wasm, content, settings)).toEqual(expected);
  };

  it('wasm scans lines of all kinds as scalar does', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('\n', '\r\n'),
        (lines, size, lineEnd) => {
          const content = lines.map((line) => line + lineEnd).join('');
          same(content);
          same(content, { maxLine: size, maxRecords: Math.ceil(size / 5) });
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('wasm scans every odd line as scalar does, wherever it is in a block', () => {
    for (const line of ODD_LINES) {
      for (let before = 0; before < 20; before++) {
        same(`{"text":"${'x'.repeat(before)}"}\n${line}\n{"x":"${'y'.repeat(before)}",${line.slice(1)}\n`);
      }
    }
  });

  it('wasm scans every pair of bytes after a letter, and before its string ends, as scalar does', () => {
    for (let a = 0x7e; a < 256; a++) {
      let lines = '';
      for (let b = 0; b < 256; b += b === 9 ? 2 : 1) {
        const pair = String.fromCharCode(a, b);
        lines += `{"text":"x${pair}"}\n{"text":"x${pair}\u0080y"}\n{"text":"${pair}\u0080\u0080"}\n`;
        lines += `{"id":"${'z'.repeat(b % 17)}${pair}","text":""}\n`;
      }
      same(lines);
    }
  });
});
