/** Answers of the library to the questions of the playground: as it gives them, and in the form that is shown. */
import {
  type Comparison,
  canonicalText,
  compare,
  comparisonObjects,
  comparisonRows,
  documentImages,
  fingerprint,
  formatFingerprint,
  groups,
  pairs,
  search,
} from '../../../src/browser.ts';
import { imageOf, resemblance, type Selection, shinglesOf } from '../../../src/public/fingerprint.ts';
import type { MatrixView, OperationName, PlainDocument, Settings, ShinglesView, View } from './messages.ts';

interface Answered {
  readonly view: View;
  readonly lines: readonly unknown[];
}

export function answerOf(
  operation: OperationName,
  documents: readonly PlainDocument[],
  settings: Settings,
): Promise<Answered> {
  return ANSWERS[operation](documents, settings);
}

const ANSWERS: Record<
  OperationName,
  (documents: readonly PlainDocument[], settings: Settings) => Promise<Answered>
> = {
  async compare([a, b], settings) {
    const comparison = await compare(a, [b], settings);
    return {
      view: { operation: 'compare', rows: comparisonRows(comparison) },
      lines: comparisonObjects(comparison),
    };
  },
  async matrix([a, b], settings) {
    const comparison = await compare(a, [b], settings);
    return {
      view: { operation: 'matrix', ...matrixOf(comparison) },
      lines: comparisonObjects(comparison, true),
    };
  },
  async pairs(documents, settings) {
    const lines = await pairs(documents, settings).toArray();
    return { view: { operation: 'pairs', pairs: lines }, lines };
  },
  async groups(documents, settings) {
    const lines = await groups(documents, settings).toArray();
    return { view: { operation: 'groups', groups: lines }, lines };
  },
  async fingerprint(documents, settings) {
    const lines = await fingerprint(documents, settings).toArray();
    return { view: { operation: 'fingerprint', fingerprints: lines }, lines };
  },
  async shingles(documents, settings) {
    const lines = await documentImages(documents, settings).toArray();
    return { view: { operation: 'shingles', ...(await shinglesIn(documents, settings)) }, lines };
  },
  async search(documents, { query, ...settings }) {
    const lines = await search(String(query), { in: documents, ...settings, explain: true }).toArray();
    return { view: { operation: 'search', results: lines }, lines };
  },
};

function matrixOf({ text, sources: [source] }: Comparison): MatrixView {
  const { row, column, p, mark } = source.matrix;
  const said = ({ text: all, sentences }: typeof text) =>
    sentences.map(({ start, end }) => all.slice(start, end));
  return {
    rows: said(text),
    columns: said(source),
    cells: Array.from(p, (share, at) => ({ row: row[at], column: column[at], p: share, mark: mark[at] })),
    similarity: source.paperSimilarity,
  };
}

/** The shingles of two texts in the order of their words, and what all of them, and the images alone, say. */
async function shinglesIn(documents: readonly PlainDocument[], settings: Settings): Promise<ShinglesView> {
  const width = Number(settings.shingle);
  const order = settings.order === 'sorted' ? 'sorted' : 'classic';
  const selection = selectionOf(String(settings.image));
  const all = await Promise.all(
    documents.map(async ({ id, text }) => {
      const words = (await canonicalText(text)).split(' ').filter((word) => word !== '');
      // a text shorter than a shingle is one
      const count = words.length === 0 ? 0 : Math.max(1, words.length - width + 1);
      const runs = Array.from({ length: count }, (_, at) => words.slice(at, at + width).join(' '));
      const form = { width, order } as const;
      const checksums = runs.map((run) => shinglesOf(run, form)[0]);
      return { id, runs, checksums, shingles: shinglesOf(words.join(' '), form) };
    }),
  );
  const images = all.map(({ shingles }) => imageOf(shingles, selection));
  const kept = images.map(({ values }) => new Set(values));
  const texts = all.map(({ id, runs, checksums }, text) => {
    const others = new Set(all[1 - text].checksums);
    return {
      id,
      shingles: runs.map((words, at) => ({
        words,
        checksum: formatFingerprint(checksums[at]),
        isKept: kept[text].has(checksums[at]),
        isShared: others.has(checksums[at]),
      })),
    };
  });
  const whole = all.map(({ shingles }) => imageOf(shingles, { keep: 'all' }));
  return {
    texts,
    resemblance: resemblance(whole[0], whole[1]).value,
    estimate: resemblance(images[0], images[1]),
  };
}

function selectionOf(image: string): Selection {
  const [keep, number] = image.split(':');
  if (keep === 'smallest') return { keep, n: Number(number) };
  return keep === 'divisible' ? { keep, m: Number(number) } : { keep: 'all' };
}
