/** Signatures that were computed elsewhere: JSON Lines as `neardup fingerprint --signature --json` prints them, or NumPy's `.npy`. */
import { untilAborted } from '../abort.ts';
import { problemAt } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { isNpy, openNpy, openSources, readFingerprintLines } from '../read/index.ts';
import type { Source } from '../read.ts';
import type { RunOptions } from '../run-options.ts';

export interface SignatureList {
  readonly ids: readonly string[];
  /** One after the other. */
  readonly signatures: Uint8Array;
  /** Bits of each; 0 if there are none. */
  readonly width: number;
}

type Reading = Pick<RunOptions, 'temp' | 'signal' | 'onProblem'> & { readonly idField: string };

const WIDTHS = 'a multiple of 64 bits, up to 4096';

/** Reads all. Lines that are no signature are reported; one of another width than the first ends it. */
export async function readSignatures(paths: readonly string[], reading: Reading): Promise<SignatureList> {
  const { sources, problems, close } = await openSources(paths, reading);
  for (const problem of problems) reading.onProblem(problem);
  const list = new Growing();
  try {
    for (const source of sources) {
      reading.signal?.throwIfAborted();
      if (isNpy(source)) await readArray(source, list, reading);
      else await readLines(source, list, reading);
    }
  } finally {
    await close();
  }
  return list;
}

async function readLines(
  source: Source,
  list: Growing,
  { idField, onProblem, signal }: Reading,
): Promise<void> {
  const lines = readFingerprintLines(source, idField, 'signature');
  for await (const { place, id, fingerprint, problem } of untilAborted(lines, signal)) {
    const bytes = problem === undefined ? bytesOf(fingerprint) : undefined;
    if (bytes === undefined) {
      const told =
        problem ??
        `Expected a signature of ${WIDTHS}, in hexadecimal digits, got ${fingerprint.length} characters.`;
      onProblem(problemAt(place, { problem: told }));
    } else list.add([id], bytes, bytes.length, `${place.source}:${place.line}`);
  }
}

/** A row is known by its number: `FILE#0`. */
async function readArray(source: Source, list: Growing, { onProblem, signal }: Reading): Promise<void> {
  const array = await openNpy({ open: () => untilAborted(source.open(), signal) });
  if ('problem' in array) return onProblem(problemAt({ source: source.name }, array));
  const { rows, columns } = array;
  if (!isWidth(columns)) {
    await array.close();
    const problem = `Expected signatures of ${WIDTHS}, got rows of ${8 * columns} bits.`;
    return onProblem(problemAt({ source: source.name }, { problem }));
  }
  let read = 0;
  for await (const piece of array.pieces()) {
    const ids = Array.from({ length: piece.length / columns }, (_, i) => `${source.name}#${read + i}`);
    list.add(ids, piece, columns, source.name);
    read += ids.length;
  }
  if (read < rows) {
    const problem = `Expected ${rows} rows, got ${read}: the file is cut.`;
    onProblem(problemAt({ source: source.name }, { problem }));
  }
}

class Growing implements SignatureList {
  readonly ids: string[] = [];
  private bytes = new Uint8Array(0);
  private used = 0;
  private size = 0;

  get width(): number {
    return 8 * this.size;
  }

  get signatures(): Uint8Array {
    return this.bytes.subarray(0, this.used);
  }

  /** @param size Bytes of each. */
  add(ids: readonly string[], signatures: Uint8Array, size: number, place: string): void {
    if (this.size === 0) this.size = size;
    if (size !== this.size) {
      throw new NeardupError(
        'BAD_OPTION',
        `${place}: Expected a signature of ${this.width} bits, as those before it, got ${8 * size}.`,
        {
          advice: 'Give signatures of one width.',
        },
      );
    }
    const wanted = this.used + signatures.length;
    if (wanted > this.bytes.length) {
      const larger = new Uint8Array(Math.max(wanted, 2 * this.bytes.length));
      larger.set(this.signatures);
      this.bytes = larger;
    }
    this.bytes.set(signatures, this.used);
    this.used = wanted;
    for (const id of ids) this.ids.push(id);
  }
}

function bytesOf(digits: string): Uint8Array | undefined {
  if (!isWidth(digits.length / 2) || !/^[0-9a-f]+$/i.test(digits)) return undefined;
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}

function isWidth(bytes: number): boolean {
  return Number.isInteger(bytes) && bytes >= 8 && bytes <= 512 && bytes % 8 === 0;
}
