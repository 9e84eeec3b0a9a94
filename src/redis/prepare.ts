/** Texts → the values that the index stores and looks up: canonical text, content hash, band keys. */
import { Canonicalizer } from '../canonicalize/index.ts';
import { BatchBuilder, prepareBatch } from '../corpus/index.ts';
import type { Engine } from '../engines.ts';
import { needsSentences, simhashMode, textShape } from '../fingerprint/index.ts';
import type { StoredSettings } from './settings.ts';

export interface PreparedText {
  readonly text: Buffer;
  readonly contentHash: Buffer;
  /** Low and high half of every band's key; none if the text is never matched. */
  readonly bandKeys: Uint32Array;
}

export interface SharedText {
  readonly text: string | Uint8Array;
  readonly lang?: string;
}

export class TextPreparer {
  private constructor(
    private readonly engine: Engine,
    private readonly canonicalizer: Canonicalizer,
    private readonly stored: StoredSettings,
  ) {}

  static async open(engine: Engine, stored: StoredSettings): Promise<TextPreparer> {
    const { settings } = stored;
    const treatment = { ...settings, sentences: needsSentences(settings) };
    return new TextPreparer(engine, await Canonicalizer.open(engine.heap, treatment), stored);
  }

  /** @param canonical The texts come out of the index. */
  async prepare(
    texts: readonly SharedText[],
    canonical = this.stored.settings.canonical,
  ): Promise<PreparedText[]> {
    const { engine, canonicalizer, stored } = this;
    const { bands, rows, settings } = stored;
    const steps = {
      engine,
      canonicalizer,
      canonical,
      simhashMode: simhashMode(settings),
      fingerprints: false,
      contents: true,
      bands: { bands, rows, shape: textShape(settings) },
    };
    const builder = new BatchBuilder(engine.heap);
    const batches = texts.flatMap(({ text, lang }) => builder.add(text, lang));
    const last = builder.finish();
    if (last !== undefined) batches.push(last);
    const prepared: PreparedText[] = [];
    for (const batch of batches) {
      const result = await prepareBatch(batch, steps);
      const { u8, u32 } = engine.heap;
      for (let i = 0; i < result.count; i++) {
        const [start, end] = [0, 1].map((next) => result.text + u32[result.offsets / 4 + i + next]);
        const keysAt = result.bandKeys / 4 + 2 * bands * i;
        const isMatched = u32[result.words / 4 + i] >= settings.minWords && end - 1 > start;
        prepared.push({
          text: Buffer.from(u8.slice(start, end - 1)),
          contentHash: Buffer.from(u8.slice(result.contents + 16 * i, result.contents + 16 * i + 16)),
          bandKeys: isMatched ? u32.slice(keysAt, keysAt + 2 * bands) : new Uint32Array(0),
        });
      }
      result.release();
    }
    return prepared;
  }

  close(): void {
    this.canonicalizer.close();
  }
}
