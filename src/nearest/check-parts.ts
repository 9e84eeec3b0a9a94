/**
 * Checks what a saved index says before anything of it is used: a checksum tells that a file is damaged, not that it was
 * made to mislead. Every length must follow from the counts, and every number must be in its range, so that no search
 * reads beyond its memory or goes round in circles.
 */
import type { IndexFile } from '../collection/index.ts';
import { BLOCK_SIGNATURES, cutSlices, NO_BLOCK, NO_SIGNATURE, sliceEndsLength } from '../engines/index.ts';
import { TERM_SLOTS } from '../fingerprint/index.ts';
import type { PartSource } from '../nearest.ts';
import { checkSettings } from './options.ts';

/** What an index remembers of how it was made, with all values allowed. */
export function checkedSettings(file: IndexFile): ReturnType<typeof checkSettings> {
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file.get('settings')));
    return checkSettings(given, file.facts.count);
  } catch (error) {
    if ((error as { code?: string }).code === 'BAD_INDEX') throw error;
    throw file.bad(`its settings are none of an index (${(error as Error).message})`);
  }
}

/** Whether an index is of the version before, whose clusters had sketches: its lists are not used. */
export function hasOldLists(file: IndexFile): boolean {
  return file.facts.kind === 'clusters' && file.has('sketches') && !file.has('recall');
}

/** The parts of an index, read once and checked. */
export function checkedParts(file: IndexFile): PartSource {
  return new CheckedParts(file);
}

const TWICE = 'it names a signature twice, or one that is not there';

class CheckedParts implements PartSource {
  private readonly parts = new Map<string, Uint8Array>();

  constructor(private readonly file: IndexFile) {
    const { kind, width, count } = file.facts;
    this.expect(
      width >= 64 && width <= 4096 && width % 64 === 0,
      'its signatures have a width that none has',
    );
    this.expectLength('sigs', count * (width / 8));
    this.checkIds(count);
    this.checkTerms();
    if (file.has('texts')) this.checkTexts(count);
    if (kind === 'slices') this.checkSlices();
    if (kind === 'clusters' && !hasOldLists(file)) this.checkClusters();
  }

  /** A part that was checked is handed out once; its memory is the caller's. */
  get(name: string): Uint8Array {
    const bytes = this.parts.get(name) ?? this.file.get(name);
    this.parts.delete(name);
    return bytes;
  }

  private checkIds(count: number): void {
    const bytes = this.part('ids');
    this.expect(bytes.length >= 4 * (count + 1), 'its ids are too few');
    const ends = new Uint32Array(bytes.buffer, 0, count + 1);
    this.expectAscending('ids', ends, bytes.length - 4 * (count + 1));
  }

  private checkTerms(): void {
    const values = this.numbers('terms');
    if (values.length === TERM_SLOTS) return;
    this.expect(values.length % 2 === 0 && values.length < TERM_SLOTS, 'its terms have a wrong length');
    for (let i = 0; i < values.length; i += 2) {
      this.expect(values[i] < TERM_SLOTS, 'its terms name places that do not exist');
    }
  }

  private checkTexts(count: number): void {
    this.file.verify('texts');
    this.expectLength('textends', 8 * count);
    const ends = new Float64Array(this.part('textends').buffer);
    let before = 0;
    for (const end of ends) {
      this.expect(Number.isSafeInteger(end) && end >= before, 'its texts end before they begin');
      before = end;
    }
    this.expect(before === this.file.lengthOf('texts'), 'its texts have another length than it says');
  }

  private checkSlices(): void {
    const { width, count } = this.file.facts;
    this.expectLength('slices', 8);
    const [bits, listed] = this.numbers('slices');
    this.expect(bits >= 2 && bits <= 26 && bits <= width && listed <= count, 'its slices are none');
    const cut = cutSlices(width, bits);
    this.expect(cut.bits <= 26, 'its slices are too wide');
    this.expectLength('ends', 4 * sliceEndsLength(cut));
    this.expectLength('lists', 4 * cut.slices * listed);
    const ends = this.numbers('ends');
    const lists = this.numbers('lists');
    const seen = new Uint32Array(listed);
    let from = 0;
    for (let slice = 0; slice < cut.slices; slice++) {
      const length = 2 ** (slice < cut.wide ? cut.bits : cut.bits - 1) + 1;
      this.expectAscending('ends', ends.subarray(from, from + length), listed);
      from += length;
      for (const number of lists.subarray(slice * listed, (slice + 1) * listed)) {
        this.expect(number < listed && seen[number] === slice, TWICE);
        seen[number] = slice + 1;
      }
    }
  }

  private checkClusters(): void {
    const { width, count } = this.file.facts;
    this.expectLength('clusters', 8);
    const [lists, learned] = this.numbers('clusters');
    this.expect(learned <= count && lists > 0, 'its clusters are none');
    const slots = this.numbers('slots');
    const blocks = slots.length / BLOCK_SIGNATURES;
    this.expect(Number.isInteger(blocks), 'its slots have a wrong length');
    this.expectLength('lists', lists * (width / 8));
    this.expectLength('first', 4 * lists);
    this.expectLength('next', 4 * blocks);
    this.checkSlots(slots);
    this.checkRecall(lists);
    // a block that only one other leads to is on no circle that a list can reach
    const reached = new Uint8Array(blocks);
    for (const name of ['first', 'next']) {
      for (const block of this.numbers(name)) {
        if (block === NO_BLOCK) continue;
        this.expect(
          block < blocks && reached[block] === 0,
          'its lists run into each other, or beyond their end',
        );
        reached[block] = 1;
      }
    }
  }

  private checkSlots(slots: Uint32Array): void {
    const { count } = this.file.facts;
    const seen = new Uint8Array(count);
    let found = 0;
    for (const number of slots) {
      if (number === NO_SIGNATURE) continue;
      this.expect(number < count && seen[number] === 0, TWICE);
      seen[number] = 1;
      found++;
    }
    this.expect(found === count, 'its slots leave out signatures');
  }

  private checkRecall(lists: number): void {
    const steps = this.numbers('recall');
    this.expect(steps.length % 2 === 0, 'its recall has a wrong length');
    for (let i = 0; i < steps.length; i += 2) {
      const rises = i === 0 || (steps[i] > steps[i - 2] && steps[i + 1] > steps[i - 1]);
      this.expect(
        rises && steps[i] >= 1 && steps[i] <= lists && steps[i + 1] <= 10_000,
        'its recall is none',
      );
    }
  }

  private expectAscending(name: string, ends: Uint32Array, last: number): void {
    let before = 0;
    for (const end of ends) {
      this.expect(end >= before, `its part \`${name}\` does not ascend`);
      before = end;
    }
    this.expect(ends[0] === 0 && before === last, `its part \`${name}\` does not end where it should`);
  }

  private expectLength(name: string, length: number): void {
    this.expect(this.file.lengthOf(name) === length, `its part \`${name}\` has a wrong length`);
  }

  private expect(holds: boolean, reason: string): void {
    if (!holds) throw this.file.bad(reason);
  }

  private numbers(name: string): Uint32Array {
    const bytes = this.part(name);
    this.expect(bytes.length % 4 === 0, `its part \`${name}\` has a wrong length`);
    return new Uint32Array(bytes.buffer, 0, bytes.length / 4);
  }

  private part(name: string): Uint8Array {
    let bytes = this.parts.get(name);
    if (bytes === undefined) {
      bytes = this.file.get(name);
      this.parts.set(name, bytes);
    }
    return bytes;
  }
}
