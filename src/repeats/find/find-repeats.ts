/**
 * Finds the words of a corpus that stand at an earlier place: anchors, then the windows of those that stand twice, then groups of
 * equal windows, then the proof. All that grows with the texts waits in temporary files, but two bits for each anchor.
 */

import { letterTable } from '../../canonicalize/index.ts';
import { HashedWords } from '../../engines/scalar/weighted-words.ts';
import { keysOfRun } from '../../engines/scalar/window-keys.ts';
import type { Engine } from '../../engines.ts';
import type { KnownPassages } from '../known.ts';
import type { Pause } from '../reporting-pause.ts';
import { markAnchors, type RepeatRule, type TextsByNumber } from './anchor-marks.ts';
import { type Anchor, AnchorScan, KEY_WIDTH } from './anchor-scan.ts';
import { DocumentRecords } from './document-records.ts';
import { FirstPlaces, type PlaceRule, type RepeatedWindows } from './first-places.ts';
import { keptPlaces } from './kept-places.ts';
import { RunProof } from './prove-runs.ts';

/** The texts that repeats are looked for in. Those below `references` are never cut. */
export interface RepeatTexts extends TextsByNumber {
  readonly references: number;
  /** Words of all texts. */
  readonly words: number;
}

export interface RepeatSearch extends RepeatRule, Pick<PlaceRule, 'keepsFirst' | 'ranks'> {
  readonly temp?: string;
  /** What earlier runs have seen: it stands before all texts. */
  readonly known?: KnownPassages;
  readonly pause: Pause;
}

/** Runs of words that are windows by themselves, such as the lines of a text: document, first word, and the word after the last. */
export type UnitRuns = Iterable<readonly [document: number, from: number, to: number]>;

/** What is found: the pieces of each document that stand elsewhere as well, as records of `PIECE_WIDTH` numbers. */
export interface FoundRepeats {
  /** Words, and the place where they stay; if the first place does not stay either, a place where they stood. */
  readonly pieces: DocumentRecords;
  /** The known stretches that are sources: the first has the number of documents as its number. */
  readonly met: Uint32Array;
  /** With known passages: the windows of each document that are repeats, as ranges. */
  readonly repeated?: DocumentRecords;
  close(): void;
}

/**
 * Finds the repeats of all documents. The caller closes them.
 *
 * @param units What is compared; left out: windows of `least` words.
 */
export async function findRepeatedWords(
  texts: RepeatTexts,
  engine: Pick<Engine, 'heap' | 'kernels'>,
  options: RepeatSearch,
  units?: { readonly count: number; readonly runs: UnitRuns },
): Promise<FoundRepeats> {
  const { places, met } =
    units === undefined
      ? await placesOfWindows(texts, engine, options)
      : { places: await placesOfUnits(texts, units.runs, units.count, options), met: NO_STRETCHES };
  const opened = new Set<DocumentRecords>();
  const records = () => {
    const made = new DocumentRecords(texts.length + met.length, options.temp);
    opened.add(made);
    return made;
  };
  const close = () => {
    for (const each of opened) each.close();
  };
  try {
    const pieces = records();
    const repeated = options.known === undefined ? undefined : records();
    const { known } = options;
    const canonicalText = (number: number) =>
      number < texts.length ? texts.canonicalText(number) : known!.text(met[number - texts.length]);
    await provePieces({ canonicalText }, places, { pieces, repeated }, options);
    if (!options.keepsFirst) return { pieces, met, close };
    const kept = records();
    keptPlaces(pieces, inOrder(texts, pieces, options.ranks), kept);
    opened.delete(pieces);
    pieces.close();
    return { pieces: kept, met, repeated, close };
  } catch (error) {
    close();
    throw error;
  } finally {
    places.close();
  }
}

const NO_STRETCHES = new Uint32Array(0);

