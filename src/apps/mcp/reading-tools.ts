/** The tools that only ask. */
import { Type } from 'typebox';
import { type Comparison, compare, comparisonObjects, type JsonPassage, NeardupError } from '../../index.ts';
import { excerpt } from './excerpt.ts';
import { noDocument } from './folder-shelf.ts';
import { FORMAT, type Markup, textAsRead } from './markup.ts';
import type { Asked, Shelf } from './shelf.ts';
import { FEW, ID, RESULTS, SHELF, shelfOf, TEXT, THRESHOLD, tool } from './tool.ts';

const GIVEN = { text: Type.Optional(TEXT), format: FORMAT, id: Type.Optional(ID), shelf: SHELF };
const CLOSED = { additionalProperties: false };

export const READING_TOOLS = [
  tool({
    name: 'check_text',
    title: 'Is this text there already?',
    description:
      'Finds near-duplicates of a text in a collection or folder. Each match was compared with the text. Of a folder, the best match is given.',
    input: Type.Object({ text: TEXT, format: FORMAT, shelf: SHELF, threshold: THRESHOLD }, CLOSED),
    answer: async ({ text, format, shelf, threshold }, shelves, signal) => {
      const found = shelfOf(shelves, shelf);
      const matches = await found.check(await textAsRead(text, format), { threshold, signal });
      return { shelf: found.name, isThere: matches.length > 0, ...listed('matches', matches, FEW) };
    },
  }),
  tool({
    name: 'find_sources',
    title: 'Where do passages of this text come from?',
    description:
      'Finds the documents that share passages with a text (or with a document, named by its id), and shows the passages with their lines.',
    input: Type.Object({ ...GIVEN, limit: RESULTS }, CLOSED),
    answer: async ({ text, format, id, shelf, limit = FEW }, shelves, signal) => {
      const found = shelfOf(shelves, shelf);
      const asked = await oneOf({ text, format, id });
      return {
        shelf: found.name,
        ...passagesOf(await found.sources(asked, { sources: limit, signal }), limit),
      };
    },
  }),
  tool({
    name: 'search',
    title: 'Which documents are most like this?',
    description:
      'Finds the documents that are most like a query of a few words, or a longer text; the nearest first.',
    input: Type.Object({ query: TEXT, shelf: SHELF, limit: RESULTS }, CLOSED),
    answer: async ({ query, shelf, limit = FEW }, shelves, signal) => {
      const found = shelfOf(shelves, shelf);
      const results = await found.search(query, { k: limit, signal });
      return { shelf: found.name, results: results.map(({ id, score, rank }) => ({ rank, id, score })) };
    },
  }),
  tool({
    name: 'compare',
    title: 'What do two texts share?',
    description:
      'Compares two texts, each given itself or by its id, sentence by sentence, and shows the passages they share.',
    input: Type.Object(
      { a: Type.Object(GIVEN, CLOSED), b: Type.Object(GIVEN, CLOSED), limit: RESULTS },
      CLOSED,
    ),
    answer: async ({ a, b, limit = FEW }, shelves, signal) => {
      const given = async (each: typeof a, name: string) => {
        const asked = await oneOf(each);
        return 'text' in asked
          ? { id: name, text: asked.text }
          : documentOf(shelfOf(shelves, each.shelf), asked.id, signal);
      };
      const comparison = await compare(await given(a, 'a'), await given(b, 'b'), { signal });
      return passagesOf(comparison, limit);
    },
  }),
  tool({
    name: 'dedup_folder',
    title: 'Which documents are copies of others?',
    description:
      'Lists groups of near-duplicates in a collection or folder: the document that would be kept, and its copies. Nothing is removed.',
    input: Type.Object({ shelf: SHELF, threshold: THRESHOLD, limit: RESULTS }, CLOSED),
    answer: async ({ shelf, threshold, limit = FEW }, shelves, signal) => {
      const found = shelfOf(shelves, shelf);
      const groups: object[] = [];
      const counts = { groups: 0, copies: 0 };
      const run = found.groups({ threshold, signal });
      let next = await run.next();
      for (; next.done !== true; next = await run.next()) {
        const { kept, members } = next.value;
        counts.groups++;
        counts.copies += members.length;
        if (groups.length === limit) continue;
        const copies = members.map(({ id, resemblance }) => ({ id, resemblance }));
        groups.push({ kept, ...listed('copies', copies, FEW) });
      }
      const { documents, unreadable } = next.value;
      return {
        shelf: found.name,
        counts: { documents, unreadable, ...counts },
        groups,
        notListed: counts.groups - groups.length,
      };
    },
  }),
];

interface Given {
  readonly text?: string;
  readonly format?: Markup;
  readonly id?: string;
}

async function oneOf({ text, format, id }: Given): Promise<Asked> {
  if (text !== undefined && id === undefined) return { text: await textAsRead(text, format) };
  if (id !== undefined && text === undefined) return { id };
  throw new NeardupError(
    'BAD_OPTION',
    `Expected \`text\` or \`id\`, got ${id === undefined ? 'neither' : 'both'}.`,
    {
      advice: 'Give the text itself, or the id of a document.',
    },
  );
}

async function documentOf(shelf: Shelf, id: string, signal: AbortSignal) {
  const document = await shelf.document(id, { signal });
  if (document === undefined) throw noDocument(id, shelf.name);
  return { id: document.id, text: document.text };
}

/** The best passages, those with most words first. */
function passagesOf(comparison: Comparison, limit: number) {
  const { text, sources } = comparison;
  const compared = comparisonObjects(comparison).filter((object) => 'passages' in object);
  const side = (of: { readonly text: string }, { line, start, end }: JsonPassage['a']) => ({
    ...{ line, start, end },
    excerpt: excerpt(of.text, { start, end }),
  });
  const best = compared.flatMap(({ b: id, passages }, source) =>
    passages
      .filter((passage) => passage.best)
      .map(({ a, b, kind }) => ({
        ...{ source: id, kind, words: a.words },
        text: side(text, a),
        inSource: side(sources[source], b),
      })),
  );
  return {
    words: text.words,
    sources: compared.map(({ b: id, similarity: { a, b } }) => ({ id, sharedOfText: a, sharedOfSource: b })),
    ...listed(
      'passages',
      best.sort((x, y) => y.words - x.words),
      limit,
    ),
  };
}

/** The first of a list, and how many are left out. */
function listed<Name extends string>(name: Name, all: readonly object[], limit: number) {
  return { [name]: all.slice(0, limit), ...(all.length > limit && { notListed: all.length - limit }) };
}
