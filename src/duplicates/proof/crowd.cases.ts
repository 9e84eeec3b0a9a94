/** A crowd: texts that end with the same words and have nothing else in common, apart from a few that are near-duplicates. */
import { generator } from '../../engines/wasm/simhash.cases.ts';

const WORDS = 350;
/** Every such text is the one before it with a word changed. */
const NEAR_EVERY = 50;

export interface Crowd {
  readonly texts: string[];
  /** Those that are near-duplicates of the text before them. */
  readonly near: number[];
}

/** Footers of these numbers of words: texts resemble each other by 0.4, and by 0.75, just below the threshold. */
export const FOOTERS = [200, 300];

export function crowdOf(count: number, footerWords = FOOTERS[0]): Crowd {
  const random = generator(count);
  const words = (length: number) => Array.from({ length }, () => `w${random(200_000)}`);
  const footer = words(footerWords);
  const texts: string[][] = [];
  const near: number[] = [];
  for (let i = 0; i < count; i++) {
    const own =
      i % NEAR_EVERY === NEAR_EVERY - 1 ? texts[i - 1].slice() : [...words(WORDS - footerWords), ...footer];
    if (i % NEAR_EVERY === NEAR_EVERY - 1) {
      own[random(WORDS - footerWords)] = 'changed';
      near.push(i);
    }
    texts.push(own);
  }
  return { texts: texts.map((text) => text.join(' ')), near };
}
