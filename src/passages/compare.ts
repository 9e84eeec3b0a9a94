/** `compare`: which parts of a text are in other texts. */
import { abortable } from '../abort.ts';
import type { Comparison } from '../comparison.ts';
import { openEngine, threadsFor } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import { uselessOption } from '../option-rules.ts';
import type { GivenText } from '../passages.ts';
import { option, wording } from '../wording.ts';
import { type CompareInput, readComparedTexts } from './compare-input.ts';
import { compareLabeled, label } from './compare-labeled.ts';
import type { LabeledText } from './comparison.ts';
import { Exclusions } from './exclusions.ts';
import {
  COMPARE_RULES,
  type CompareOptions,
  type MutualOptions,
  type ResolvedCompare,
  resolveCompareOptions,
} from './options.ts';

/**
 * Compares a text with one or more sources. Texts are files (`FILE#ID` for one of several documents in a file), or documents that
 * the caller holds. A source that cannot be read is reported to `onProblem`, and the others are compared.
 *
 * @example
 * const { similarity, passages } = await compare('essay.docx', ['article.pdf', { id: 'notes', text: 'My own notes.' }]);
 */
export async function compare(
  a: CompareInput,
  sources: CompareInput | readonly CompareInput[],
  given: CompareOptions = {},
): Promise<Comparison> {
  const options = resolveCompareOptions(COMPARE_RULES, given);
  if (options.mutual && !options.excludeQuotations && !options.excludeBibliography)
    throw uselessOption(
      'mutual',
      'quotations and bibliographies count in all texts',
      wording`Leave it out, or add ${option('excludeQuotations')} or ${option('excludeBibliography')}.`,
    );
  const list = Array.isArray(sources) ? (sources as readonly CompareInput[]) : [sources as CompareInput];
  if (list.length === 0) {
    throw new NeardupError('NO_INPUT', 'Expected at least one source to compare with, got none.');
  }
  return abortable(options.signal, async () => {
    const [text, ...others] = await readComparedTexts(a, list, options, options.maxText);
    const characters = others.reduce((sum, { text: { length } }) => sum + length, text.text.length);
    return withEngine(characters, options, async (engine, exclusions) =>
      compareWithSources(
        engine,
        exclusions,
        await exclusions.ofText(await label(text, options.lang)),
        others,
        options,
      ),
    );
  });
}

/** The text, whose parts that do not count are known, with sources as they were read; these may be none. */
export async function compareWithSources(
  engine: Engine,
  exclusions: Exclusions,
  text: LabeledText,
  sources: readonly GivenText[],
  options: ResolvedCompare & Partial<MutualOptions>,
): Promise<Comparison> {
  const labeled: LabeledText[] = [];
  for (const source of sources) {
    const each = await label(source, options.lang);
    labeled.push(await (options.mutual ? exclusions.ofText(each) : exclusions.ofSource(each)));
  }
  return compareLabeled(engine, [text, ...labeled], options);
}

/** @param characters About how many are compared: decides whether workers are started. */
export async function withEngine<Result>(
  characters: number,
  options: ResolvedCompare,
  run: (engine: Engine, exclusions: Exclusions) => Promise<Result>,
): Promise<Result> {
  const engine = await openEngine({ ...options, threads: threadsFor(characters, options.threads) });
  try {
    return await run(engine, await Exclusions.read(engine, options));
  } finally {
    await engine.close();
  }
}
