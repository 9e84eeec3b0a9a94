/** Titles and snippets of documents, asked for together and kept while the collection is looked at. */
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Head } from '../../src/apps/http/service-answers.ts';
import { collection, inCollection, json } from './client.ts';

/** Documents of one question, which the service allows. */
const TOGETHER = 200;
/** More are forgotten: a page that is open for days must not grow. */
const MOST = 5000;

const known = signal<ReadonlyMap<string, Head>>(new Map());

// another collection has other documents of the same names
effect(() => {
  collection.value;
  known.value = new Map();
});

export function headOf(id: string): Head | undefined {
  return known.value.get(id);
}

/** A title is an addition: if it cannot be had, the id is shown alone, and what else is asked says why. */
export function useHeads(ids: readonly string[]): void {
  useEffect(() => {
    const missing = [...new Set(ids)].filter((id) => !known.peek().has(id));
    if (missing.length === 0) return;
    void loadHeads(missing).catch(() => {});
  }, [ids.join('\0'), collection.value]);
}

async function loadHeads(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const heads = await askHeads(ids.slice(from, from + TOGETHER));
    const all = [...known.peek(), ...heads.map((head) => [head.id, head] as const)];
    known.value = new Map(all.slice(-MOST));
  }
}

/** Titles of many documents, where they have one. */
export async function titlesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (let from = 0; from < ids.length; from += TOGETHER)
    for (const { id, title } of await askHeads(ids.slice(from, from + TOGETHER)))
      if (title !== undefined) titles.set(id, title);
  return titles;
}

/** @param words The snippets are around these. */
export async function askHeads(ids: readonly string[], words?: string): Promise<readonly Head[]> {
  if (ids.length === 0) return [];
  const body = { ids, ...(words !== undefined && { words: words.slice(0, 1000) }) };
  return (await json<{ documents: readonly Head[] }>(inCollection('documents', 'heads'), { body })).documents;
}
