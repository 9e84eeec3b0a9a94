/** What the pages say, in the language that was chosen. Files are written in English; the page of the service chooses. */
import { ENGLISH, type Sentences } from './sentences/english.ts';

export type { Sentences };

/** The sentences in use. */
export let say: Sentences = ENGLISH;

export function speak(sentences: Sentences): void {
  say = sentences;
}
