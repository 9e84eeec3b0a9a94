import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';
import { escapedBytes } from './layouts/batches.ts';
import { loadKernels } from './load.ts';
import { loadDebugKernels } from './wasm/debug.cases.ts';

const NAMES = ['scalar', 'wasm', 'debug'] as const;
const heaps = { scalar: new Heap(), wasm: new Heap(), debug: new Heap() };
const engines = {} as Record<(typeof NAMES)[number], Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heaps.scalar);
  engines.wasm = await loadKernels('wasm', heaps.wasm);
  engines.debug = await loadDebugKernels(heaps.debug);
});

describe.each(NAMES)('escapeJson, %s', (name) => {
  const escaped = (text: string) => {
    const heap = heaps[name];
    const bytes = Buffer.from(text);
    const at = heap.allocate(bytes.length);
    // what is around the text must not matter
    heap.u8.fill(0x22, at - 64, at + bytes.length + 64);
    heap.u8.set(bytes, at);
    const out = heap.allocate(escapedBytes(bytes.length));
    const length = engines[name].escapeJson(at, bytes.length, out);
    const found = Buffer.from(heap.u8.slice(out, out + length)).toString();
    heap.release(at);
    heap.release(out);
    return found;
  };

  it('gives the inside of what JSON.stringify gives', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\t',
        '\b',
        '\f',
        '\r',
        '\0',
        '\x1f',
        '\x7f',
        '\u2028',
        'é',
        '测',
        '😀',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const text = units.join('').toWellFormed();
        expect(escaped(text)).toBe(JSON.stringify(text).slice(1, -1));
      }),
    );
  });

  it('escapes every byte below 128 at every place', () => {
    for (let byte = 0; byte < 128; byte++) {
      for (let before = 0; before < 18; before++) {
        const text = `${'a'.repeat(before)}${String.fromCharCode(byte)}${'b'.repeat(17 - before)}`;
        expect(escaped(text)).toBe(JSON.stringify(text).slice(1, -1));
      }
    }
  });

  it('escapeJson has room for a text in which everything is escaped', () => {
    for (const length of [0, 1, 15, 16, 17, 1000]) {
      expect(escaped('\u0001'.repeat(length))).toBe('\\u0001'.repeat(length));
    }
  });
});
