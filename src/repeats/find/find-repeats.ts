/**
 * Finds the words of a corpus that stand at an earlier place: anchors, then the windows of those that stand twice, then groups of
 * equal windows, then the proof. All that grows with the texts waits in temporary files, but one bit for each anchor.
 */
import { AnchorScan, markAnchors, type RepeatRule, type TextsByNumber } from './anchor-marks.ts';
import { DocumentRecords } from './document-records.ts';
import { FirstPlaces, type PlaceRule, type RepeatedWindow } from './first-places.ts';
import { HashedWords } from './hashed-words.ts';
import { keptPlaces } from './kept-places.ts';
import { RunProof } from './prove-runs.ts';
import { WindowKeys } from './windows.ts';

/** The texts that repeats are looked for in. Those below `references` are never cut. */
export interface RepeatTexts extends TextsByNumber {
  readonly references: number;
  /** Words of all texts. */
  readonly words: number;
}

export interface RepeatSearch extends RepeatRule, Pick<PlaceRule, 'keepsFirst' | 'ranks'> {
  readonly temp?: string;
  /** Lets other work of the thread have its turn, and says how far the search is. */
  pause(stage: 'match' | 'verify', document: number): Promise<void> | undefined;
}

/** Runs of words that are windows by themselves, such as the lines of a text: document, first word, and the word after the last. */
export type UnitRuns = Iterable<readonly [document: number, from: number, to: number]>;

/**
 * The pieces of each document that stand elsewhere as well, as records of `PIECE_WIDTH` numbers: words, and the place where they stay; if the first
 * place does not stay either, a place where they stood. The caller closes them.
 *
 * @param units What is compared; left out: windows of `least` words.
 */
export async function findRepeatedWords(
  texts: RepeatTexts,
  options: RepeatSearch,
  units?: { readonly count: number; readonly runs: UnitRuns },
): Promise<DocumentRecords> {
  const places =
    units === undefined
      ? await placesOfWindows(texts, options)
      : await placesOfUnits(texts, units.runs, units.count, options);
  try {
    const pieces = new DocumentRecords(texts.length, options.temp);
    try {
      await provePieces(texts, places, pieces, options);
      if (!options.keepsFirst) return pieces;
    } catch (error) {
      pieces.close();
      throw error;
    }
    const kept = new DocumentRecords(texts.length, options.temp);
    try {
      keptPlaces(pieces, inOrder(texts, pieces, options.ranks), kept);
      return kept;
    } catch (error) {
      kept.close();
      throw error;
    } finally {
      pieces.close();
    }
  } finally {
    places.close();
  }
}

async function placesOfWindows(texts: RepeatTexts, options: RepeatSearch): Promise<FirstPlaces> {
  const pause = (document: number) => options.pause('match', document);
  const marks = await markAnchors(texts, options, texts.words, { temp: options.temp, pause });
  const expected = (marks.count * options.least) / 2;
  const places = new FirstPlaces(expected, { ...options, references: texts.references }, options.temp);
  try {
    const scan = new AnchorScan(options.least);
    const keys = new WindowKeys();
    const textOf = texts.textsInOrder();
    for (let document = 0; document < texts.length; document++) {
      if (!marks.isAnyOf(document)) continue;
      const { words, windows } = scan;
      let number = marks.firstOf(document);
      scan.read(textOf(document), ({ firstWindow, lastWindow }) => {
        if (!marks.isMarked(number++)) return;
        keys.begin(words, firstWindow, windows.ends[firstWindow]);
        for (let from = firstWindow; from <= lastWindow; from++) {
          const to = windows.ends[from];
          if (from > firstWindow) keys.next(words, to);
          places.add({ low: keys.low, high: keys.high, document, from, to });
        }
      });
      await pause(document);
    }
    return places;
  } catch (error) {
    places.close();
    throw error;
  }
}

async function placesOfUnits(
  texts: RepeatTexts,
  runs: UnitRuns,
  count: number,
  options: RepeatSearch,
): Promise<FirstPlaces> {
  const places = new FirstPlaces(count, { ...options, references: texts.references }, options.temp);
  try {
    const words = new HashedWords();
    const keys = new WindowKeys();
    const textOf = texts.textsInOrder();
    let present = -1;
    for (const [document, from, to] of runs) {
      if (document !== present) {
        words.read(textOf(document));
        present = document;
        await options.pause('match', document);
      }
      keys.begin(words, from, to);
      places.add({ low: keys.low, high: keys.high, document, from, to });
    }
    return places;
  } catch (error) {
    places.close();
    throw error;
  }
}

/** Proves the windows of one document after the other. */
async function provePieces(
  texts: RepeatTexts,
  places: FirstPlaces,
  pieces: DocumentRecords,
  options: RepeatSearch,
): Promise<void> {
  const proof = new RunProof(texts);
  let document = -1;
  let windows: RepeatedWindow[] = [];
  const finish = () => {
    if (windows.length === 0) return;
    const found = proof.piecesOf(document, windows);
    if (found.length > 0) pieces.set(document, found);
  };
  for await (const some of places.repeats(() => options.pause('verify', Math.max(0, document)))) {
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
