/** What texts of a collection are prepared with: an engine, which open collections share, and the way its settings treat texts. */
import { Canonicalizer } from '../canonicalize/index.ts';
import type { CollectionSettings } from '../collection.ts';
import type { Steps } from '../corpus/index.ts';
import { type EngineOptions, openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { bandsFor, needsSentences, simhashMode, textShape } from '../fingerprint/index.ts';

export interface OpenedSteps {
  readonly steps: Steps;
  close(): Promise<void>;
}

export async function openTextSteps(
  settings: CollectionSettings,
  options: EngineOptions,
): Promise<OpenedSteps> {
  const engine = await shareEngine(options);
  try {
    const treatment = { ...settings, sentences: needsSentences(settings) };
    const canonicalizer = await Canonicalizer.open(engine.heap, treatment);
    const close = async () => {
      canonicalizer.close();
      await engine.close();
    };
    return { steps: stepsFor(settings, engine, canonicalizer), close };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function stepsFor(settings: CollectionSettings, engine: Engine, canonicalizer: Canonicalizer): Steps {
  return {
    engine,
    canonicalizer,
    canonical: settings.canonical,
    simhashMode: simhashMode(settings),
    fingerprints: false,
    contents: false,
    bands: { ...bandsFor(settings), shape: textShape(settings) },
  };
}

/** An engine that open collections share: one memory and one pool of workers for each kind that is asked for. */
interface SharedEngine {
  readonly engine: Promise<Engine>;
  users: number;
}

const sharedEngines = new Map<string, SharedEngine>();

/** Opens an engine, or uses one that is open. Closing it closes it for the last user only. */
async function shareEngine({ engine, threads }: EngineOptions): Promise<Engine> {
  const key = JSON.stringify([engine, threads]);
  const entry = sharedEngines.get(key) ?? { engine: openEngine({ engine, threads }), users: 0 };
  sharedEngines.set(key, entry);
  entry.users++;
  const release = async () => {
    if (--entry.users > 0) return;
    sharedEngines.delete(key);
    await (await entry.engine).close();
  };
  try {
    return { ...(await entry.engine), close: release };
  } catch (error) {
    // the next one tries again
    sharedEngines.delete(key);
    throw error;
  }
}
