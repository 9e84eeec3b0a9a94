/** The engine that all open collections of a process share: one memory and one pool of workers for each kind of engine that is asked for. */
import { type EngineOptions, openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';

interface Shared {
  readonly engine: Promise<Engine>;
  users: number;
}

const shared = new Map<string, Shared>();

/** Opens an engine, or uses one that is open. Closing it closes it for the last user only. */
export async function shareEngine({ engine, threads }: EngineOptions): Promise<Engine> {
  const key = JSON.stringify([engine, threads]);
  const entry = shared.get(key) ?? { engine: openEngine({ engine, threads }), users: 0 };
  shared.set(key, entry);
  entry.users++;
  const release = async () => {
    if (--entry.users > 0) return;
    shared.delete(key);
    await (await entry.engine).close();
  };
  try {
    return { ...(await entry.engine), close: release };
  } catch (error) {
    // the next one tries again
    shared.delete(key);
    throw error;
  }
}
