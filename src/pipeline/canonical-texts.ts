/** `canonicalTexts`: the canonical text of every document, as all other functions compare it. */
import type { OptionRules } from '../option-rules.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from './options.ts';

/** Options of `canonicalTexts`. */
export interface CanonicalTextsOptions extends Partial<Omit<VerbOptions, 'canonical'>> {}

const { canonical: _, ...RULES } = VERB_RULES;
export const CANONICAL_TEXTS_RULES: OptionRules<Omit<VerbOptions, 'canonical'>> = RULES;

export interface CanonicalDocument {
  readonly id: string;
  /** Words with single spaces between them. */
  readonly text: string;
}

/**
 * Gives the canonical text of every document, in input order. `fingerprint` and the others take it with `canonical: true`.
 *
 * @example
 * for await (const { id, text } of canonicalTexts('corpus.jsonl', { stopWords: true })) console.log(id, text);
 */
export function canonicalTexts(
  input: Input,
  given: CanonicalTextsOptions = {},
): RunStream<CanonicalDocument> {
  const options = resolveVerbOptions(RULES as OptionRules<VerbOptions>, given);
  return runVerb(input, options, {
    async *results({ corpus }) {
      const decoder = new TextDecoder();
      for (let number = 0; number < corpus.length; number++) {
        yield { id: corpus.ids.get(number), text: decoder.decode(corpus.canonicalText(number)) };
      }
      return {};
    },
  });
}