async function placesOfWindows(
  texts: RepeatTexts,
  engine: Pick<Engine, 'heap' | 'kernels'>,
  options: RepeatSearch,
): Promise<{ places: FirstPlaces; met: Uint32Array }> {
  const { temp, known } = options;
  // all texts are read twice
  const pause = (pass: 0 | 1, documents: number) =>
    options.pause('match', documents, (pass + documents / texts.length) / 2);
  const scan = new AnchorScan(engine, options.least);
  let places: FirstPlaces | undefined;
  try {
    const marking = { temp, known, pause: (documents: number) => pause(0, documents) };
    const marks = await markAnchors(texts, scan, options, texts.words, marking);
    const met = marks.met.stretches;
    const expected = ((marks.count - marks.wholes) * options.least) / 2 + marks.wholes;
    const ranks = met.length === 0 ? options.ranks : ranksAfter(met.length, texts.length, options.ranks);
    const { references, length: documents } = texts;
    const found = new FirstPlaces(expected, { ...options, ranks, references, documents }, temp);
    places = found;
    const addEach = (document: number, anchor: Anchor) => {
      const keys = scan.keys(anchor);
      for (let at = 0, from = anchor.firstWindow; at < keys.length; at += KEY_WIDTH, from++)
        found.add({ low: keys[at], high: keys[at + 1], document, from, last: from, to: keys[at + 2] });
    };
    for (let i = 0; i < met.length; i++) {
      const marked = marks.met.of(i);
      scan.read(known!.text(met[i]), (anchor) => {
        if (marked.has(anchor.number)) addEach(texts.length + i, anchor);
      });
      await pause(1, 0);
    }
    const textOf = texts.textsInOrder();
    for (let document = 0; document < texts.length; document++) {
      if (!marks.isAnyOf(document)) continue;
      const first = marks.firstOf(document);
      scan.read(textOf(document), (anchor) => {
        const number = first + anchor.number;
        if (!marks.isMarked(number)) return;
        if (!marks.isWhole(number)) return addEach(document, anchor);
        const { domainLow: low, domainHigh: high, firstWindow: from, lastWindow: last, end: to } = anchor;
        found.add({ low, high, document, from, last, to });
      });
      await pause(1, document);
    }
    return { places: found, met };
  } catch (error) {
    places?.close();
    throw error;
  } finally {
    scan.close();
  }
}

/** Ranks of all documents after those of known passages, which have the numbers behind them. */
function ranksAfter(known: number, documents: number, ranks: Uint32Array | undefined): Uint32Array {
  const all = new Uint32Array(documents + known);
  for (let number = 0; number < documents; number++) all[number] = known + (ranks?.[number] ?? number);
  for (let number = 0; number < known; number++) all[documents + number] = number;
  return all;
}

async function placesOfUnits(
  texts: RepeatTexts,
  runs: UnitRuns,
  count: number,
  options: RepeatSearch,
): Promise<FirstPlaces> {
  const { references, length: documents } = texts;
  const places = new FirstPlaces(count, { ...options, references, documents }, options.temp);
  try {
    const words = new HashedWords(letterTable());
    const textOf = texts.textsInOrder();
    let present = -1;
    for (const [document, from, to] of runs) {
      if (document !== present) {
        words.read(textOf(document));
        present = document;
        await options.pause('match', document, document / texts.length);
      }
      const [low, high] = keysOfRun(words.low.subarray(from, to), words.high.subarray(from, to));
      places.add({ low, high, document, from, last: from, to });
    }
    return places;
  } catch (error) {
    places.close();
    throw error;
  }
}

/** Proves the windows of one document after the other. */
async function provePieces(
  texts: Pick<TextsByNumber, 'canonicalText'>,
  places: FirstPlaces,
  { pieces, repeated }: { readonly pieces: DocumentRecords; readonly repeated?: DocumentRecords },
  options: RepeatSearch,
): Promise<void> {
  const proof = new RunProof(texts);
  let document = -1;
  let windows: RepeatedWindows[] = [];
  const finish = () => {
    if (windows.length === 0) return;
    const ranges: number[] = [];
    const onProved = repeated && ((first: number, last: number) => ranges.push(first, last));
    const found = proof.piecesOf(document, windows, onProved);
    if (found.length > 0) pieces.set(document, found);
    if (ranges.length > 0) repeated!.set(document, Uint32Array.from(ranges));
  };
  const pause = (share: number) => options.pause('verify', Math.max(0, document), share);
  for await (const some of places.repeats(pause)) {
    for (const window of some) {
      if (window.document !== document) {
        finish();
        windows = [];
        document = window.document;
      }
      windows.push(window);
    }
  }
  finish();
}

/** The documents with pieces, in the order in which they would stay. */
function inOrder(
  texts: RepeatTexts,
  pieces: DocumentRecords,
  ranks: Uint32Array | undefined,
): Iterable<number> {
  const found: number[] = [];
  for (let document = texts.references; document < texts.length; document++)
    if (pieces.has(document)) found.push(document);
  return ranks === undefined ? found : found.sort((a, b) => ranks[a] - ranks[b]);
}
