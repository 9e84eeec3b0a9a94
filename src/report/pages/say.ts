/** The sentences of the pages, in the chosen language. Files are written in English; the service's page chooses a language. */
import { ENGLISH, type Sentences } from './sentences/english.ts';

export type { Sentences };

/** The sentences in use. */
export let say: Sentences = ENGLISH;

export function speak(sentences: Sentences): void {
  say = sentences;
}
