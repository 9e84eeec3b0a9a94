/**
 * Repeats: proves the windows of a document, word by word, and joins them to pieces. Rows come sorted by document: one for each document that is a
 * source, with both texts and the windows, `from:to:sourceFrom` with commas between them.
 */
import { PIECE_WIDTH, type RepeatedWindows, RunProof } from '../../repeats/index.ts';
import type { RowsIn, RowsOut, RowValue, Stage } from '../../stages.ts';
import { bytesIn, textIn } from '../rows.ts';

const COLUMNS = ['number', 'from', 'to', 'source', 'sourceFrom'] as const;

export function repeatStage(): Stage {
  const schema = Object.fromEntries(COLUMNS.map((name) => [name, 'integer' as const]));
  return { schema, needsScheme: true, run };
}

async function* run(input: AsyncIterable<RowsIn>): AsyncGenerator<RowsOut> {
  let present: Document | undefined;
  for await (const rows of input) {
    const [numbers, sources] = [rows.integers('number'), rows.integers('source')];
    for (let row = 0; row < rows.length; row++) {
      if (present?.number !== numbers[row]) {
        if (present !== undefined) yield present.pieces();
        present = new Document(numbers[row], bytesIn(rows, 'text', row));
      }
      const windows = textIn(rows, 'windows', row);
      present.add(sources[row], bytesIn(rows, 'sourceText', row).slice(), windows);
    }
  }
  if (present !== undefined) yield present.pieces();
}

class Document {
  private readonly texts = new Map<number, Uint8Array>();
  private readonly windows: RepeatedWindows[] = [];

  constructor(
    readonly number: number,
    text: Uint8Array,
  ) {
    this.texts.set(number, text.slice());
  }

  add(sourceDocument: number, text: Uint8Array, windows: string): void {
    this.texts.set(sourceDocument, text);
    for (const window of windows.split(',')) {
      const [from, to, sourceFrom] = window.split(':').map(Number);
      this.windows.push({ document: this.number, from, last: from, to, sourceDocument, sourceFrom });
    }
  }

  pieces(): RowsOut {
    const ordered = this.windows.sort((a, b) => a.from - b.from);
    const proof = new RunProof({ canonicalText: (number) => this.texts.get(number)! });
    return pieceRows(this.number, proof.piecesOf(this.number, ordered));
  }
}

/** A row for each piece of a document. */
export function pieceRows(number: number, pieces: Uint32Array): RowsOut {
  const count = pieces.length / PIECE_WIDTH;
  const column = (at: number): RowValue[] =>
    Array.from({ length: count }, (_, i) => pieces[PIECE_WIDTH * i + at]);
  return {
    number: new Array(count).fill(number),
    ...{ from: column(0), to: column(1), source: column(2), sourceFrom: column(3) },
  };
}
