/** Packages in a browser: each is a file of the bundle, fetched when it is needed. */
import type { PackageName } from './packages.ts';

const LOADERS: Record<PackageName, () => Promise<unknown>> = {
  'stopwords-iso': async () => (await import('stopwords-iso')).default,
  stopword: () => import('stopword'),
  'snowball-stemmers': async () => (await import('snowball-stemmers')).default,
};

const loaded = new Map<string, unknown>();

export async function preparePackages(names: readonly PackageName[]): Promise<void> {
  for (const name of names) if (!loaded.has(name)) loaded.set(name, await LOADERS[name]());
}

export function loadPackage(name: string): unknown {
  const exports = loaded.get(name);
  if (exports === undefined) throw new Error(`${name} is not part of neardup in the browser`);
  return exports;
}
