/** `selectLines`: passes on the JSON lines of documents that have certain words and fields. Nothing is stored. */
import { untilAborted } from '../../abort.ts';
import { CANONICALIZE_RULES, Canonicalizer } from '../../canonicalize/index.ts';
import type { Watch } from '../../collection.ts';
import type { Steps } from '../../corpus/index.ts';
import { type EngineOptions, openEngine } from '../../engines/index.ts';
import { badOption } from '../../errors.ts';
import { defaultsOf, resolveOptions } from '../../option-rules.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import { type LineDocument, lineDocuments, textOf } from '../../read/index.ts';
import { SELECT_RULES, type SelectOptions } from '../options.ts';
import { conditionsOf, FieldReadings } from '../watches/conditions.ts';
import { keywordTable } from '../watches/keyword-watch.ts';
import { canonicalOfAll } from '../watches/subject-watch.ts';
import { checkSelection } from '../watches/watch-facts.ts';

export interface SelectSummary {
  readonly documents: number;
  readonly passed: number;
  /** Lines that are no document. They are reported and never pass. */
  readonly failed: number;
}

const LF = Uint8Array.of('\n'.charCodeAt(0));

/**
 * Reads JSON lines and writes those of documents that have the words and fields that are asked for, unchanged and in their order.
 *
 * @param write Called with whole lines. The next ones wait for it.
 */
export async function selectLines(
  chunks: AsyncIterable<Uint8Array>,
  given: SelectOptions,
  write: (lines: Uint8Array) => Promise<void>,
): Promise<SelectSummary> {
  const { keywords, needs, where = [], ...reading } = resolveOptions(SELECT_RULES, given);
  if (!checkSelection({ keywords, needs, where: given.where }))
    throw badOption('keywords', 'words or conditions to select by', 'none');
  const meets = conditionsOf(where);
  const words = keywords === undefined ? undefined : await KeywordSelection.open({ keywords, needs });
  const counts = { documents: 0, passed: 0, failed: 0 };
  try {
    for await (const lines of lineDocuments(untilAborted(chunks, reading.signal), reading)) {
      const documents = lines.flatMap((line) => {
        counts.documents++;
        const { item } = line;
        if (item.problem === undefined) return { line, item };
        counts.failed++;
        reading.onProblem({ source: 'standard input', line: line.line, reason: item.problem });
        return [];
      });
      const met = documents.filter(({ item }) => meets(new FieldReadings(item)));
      const passed = words === undefined ? met : await words.select(met);
      counts.passed += passed.length;
      if (passed.length > 0) await write(joinBytes(passed.flatMap(({ line }) => [line.bytes!, LF])));
    }
  } finally {
    await words?.close();
  }
  return counts;
}

type ReadLine = {
  readonly line: LineDocument;
  readonly item: Extract<LineDocument['item'], { problem?: undefined }>;
};

/** Finds keywords in documents, with the defaults of the canonical form. */
class KeywordSelection {
  private constructor(
    private readonly steps: Steps,
    private readonly table: Awaited<ReturnType<typeof keywordTable>>,
  ) {}

  static async open(selection: Pick<Watch, 'keywords' | 'needs'>): Promise<KeywordSelection> {
    const engine = await openEngine({ threads: 1 } satisfies EngineOptions);
    const canonicalizer = await Canonicalizer.open(engine.heap, defaultsOf(CANONICALIZE_RULES));
    const kinds = { canonical: false, simhashMode: 0, fingerprints: false, contents: false };
    const steps = { engine, canonicalizer, ...kinds };
    try {
      return new KeywordSelection(steps, await keywordTable([{ id: '', ...selection }], steps));
    } catch (error) {
      await closeSteps(steps);
      throw error;
    }
  }

  async select<D extends ReadLine>(documents: readonly D[]): Promise<D[]> {
    const texts = documents.map(({ item }) => ({ text: textOf(item), lang: item.lang }));
    const canonical = await canonicalOfAll(texts, this.steps);
    return documents.filter((_, i) => this.table.find(canonical[i]).size > 0);
  }

  close(): Promise<void> {
    return closeSteps(this.steps);
  }
}

async function closeSteps({ engine, canonicalizer }: Steps): Promise<void> {
  canonicalizer.close();
  await engine.close();
}
