/** `canonicalTexts`: the canonical text of every document, as all other functions compare it. */
import type { CANONICAL_DOCUMENT } from '../answers/runs.ts';
import type { OptionRules } from '../option-rules.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import type { Value } from '../schema.ts';
import {
  CANONICAL_TEXTS_RULES,
  type CanonicalTextsOptions,
  resolveVerbOptions,
  type VerbOptions,
} from './options.ts';

/** A document as it is compared. */
export interface CanonicalDocument extends Value<typeof CANONICAL_DOCUMENT> {}

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
  const options = resolveVerbOptions(CANONICAL_TEXTS_RULES as OptionRules<VerbOptions>, given);
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
