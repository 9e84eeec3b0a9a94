/** The second pass of `decontaminate`: finds the places of items in the texts, and cuts them or removes their documents. */

import type { FoundItem } from '../../answers/repeats.ts';
import { findPlaces, type TextFolder, type WordPlaces } from '../../canonicalize/index.ts';
import type { FieldsOf } from '../../document.ts';
import { textOf } from '../../read/index.ts';
import type { ReadDocument, Reader } from '../../read.ts';
import type { DecontaminateAction } from '../../repeats.ts';
import { rounded } from '../../report/index.ts';
import type { Changes } from '../../write.ts';
import { cutSpans, withoutCuts } from '../cut/cut-text.ts';
import type { ItemMatch } from '../items/match-items.ts';
import { DocumentNotes } from './document-notes.ts';
import { WRITTEN } from './trim-pass.ts';

interface DecontaminateRule {
  readonly action: DecontaminateAction;
  readonly leastLeft: number;
  readonly temp?: string;
}

/** An item's name, and what of it stands in a document. */
export interface NamedMatch extends Omit<ItemMatch, 'text'> {
  readonly suite: string;
  readonly item: string;
}

/** The documents of a run. */
interface NumberedDocuments {
  readonly words: { get(number: number): number };
  id(number: number): string;
}

export class DecontaminatePass {
  removed = 0;
  cuts = 0;
  cutWords = 0;
  asText = 0;
  /** The results of each document, without its id and fields. */
  private readonly results: DocumentNotes<readonly Omit<FoundItem, 'id' | 'fields'>[]>;

  /** @param found What was found in each document. */
  constructor(
    private readonly documents: NumberedDocuments,
    private readonly found: DocumentNotes<readonly NamedMatch[]>,
    private readonly folder: TextFolder,
    private readonly rule: DecontaminateRule,
  ) {
    this.results = new DocumentNotes(rule.temp);
  }

  isKept(): boolean {
    return true;
  }

  isWanted(number: number): boolean {
    return this.found.has(number);
  }

  /** Looks at a document with items. Returns whether it stays, or its text without them. */
  look(number: number, item: ReadDocument, reader: Pick<Reader, 'name'>): boolean | Changes {
    const text = textOf(item);
    const words = findPlaces(this.folder, text);
    if (words.starts.length !== this.documents.words.get(number)) {
      throw new Error(`repeats: document ${this.documents.id(number)} has other words than before`);
    }
    const matches = this.found.of(number);
    const fate = this.fateOf(text, words, matches, reader);
    if (fate === false) this.removed++;
    this.results.add(
      number,
      matches.map(({ suite, item: name, share, ownShare, longest, contaminated, spans }) => ({
        ...{ suite, item: name, share: rounded(share), ownShare: rounded(ownShare), longest, contaminated },
        spans: spans.map(([from, to]) => ({
          ...{ start: words.starts[from], end: words.ends[to - 1], words: to - from },
        })),
        ...(fate === false && { removed: true as const }),
      })),
    );
    return fate;
  }

  /** The results, in the order of the input. */
  *all(fieldsOf: FieldsOf): Generator<FoundItem> {
    for (const { number, ...result } of this.numbered()) {
      const fields = fieldsOf(number);
      yield { id: this.documents.id(number), ...result, ...(fields !== undefined && { fields }) };
    }
  }

  /** The results with the numbers of their documents. */
  *numbered(): Generator<Omit<FoundItem, 'id' | 'fields'> & { readonly number: number }> {
    for (const number of this.results.documents())
      for (const result of this.results.of(number)) yield { number, ...result };
  }

  close(): void {
    this.results.close();
  }

  private fateOf(
    text: string,
    words: WordPlaces,
    matches: readonly NamedMatch[],
    { name }: Pick<Reader, 'name'>,
  ): boolean | Changes {
    const { action, leastLeft } = this.rule;
    const contaminating = matches.filter(({ contaminated }) => contaminated);
    if (action === 'report' || contaminating.length === 0) return true;
    if (action === 'drop') return false;
    const goes = new Uint8Array(words.starts.length);
    for (const { spans } of contaminating) for (const [from, to] of spans) goes.fill(1, from, to);
    const cuts = cutSpans(text, words, goes);
    const cutWords = cuts.reduce((sum, { from, to }) => sum + to - from, 0);
    this.cuts += cuts.length;
    this.cutWords += cutWords;
    if (words.starts.length - cutWords < Math.max(1, leastLeft)) return false;
    if (!WRITTEN.has(name)) this.asText++;
    return { text: withoutCuts(text, cuts) };
  }
}
