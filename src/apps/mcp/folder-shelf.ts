/** A folder of documents as a shelf. It is read anew for every question; links that lead out of it are not followed. */
import { readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { compareIn, dedup, groups, NeardupError, search, texts } from '../../index.ts';
import type { AlikeDocument, Asked, Asking, Shelf } from './shelf.ts';

export class FolderShelf implements Shelf {
  readonly kind = 'folder';

  constructor(
    readonly name: string,
    private readonly path: string,
    private readonly threads?: number,
  ) {}

  async check(
    text: string,
    asking: Asking & { readonly threshold?: number },
  ): Promise<readonly AlikeDocument[]> {
    await this.refuseLinksOut();
    const { signal, threshold, threads } = { ...asking, threads: this.threads };
    const matches: AlikeDocument[] = [];
    const run = dedup([{ id: 'text', text }], { against: this.path, threshold, threads, signal });
    try {
      for await (const { keptId, resemblance, identical } of run)
        matches.push({ id: keptId, resemblance, identical });
    } catch (error) {
      // nothing to compare with is a mistake on the command line, and nothing there for an agent
      if (!(error instanceof NeardupError && error.code === 'UNREADABLE')) throw error;
      if ((await this.first(1, asking)).length > 0) throw error;
    }
    return matches;
  }

  async sources(asked: Asked, { signal, sources }: Asking & { readonly sources: number }) {
    await this.refuseLinksOut();
    const { threads } = this;
    if ('text' in asked) {
      return compareIn({ id: 'text', text: asked.text }, this.path, { sources, signal, threads });
    }
    const document = await this.document(asked.id, { signal });
    if (document === undefined) throw noDocument(asked.id, this.name);
    return compareIn(document, this.others(asked.id, signal), { sources, signal, threads });
  }

  async search(query: string, asking: Asking & { readonly k: number }) {
    await this.refuseLinksOut();
    const { threads } = this;
    return search([query], { ...asking, in: this.path, threads }).toArray();
  }

  async *groups(asking: Asking & { readonly threshold?: number }) {
    await this.refuseLinksOut();
    const run = groups(this.path, { ...asking, threads: this.threads });
    yield* run;
    return run.summary;
  }

  async document(id: string, { signal }: Asking) {
    await this.refuseLinksOut();
    for await (const document of texts(this.path, { signal })) if (document.id === id) return document;
    return undefined;
  }

  async first(count: number, { signal }: Asking): Promise<readonly string[]> {
    await this.refuseLinksOut();
    const ids: string[] = [];
    if (count === 0) return ids;
    for await (const { id } of texts(this.path, { signal })) if (ids.push(id) === count) break;
    return ids;
  }

  async close(): Promise<void> {}

  private async *others(itself: string, signal: AbortSignal) {
    for await (const document of texts(this.path, { signal })) if (document.id !== itself) yield document;
  }

  private async refuseLinksOut(): Promise<void> {
    const root = await realpath(this.path);
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) continue;
      const link = join(entry.parentPath, entry.name);
      const target = await realpath(link).catch(() => root);
      if (target === root || target.startsWith(`${root}${sep}`)) continue;
      throw new NeardupError(
        'BAD_OPTION',
        `Expected a folder without links out of it, found one in \`${this.name}\`.`,
        {
          advice: `Remove the link \`${link.slice(root.length + 1)}\`, or name the folder that it leads to.`,
        },
      );
    }
  }
}

export function noDocument(id: string, shelf: string): NeardupError {
  return new NeardupError('INPUT_NOT_FOUND', `Expected a document of \`${shelf}\`, got the id \`${id}\`.`, {
    advice: 'Use an id from an answer of another tool.',
  });
}
