/**
 * `sources`: the documents that share passages with a text. The cluster finds those that have an anchor of the text; the search itself goes on
 * here, among their texts, as it does in a folder.
 */
import { cutDocuments, type StoredDocument } from '../collection/index.ts';
import type { FoundSources } from '../comparison.ts';
import { NeardupError } from '../errors.ts';
import {
  type Anchors,
  AnchorTable,
  addAnchors,
  COMPARE_IN_RULES,
  canonicalSentences,
  type FindOptions,
  findSources,
  type SentenceSteps,
  SentenceWords,
  type SourceCollection,
} from '../passages/index.ts';
import { option, wording } from '../wording.ts';
import { MOST_FOUND } from './finder.ts';
import { atOneCommit, type OpenedCluster } from './parts.ts';
import { showFresh } from './refresh.ts';
import { type IndexedDocument, isLiving } from './stored-form.ts';
import type { CollectionHead } from './turns.ts';

/** Anchors that one search takes. */
const MOST_ANCHORS = 60_000;
/** Characters of documents whose sentences are cut together. */
const CUT_TOGETHER = 1 << 20;

export class ClusterSources implements SourceCollection {
  readonly isStored = true;
  /** Living documents, when it was asked. */
  documents = 0;
  private found: readonly IndexedDocument[] = [];

  constructor(
    private readonly parts: OpenedCluster,
    private readonly sentenceSteps: SentenceSteps,
    private readonly counted: (head: CollectionHead) => Promise<number>,
  ) {}

  find(text: string, options: FindOptions = {}): Promise<FoundSources> {
    return atOneCommit(this.parts, async (head) => {
      await showFresh(this.parts, head);
      this.documents = await this.counted(head);
      const most = options.boilerplate ?? COMPARE_IN_RULES.boilerplate.default;
      const search = async (query: SentenceWords) => {
        const hashes = [
          ...new Set([...query.runs, ...query.keys.flatMap((own) => own.map(({ key }) => key))]),
        ];
        return this.searched(head, hashes, most);
      };
      return findSources(text, this.sentenceSteps, search, options);
    });
  }

  text(document: number): string {
    return this.found[document].text;
  }

  /** The documents that have any of these hashes, and which of them each has. */
  private async searched(head: CollectionHead, hashes: readonly number[], most: number) {
    const common = new Set<number>();
    let found = await this.documentsWith(head, hashes);
    if (found === undefined) {
      // anchors that are everywhere lead to no source, and are only counted
      const counts = await this.parts.finder.countEach(head, 'anchors', hashes.map(signed), most);
      for (const [i, hash] of hashes.entries()) if (counts[i] > most) common.add(hash);
      found = await this.documentsWith(
        head,
        hashes.filter((hash) => !common.has(hash)),
      );
    }
    if (found === undefined) throw tooMany();
    this.found = found;
    const table = new AnchorTable();
    const words = await this.cutAll(found, table);
    const anchors: Anchors = {
      find(hash, visit) {
        if (!common.has(hash)) return table.find(hash, visit);
        // only their number counts
        for (let i = 0; i <= most && visit(i); i++);
      },
    };
    return {
      anchors,
      idOf: (number: number) => found[number].id,
      load: async (numbers: readonly number[]) => numbers.map((number) => words[number]),
    };
  }

  /** Undefined if there are more than one search gives. */
  private async documentsWith(
    head: CollectionHead,
    hashes: readonly number[],
  ): Promise<readonly IndexedDocument[] | undefined> {
    const now = this.parts.clock();
    const documents = new Map<string, IndexedDocument>();
    for (let at = 0; at < hashes.length; at += MOST_ANCHORS) {
      const anchors = hashes.slice(at, at + MOST_ANCHORS).map(signed);
      const found = await this.parts.finder.find(head, { anchors }, MOST_FOUND);
      if (found.isMore) return undefined;
      for (const document of found.documents)
        if (isLiving(document, now)) documents.set(document.name, document);
    }
    return [...documents.values()].sort((a, b) => a.order - b.order);
  }

  /** Cuts documents into sentences, and enters their anchors. */
  private async cutAll(found: readonly StoredDocument[], table: AnchorTable): Promise<SentenceWords[]> {
    const { sentenceSteps: steps } = this;
    const words: SentenceWords[] = [];
    for (let at = 0; at < found.length; ) {
      const first = at;
      for (let size = 0; at < found.length && size < CUT_TOGETHER; at++) size += found[at].text.length;
      const batch = await canonicalSentences(cutDocuments(found.slice(first, at)), steps);
      try {
        addAnchors(batch, steps.engine, table, (i) => first + i);
        for (const each of batch.documents) words.push(SentenceWords.of(each, batch, steps.engine.heap));
      } finally {
        batch.release();
      }
    }
    return words;
  }
}

/** An index takes signed numbers. */
function signed(hash: number): number {
  return hash | 0;
}

function tooMany(): NeardupError {
  const advice = wording`Set ${option('boilerplate')} to less, or ask with a shorter text.`;
  const message = `More than ${MOST_FOUND} documents share passages with the text, or their texts fill the memory.`;
  return new NeardupError('TOO_LARGE', message, { option: 'boilerplate', advice });
}
