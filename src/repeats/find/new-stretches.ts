/** The parts of the texts of a run whose windows stand nowhere before: what a later run has to know of them. */
import type { Engine } from '../../engines.ts';
import type { NewStretch } from '../known.ts';
import type { TextsByNumber } from './anchor-marks.ts';
import { AnchorScan } from './anchor-scan.ts';
import type { DocumentRecords } from './document-records.ts';
import { wordStarts } from './word-starts.ts';

/** @param repeated The windows of each document that are repeats, as ranges: first and last. */
export function* newStretches(
  texts: TextsByNumber,
  engine: Pick<Engine, 'heap' | 'kernels'>,
  repeated: DocumentRecords,
  least: number,
): Generator<NewStretch> {
  const scan = new AnchorScan(engine, least);
  const textOf = texts.textsInOrder();
  try {
    for (let document = 0; document < texts.length; document++) {
      const text = textOf(document);
      if (!repeated.has(document)) {
        const anchors = anchorsOf(scan, text);
        if (anchors.length > 0) yield { document, word: 0, text, anchors };
        continue;
      }
      const ends: number[] = [];
      scan.read(text, (anchor) => {
        for (const end of scan.ends(anchor)) ends.push(end);
      });
      const starts = wordStarts(text);
      for (const { from, to } of stretches(ends, repeated.of(document))) {
        const part = text.subarray(starts[from], starts[to] - 1);
        yield { document, word: from, text: part, anchors: anchorsOf(scan, part) };
      }
    }
  } finally {
    scan.close();
  }
}

/** Low and high half of each. */
function anchorsOf(scan: AnchorScan, text: Uint8Array): number[] {
  const anchors: number[] = [];
  scan.read(text, ({ number, low, high }) => {
    // one that was met in the part before stands there already
    if (2 * number === anchors.length) anchors.push(low, high);
  });
  return anchors;
}

/** Runs of words that windows which are no repeats cover. */
function stretches(ends: readonly number[], repeated: Uint32Array): { from: number; to: number }[] {
  const isRepeat = new Uint8Array(ends.length);
  for (let at = 0; at < repeated.length; at += 2) isRepeat.fill(1, repeated[at], repeated[at + 1] + 1);
  const found: { from: number; to: number }[] = [];
  for (let window = 0; window < ends.length; window++) {
    if (isRepeat[window] === 1) continue;
    const last = found.at(-1);
    if (last !== undefined && window <= last.to) last.to = ends[window];
    else found.push({ from: window, to: ends[window] });
  }
  return found;
}
