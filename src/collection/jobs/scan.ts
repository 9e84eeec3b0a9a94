/** From raw lines to fingerprints: finds the texts in JSON lines, then does what happens to every batch. */
import { type Heap, type Job, JsonlScan } from '../../engines/index.ts';
import type { Kernels } from '../../engines.ts';
import { readUpTo } from '../texts-in-file.ts';
import { type PrepareArguments, prepare } from './prepare.ts';

export interface ScanArguments extends Omit<PrepareArguments, 'text' | 'offsets' | 'count'> {
  /** Address of a `JsonlScan`. The results need room for as many documents as it has for records. */
  scan: number;
  /** Where given, the lines are first put where the scan expects them. */
  stored?: StoredLines | StoredPiece;
}

/** Lines that lie in a file. */
export interface StoredLines {
  /** Descriptor, open for reading. */
  readonly file: number;
  /** Where each line begins, and its bytes without LF. */
  readonly positions: Float64Array;
  readonly lengths: Uint32Array;
}

/** All lines of the scan, as they lie in a file. */
export interface StoredPiece {
  readonly file: number;
  /** Where the first one begins. */
  readonly position: number;
}

export interface ScanResult {
  /**
   * Bytes of canonical text, or NEEDS_NORMALIZATION, and then there are texts and ids but nothing else; or UNREAD, and then there
   * is nothing.
   */
  bytes: number;
}

/** The piece could not be read, or does not end with LF. */
export const UNREAD = -3;

export const scanJob: Job<ScanArguments, ScanResult> = { name: 'scan', run: scan };

function scan(job: ScanArguments, kernels: Kernels, heap: Heap): ScanResult {
  const at = job.scan / 4;
  const { u32 } = heap;
  const { stored } = job;
  const [lines, bytes] = [u32[at + JsonlScan.lines], u32[at + JsonlScan.bytes]];
  if (stored !== undefined) {
    if ('lengths' in stored) readLines(stored, heap.u8, lines);
    else if (!readPiece(stored, heap.u8, lines, bytes)) return { bytes: UNREAD };
  }
  kernels.scanJsonl(job.scan);
  return prepare(
    {
      ...job,
      text: u32[at + JsonlScan.text],
      offsets: u32[at + JsonlScan.offsets],
      count: u32[at + JsonlScan.documents],
    },
    kernels,
    heap,
  );
}

const LF = 0x0a;

/** Puts the lines one behind the other, each between two LF. What is not there any more leaves a line short. */
function readLines({ file, positions, lengths }: StoredLines, u8: Uint8Array, target: number): void {
  let at = target;
  u8[at - 1] = LF;
  for (let i = 0; i < lengths.length; i++) {
    const end = at + lengths[i];
    u8.fill(LF, at, end + 1);
    readUpTo(file, u8, at, lengths[i], positions[i]);
    at = end + 1;
  }
}

/** False where it is not there as it was: nothing of what the memory had before may count as a line. */
function readPiece({ file, position }: StoredPiece, u8: Uint8Array, target: number, bytes: number): boolean {
  try {
    return readUpTo(file, u8, target, bytes, position) === bytes && u8[target + bytes - 1] === LF;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return false;
  }
}
