/** The parts of the texts of a run whose windows stand nowhere before: what a later run has to know of them. */
import type { NewStretch } from '../known.ts';
import { AnchorScan, type TextsByNumber } from './anchor-marks.ts';
import type { DocumentRecords } from './document-records.ts';
import { wordStarts } from './word-starts.ts';

/** @param repeated The windows of each document that are repeats, as ranges: first and last. */
export function* newStretches(
  texts: TextsByNumber,
  repeated: DocumentRecords,
  least: number,
): Generator<NewStretch> {
  const scan = new AnchorScan(least);
  const textOf = texts.textsInOrder();
  for (let document = 0; document < texts.length; document++) {
    const text = textOf(document);
    const anchors: number[] = [];
    scan.read(text, ({ low, high }) => anchors.push(low, high));
    const { count, ends } = scan.windows;
    if (count === 0) continue;
    if (!repeated.has(document)) {
      yield { document, word: 0, text, anchors };
      continue;
    }
    const starts = wordStarts(text);
    for (const { from, to } of stretches(count, ends, repeated.of(document))) {
      const part = text.subarray(starts[from], starts[to] - 1);
      const own: number[] = [];
      scan.read(part, ({ low, high }) => own.push(low, high));
      yield { document, word: from, text: part, anchors: own };
    }
  }
}

/** Runs of words that windows which are no repeats cover. */
function stretches(count: number, ends: Uint32Array, repeated: Uint32Array): { from: number; to: number }[] {
  const isRepeat = new Uint8Array(count);
  for (let at = 0; at < repeated.length; at += 2) isRepeat.fill(1, repeated[at], repeated[at + 1] + 1);
  const found: { from: number; to: number }[] = [];
  for (let window = 0; window < count; window++) {
    if (isRepeat[window] === 1) continue;
    const last = found.at(-1);
    if (last !== undefined && window <= last.to) last.to = ends[window];
    else found.push({ from: window, to: ends[window] });
  }
  return found;
}
