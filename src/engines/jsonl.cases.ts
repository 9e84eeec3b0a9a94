/** Runs the JSONL kernels on lines and shows all they found; and makes lines to run them on, good and bad. */
import fc from 'fast-check';
import type { Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';
import { JsonlRecordFields, JsonlScanFields } from './structs.ts';

export interface Scanned {
  /** The lines that are not white space, in order: a document, or odd. */
  records: { line: number; bytes: string; text?: string; id?: string; idHash?: number }[];
  doneBytes: number;
  doneLines: number;
}

export interface ScanSettings {
  textName?: string;
  idName?: string;
  maxLine?: number;
  maxRecords?: number;
}

/** @param content Whole lines, as latin-1 so that any byte can be written. Texts and ids come back as latin-1, too. */
export function scanLines(
  heap: Heap,
  kernels: Kernels,
  content: string,
  settings: ScanSettings = {},
): Scanned {
  const { textName = 'text', idName = 'id', maxLine = 1 << 20, maxRecords = 10_000 } = settings;
  const lines = Buffer.from(content, 'latin1');
  const frame = heap.allocate(lines.length + 1);
  // what is around the lines must not matter: here it looks like the rest of a string and a cut letter
  heap.u8.fill(0xf0, frame - 64, frame);
  heap.u8.fill(0x5c, frame + 1 + lines.length, frame + 1 + lines.length + 64);
  heap.u8[frame] = 0x0a;
  heap.u8.set(lines, frame + 1);
  const blocks = [
    heap.place(Buffer.from(textName)),
    heap.place(Buffer.from(idName)),
    heap.allocate(16 * maxRecords),
    heap.allocate(lines.length + 64),
    heap.allocate(4 * maxRecords + 4),
    heap.allocate(lines.length + 64),
    heap.allocate(4 * maxRecords + 4),
    heap.allocate(4 * maxRecords),
  ];
  const [textAt, idAt, records, text, offsets, ids, idOffsets, idHashes] = blocks;
  const scan = heap.place(
    Uint32Array.of(
      ...[frame + 1, lines.length, textAt, Buffer.byteLength(textName), idAt, Buffer.byteLength(idName)],
      ...[maxLine, maxRecords, records, text, offsets, ids, idOffsets, idHashes, 5, 7, 0, 0, 0, 0],
    ),
  );
  kernels.scanJsonl(scan);
  const fields = heap.u32.slice(scan / 4, scan / 4 + JsonlScanFields.length);
  const read = (from: number, to: number) => Buffer.from(heap.u8.slice(from, to)).toString('latin1');
  const offset = (table: number, i: number) => heap.u32[table / 4 + i];
  let document = 0;
  const found = Array.from({ length: fields[JsonlScanFields.recordCount] }, (_, i) => {
    const record = heap.u32.subarray(records / 4 + JsonlRecordFields.length * i);
    const start = frame + 1 + record[JsonlRecordFields.start];
    const bytes = read(start, start + record[JsonlRecordFields.bytes]);
    const line = record[JsonlRecordFields.line];
    if (record[JsonlRecordFields.odd] !== 0) return { line, bytes };
    const d = document++;
    if (heap.u8[text + offset(offsets, d + 1) - 1] !== 0) throw new Error('a text without NUL after it');
    return {
      line,
      bytes,
      text: read(text + offset(offsets, d), text + offset(offsets, d + 1) - 1),
      id: read(ids + offset(idOffsets, d), ids + offset(idOffsets, d + 1)),
      idHash: heap.u32[idHashes / 4 + d],
    };
  });
  if (document !== fields[JsonlScanFields.documents]) throw new Error('documents and records do not agree');
  for (const block of [frame, scan, ...blocks]) heap.release(block);
  return {
    records: found,
    doneBytes: fields[JsonlScanFields.doneBytes],
    doneLines: fields[JsonlScanFields.doneLines],
  };
}

/** Lines of all kinds without their line ends, as latin-1: documents, other JSON, and what mistakes make of them. */
export function anyLine(): fc.Arbitrary<string> {
  const good = goodLine();
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 6, arbitrary: fc.tuple(good, mutations()).map(([line, change]) => change(line)) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_LINES) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', '\t \r', '\r') },
    { weight: 1, arbitrary: fc.json().map(toLatin1) },
  );
}

/** Lines that have a text and an id, written in many ways. */
export function goodLine(): fc.Arbitrary<string> {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 60 }));
  const wild = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\n', 'я', '中', '😀', '\ud83d', '\ude00', '\0', '/'),
  });
  const id = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.constantFrom(null, 0, -0, 1.5, 1e21, 2 ** 53, 123456789012345, 1234567890123456, true, [1], ''),
  );
  const name = fc.oneof(
    fc.constantFrom('text', 'id', 'lang', 'texts', 'tex', '', 'i d', '__proto__'),
    fc.string(),
  );
  const field = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constant('text'), fc.oneof(text, wild, fc.constant(5))) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('id'), id) },
    { weight: 2, arbitrary: fc.tuple(name, fc.jsonValue({ maxDepth: 3 })) },
  );
  const space = fc.constantFrom('', '', '', ' ', '\t', ' \r ');
  return fc
    .tuple(
      fc.array(field, { maxLength: 5 }),
      text,
      fc.array(space, { minLength: 30, maxLength: 30 }),
      fc.integer(),
    )
    .map(([fields, text, spaces, style]) => {
      const all: [string, unknown][] = style % 4 === 0 ? fields : [...fields, ['text', text]];
      let next = 0;
      const gap = () => (style % 3 === 0 ? spaces[next++ % spaces.length] : '');
      const written = all.map(
        ([name, value]) => `${gap()}${write(name, style)}${gap()}:${gap()}${write(value, style)}${gap()}`,
      );
      return toLatin1(`${gap()}{${written.join(',')}}${gap()}`);
    });
}

