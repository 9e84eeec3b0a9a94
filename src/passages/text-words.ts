/** A text as the comparison sees it: sentences of numbered words with their places. */
import { findDisguises, findWords, type TextFolder, type WordNumbers } from '../canonicalize/index.ts';
import type { ComparedText, Sentence, Span } from '../comparison.ts';
import type { LabeledText } from './comparison.ts';
import { splitSentences } from './sentences.ts';

export interface TextWords extends ComparedText {
  /** Sentence s has the words [sentenceStarts[s], sentenceStarts[s + 1]). */
  readonly sentenceStarts: Uint32Array;
  /** The sentence of every word. */
  readonly sentenceOf: Uint32Array;
  readonly digest?: BigUint64Array;
}

/**
 * @param numbers Shared by all texts that are compared: equal words have equal numbers.
 * @param clauses Whether sentences are cut at commas and semicolons.
 */
export function textWords(
  { id, text, lang, digest, excluded }: LabeledText,
  folder: TextFolder,
  numbers: WordNumbers,
  clauses: boolean,
): TextWords {
  const found = findWords(folder, text, numbers);
  const spans = splitSentences(text, lang === '' ? undefined : lang, clauses);
  const sentenceStarts = new Uint32Array(spans.length + 1);
  const sentenceOf = new Uint32Array(found.numbers.length);
  // words that are in no sentence, or do not count, are left out; the others move up
  const counts = outside(excluded ?? []);
  let word = 0;
  let kept = 0;
  spans.forEach(({ start, end }, sentence) => {
    while (word < found.starts.length && found.starts[word] < start) word++;
    sentenceStarts[sentence] = kept;
    for (; word < found.starts.length && found.starts[word] < end; word++) {
      if (!counts(found.starts[word])) continue;
      found.numbers[kept] = found.numbers[word];
      found.starts[kept] = found.starts[word];
      found.ends[kept] = found.ends[word];
      sentenceOf[kept++] = sentence;
    }
  });
  sentenceStarts[spans.length] = kept;
  const sentences = spans.map(
    ({ start, end, paragraph, quoted }, i): Sentence => ({
      ...{ start, end, paragraph, quoted },
      words: sentenceStarts[i + 1] - sentenceStarts[i],
    }),
  );
  const disguises = findDisguises(text);
  return {
    ...{ id, text, lang, sentences, words: kept, sentenceStarts, digest },
    ...(excluded !== undefined && excluded.length > 0 && { excluded }),
    ...(disguises && { disguises }),
    numbers: found.numbers.subarray(0, kept),
    wordStarts: found.starts.subarray(0, kept),
    wordEnds: found.ends.subarray(0, kept),
    sentenceOf: sentenceOf.subarray(0, kept),
  };
}

/** Whether a place is in none of these spans. The places asked for are ascending. */
function outside(spans: readonly Span[]): (place: number) => boolean {
  let next = 0;
  return (place) => {
    while (next < spans.length && spans[next].end <= place) next++;
    return next === spans.length || place < spans[next].start;
  };
}
