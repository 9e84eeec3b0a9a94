// Documents of 350 words, of which every fifth ends with the same words: web pages and mail with one footer.
import { closeSync, openSync, writeSync } from 'node:fs';
import { generator } from './words.mjs';

const WORDS = 350;
const EVERY = 5;

/** Writes JSON lines. @param footer Words that every fifth document ends with; 0 for none. */
export function writeCrowd(path, documents, footer) {
  const next = generator(42);
  const words = (count) => Array.from({ length: count }, () => `w${(next() % 200_000).toString(36)}`);
  const common = words(footer);
  const file = openSync(path, 'w');
  let waiting = '';
  for (let i = 0; i < documents; i++) {
    const text = i % EVERY === 0 ? [...words(WORDS - footer), ...common] : words(WORDS);
    waiting += `{"id":"${i}","text":"${text.join(' ')}"}\n`;
    if (waiting.length < 1 << 22 && i + 1 < documents) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  closeSync(file);
}
