/**
 * From repeated windows to the words that go: windows that follow each other in both places are joined to runs, and every run is compared
 * with its source, word by word. Hashes only say where to look.
 */
import { sameBytes } from '../../platform/bytes.ts';
import type { TextsByNumber } from './anchor-marks.ts';
import type { RepeatedWindows } from './first-places.ts';
import { wordStarts } from './word-starts.ts';

/** Numbers of a piece: first word, the word after the last, document and first word of the source. */
export const PIECE_WIDTH = 4;

interface RepeatRun {
  readonly from: number;
  to: number;
  readonly sourceDocument: number;
  readonly sourceFrom: number;
  readonly windows: RepeatedWindows[];
}

/** Texts that stay in memory, in bytes. */
const HELD_BYTES = 4 << 20;

/** A canonical text, and where each of its words begins. */
interface WordStarts {
  readonly bytes: Uint8Array;
  /** After the last word, where another one would begin. */
  readonly starts: Uint32Array;
}

export class RunProof {
  private held = new Map<number, WordStarts>();
  private heldBytes = 0;

  constructor(private readonly texts: Pick<TextsByNumber, 'canonicalText'>) {}

  /**
   * The pieces of a document: words that stand elsewhere as well, as records of `PIECE_WIDTH` numbers in their order. No word is in two.
   *
   * @param windows Its repeated windows, in their order.
   * @param onProved Called with the first and the last window of each run that was proved.
   */
  piecesOf(
    document: number,
    windows: readonly RepeatedWindows[],
    onProved?: (first: number, last: number) => void,
  ): Uint32Array {
    const proved = joined(windows).flatMap((run) => {
      if (this.isProved(document, run.from, run.to, run.sourceDocument, run.sourceFrom)) return [run];
      // a hash of one of its windows was met by chance, or forged
      return joined(
        run.windows.filter(({ from, to, sourceDocument, sourceFrom }) =>
          this.isProved(document, from, to, sourceDocument, sourceFrom),
        ),
      );
    });
    const pieces: number[] = [];
    let done = 0;
    for (const { from, to, sourceDocument, sourceFrom, windows: own } of proved) {
      onProved?.(from, own.at(-1)!.last);
      const start = Math.max(from, done);
      if (start >= to) continue;
      pieces.push(start, to, sourceDocument, sourceFrom + start - from);
      done = to;
    }
    return Uint32Array.from(pieces);
  }

  private isProved(
    document: number,
    from: number,
    to: number,
    sourceDocument: number,
    sourceFrom: number,
  ): boolean {
    const own = this.textOf(document);
    const source = this.textOf(sourceDocument);
    const sourceTo = sourceFrom + to - from;
    if (to >= own.starts.length || sourceTo >= source.starts.length) return false;
    return sameBytes(slice(own, from, to), slice(source, sourceFrom, sourceTo));
  }

  private textOf(document: number): WordStarts {
    let text = this.held.get(document);
    if (text === undefined) {
      const bytes = this.texts.canonicalText(document);
      text = { bytes, starts: wordStarts(bytes) };
      if (this.heldBytes > HELD_BYTES) {
        this.held = new Map();
        this.heldBytes = 0;
      }
      this.held.set(document, text);
      this.heldBytes += bytes.length + 4 * text.starts.length;
    }
    return text;
  }
}

/** The bytes of some words, with the spaces between them. */
function slice({ bytes, starts }: WordStarts, from: number, to: number): Uint8Array {
  return bytes.subarray(starts[from], starts[to] - 1);
}

/** Joins windows that follow each other in both places. */
function joined(windows: readonly RepeatedWindows[]): RepeatRun[] {
  const runs: RepeatRun[] = [];
  let last: RepeatRun | undefined;
  for (const window of windows) {
    const { from, to, sourceDocument, sourceFrom } = window;
    const follows =
      last !== undefined &&
      last.sourceDocument === sourceDocument &&
      from - last.from === sourceFrom - last.sourceFrom &&
      from <= last.to;
    if (follows) {
      last!.to = to;
      last!.windows.push(window);
    } else {
      last = { from, to, sourceDocument, sourceFrom, windows: [window] };
      runs.push(last);
    }
  }
  return runs;
}
