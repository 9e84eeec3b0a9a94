/**
 * The quick pass: which documents may share something with one text? Kernels look at canonical texts as a whole, so that only those
 * which may are cut into sentences and compared. It lets every document through that `searchSources` would find.
 */
import type { Canonicalizer } from '../../canonicalize/index.ts';
import type { PreparedBatch } from '../../corpus/index.ts';
import { type Address, MayShareFields, randomSeed } from '../../engines/index.ts';
import { MOST_KEY_WORDS, WORD_CLASSES } from '../../engines/layouts/anchors.ts';
import { placedSet } from '../../engines/scalar/may-share.ts';
import type { Engine } from '../../engines.ts';
import type { SentenceWords } from './sentence-words.ts';

export class QuickPass {
  private readonly words: PlacedSet;
  private readonly keys: PlacedSet;
  private readonly lengths: Address;
  /** Odd. The author of a text does not know it, and so cannot make its words crowd one place of a set. */
  private readonly factor = randomSeed().low | 1;

  constructor(
    private readonly engine: Engine,
    private readonly canonicalizer: Canonicalizer,
    text: SentenceWords,
  ) {
    const keys = text.keys.flat();
    const lengths = new Uint8Array((1 + WORD_CLASSES) * (1 + MOST_KEY_WORDS));
    for (const { group, words } of keys) lengths[group * (1 + MOST_KEY_WORDS) + words] = 1;
    this.words = this.place(text.hashes);
    this.keys = this.place([...text.runs, ...keys.map(({ key }) => key)]);
    this.lengths = engine.heap.place(lengths);
  }

  /** 1 for every document of a batch that may share something with the text. */
  async flags({ text, offsets, count }: PreparedBatch): Promise<Uint8Array> {
    const { engine, canonicalizer, words, keys, lengths } = this;
    const { heap } = engine;
    const [out, asked] = heap.allocateAll([count, 4 * MayShareFields.length]);
    try {
      const fields = heap.u32.subarray(asked / 4);
      const set = (given: Partial<Record<keyof typeof MayShareFields, number>>) => {
        for (const [name, value] of Object.entries(given))
          fields[MayShareFields[name as keyof typeof given]] = value;
      };
      set({ text, offsets, count, letters: canonicalizer.letters, factor: this.factor, lengths, out });
      set({ words: words.address, wordShift: words.shift, keys: keys.address, keyShift: keys.shift });
      await engine.call('mayShare', asked);
      return heap.u8.slice(out, out + count);
    } finally {
      for (const block of [out, asked]) heap.release(block);
    }
  }

  close(): void {
    for (const block of [this.words.address, this.keys.address, this.lengths])
      this.engine.heap.release(block);
  }

  private place(values: ArrayLike<number>): PlacedSet {
    const { places, shift } = placedSet(values, this.factor);
    return { address: this.engine.heap.place(places), shift };
  }
}

interface PlacedSet {
  readonly address: Address;
  readonly shift: number;
}