/** JSON, with some characters escaped that need not be. */
function write(value: unknown, style: number): string {
  const json = Object.is(value, -0) ? '-0' : JSON.stringify(value);
  const toEscape = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
  if (style % 5 === 0) return json.replace(/[\u007f-\uffff]/g, toEscape);
  if (style % 7 === 0)
    return json
      .replace(/\//g, '\\/')
      .replace(/[aeio]/g, (c) => (json.startsWith('"') ? toEscape(c).toUpperCase().replace('U', 'u') : c));
  return json;
}

/** A few bytes replaced, put in or taken out. */
function mutations(): fc.Arbitrary<(line: string) => string> {
  const byte = fc.oneof(
    fc.constantFrom(
      ...'{}[]",:\\u0-+.eE1tfn \t\r\u0000\u001f\u007f\u0080\u00bf\u00c0\u00d0\u00e0\u00ed\u00f0\u00f4\u00ff',
    ),
    fc
      .integer({ min: 0, max: 255 })
      .filter((code) => code !== 10)
      .map((code) => String.fromCharCode(code)),
  );
  const edit = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 2 }), byte);
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => (line) => {
    let changed = line;
    for (const [where, kind, byte] of edits) {
      const at = where % (changed.length + 1);
      changed = changed.slice(0, at) + (kind === 2 ? '' : byte) + changed.slice(kind === 0 ? at : at + 1);
    }
    return changed;
  });
}

const deep = (depth: number) => `{"text":"t","a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** Lines on which parsers go wrong. */
export const ODD_LINES = [
  '{"text":"a"',
  '{"text":"a",}',
  '{,"text":"a"}',
  '{"text":"a"}}',
  '{"text":"a"} x',
  '{"text":"a"}{"text":"b"}',
  '{"text":"a"},',
  '{"text" "a"}',
  '{"text":"a" "id":1}',
  '{"text":"a","id":01}',
  '{"text":"a","x":[1,]}',
  '{"text":"a","x":[1 2]}',
  '{"text":"a","x":{"y":1,}}',
  '{"text":"a","x":{"y"}}',
  '{"text":"a","x":{1:2}}',
  '{"text":"a","x":[}',
  '{"text":"a","x":[{]}]}',
  '{"text":"a","x":tru}',
  '{"text":"a","x":truee}',
  '{"text":"a","x":nul}',
  '{"text":"a","x":NaN}',
  '{"text":"a","x":-}',
  '{"text":"a","x":1.}',
  '{"text":"a","x":.5}',
  '{"text":"a","x":1e}',
  '{"text":"a","x":1e+}',
  '{"text":"a","x":+1}',
  '{"text":"a","x":"\t"}',
  '{"text":"a\u0000"}',
  '{"text":"a\u001f","id":"1"}',
  '{"text":"a\u007f"}',
  '{"text":"\\x"}',
  '{"text":"\\u12"}',
  '{"text":"\\u12g4"}',
  '{"text":"\\u:234 \\u`123 \\u@123"}',
  '{"text":"\\u\u00104af"}',
  '{"text":"\\',
  '{"text":"\\"}',
  '{"text":"\\ud83d\\ude00 \\ud83d \\ude00 \\ud83d\\ud83d\\ude00 \\ud83d\\u0041 \\ud83dx"}',
  '{"text":"\\ud83d\\uzzzz"}',
  '{"te\\u0078t":"a","text":"b"}',
  '{"text":"b","te\\u0078t":"a"}',
  '{"text":"a","text":7}',
  '{"text":7,"text":"a"}',
  '{"text":"a","text":"bb","id":1,"id":"x"}',
  '{"text":"a","id":[],"id":5}',
  '{"text":"a","id":5,"id":{}}',
  '{"text":"a","id":"x","id":null}',
  '{"text":"a","id":12345678901234567890}',
  '{"text":"a","user":{"id":1234567890123456788},"id":1234567890123456789}',
  '{"text":"a","id":-0}',
  '{"text":"a","id":1e5}',
  '{"text":"a","id":-12}',
  '{"text":"a","id":""}',
  '{"text":"a","id":"\\ud800"}',
  '{"text":"a","id":false}',
  '{"text":"a","id":nullx}',
  '{"data":{"text":"inner"},"id":3}',
  '{"data":{"text":"inner"},"text":"outer"}',
  '["text","a"]',
  '"text"',
  'null',
  '{}',
  '{ }',
  '\u00ef\u00bb\u00bf{"text":"a"}',
  '{"text":"\u00ff"}',
  '{"text":"\u00c0\u0080"}',
  '{"text":"\u00ed\u00a0\u0080"}',
  '{"text":"\u00f4\u0090\u0080\u0080"}',
  '{"text":"abc\u00e4\u00b8"}',
  '{"text":"abc\u00e4\u00b8\\n\u00ad"}',
  '{"text":"0123456789abcde\u00d0"}',
  '{"text":"a","\u00d0":1}',
  '{"text":"a","\u00d0\u00b9":1}',
  deep(3),
  deep(63),
  deep(64),
  deep(65),
  deep(200),
  `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  '\u00a0',
  '\u000b',
];

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
