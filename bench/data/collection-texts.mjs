// Texts for a collection of any size, made from the real sets: the same text for the same number in every run.
import { sharedDocuments } from './shared-sets.mjs';

/** Document n: three pieces of newswire stories, 2,048 characters in all. */
export function storyTexts() {
  const all = sharedDocuments('newswire')
    .map(({ text }) => text ?? '')
    .join('\n\n');
  return (n) => {
    const next = randomNumbers(n * 7 + 1);
    let text = '';
    for (let i = 0; i < 3; i++) {
      const at = next() % (all.length - 1000);
      text += `${all.slice(at, at + 682)} `;
    }
    return text.slice(0, 2048);
  };
}

/** Characters of a short document, about. */
const SHORT = 240;

/**
 * Document n: the beginning of a package description in which every sixth word is another one, so that most are no copies of each other. One in
 * twenty is a copy of the one before, but for one word.
 */
export function shortTexts() {
  const all = sharedDocuments('package-descriptions')
    .map(({ text = '' }) => text.slice(0, SHORT).split(/\s+/))
    .filter((words) => words.length > 12);
  const edited = (n) => {
    const next = randomNumbers(n);
    return all[n % all.length].map((word, i) => (i % 6 === 3 ? `v${next() % 100_000}` : word));
  };
  return (n) => {
    if (n % 20 !== 19) return edited(n).join(' ');
    const words = edited(n - 1);
    words[words.length - 1] = `copy${n}`;
    return words.join(' ');
  };
}

function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}
