// 200 and 2,000 essays compared with each other (`compare --all`).
//
// Essays of a class compared with each other (compare --all): 200 and 2,000 essays of 1,000 words made of real sentences, a tenth of them
// with three sentences of another one. Newswire has sentences that agencies edited and sent again: pairs that have more of them than a planted pair rank
// above it, and such pairs grow with the square of the class until every essay has its 20 partners. Needs ../shared/data.
import { compareAll, splitSentences } from '../../dist/index.js';
import { leastOf } from '../data/measured.mjs';
import { sharedDocuments } from '../data/shared-sets.mjs';
import { generator } from '../data/words.mjs';

const WORDS = 1000;
const COPIED = 3;
/** The first one is cold: a growth that began with it would look too small. */
const ROUNDS = 3;
const MOST_SECONDS = 120;

export async function run(emit, { quick, threads }) {
  const sentences = distinctSentences();
  if (sentences.length === 0) return console.error('class: skipped, there is no ../shared/data.');
  let before;
  for (const count of quick ? [50, 100] : [200, 2000]) {
    const { essays, planted } = makeClass(sentences, count);
    const {
      cpu: seconds,
      pairs,
      notCompared,
    } = await leastOf(ROUNDS, () => timed(essays, threads), MOST_SECONDS);
    const first = pairs.slice(0, planted.size).filter(({ a, b }) => planted.has(`${a} ${b}`)).length;
    emit({
      case: `${count} essays`,
      value: seconds,
      unit: 's of CPU',
      threads,
      'planted pairs': planted.size,
      'of them ranked first': first,
      pairs: pairs.length,
      notCompared,
      'peak MB': Math.round(process.resourceUsage().maxRSS / 1024),
      ...(before && {
        'growth exponent': Math.log(seconds / before.seconds) / Math.log(count / before.count),
      }),
    });
    before = { seconds, count };
  }
}

async function timed(essays, threads) {
  const start = process.cpuUsage();
  const { pairs, notCompared } = await compareAll(essays, { threads });
  const { user, system } = process.cpuUsage(start);
  return { cpu: (user + system) / 1e6, pairs, notCompared };
}

/** Sentences of newswire, each once, in an order of their own: neighbors are of different stories. */
function distinctSentences() {
  const next = generator(16);
  const found = new Set();
  for (const { text } of sharedDocuments('newswire')) {
    for (const { start, end, words } of splitSentences(text, 'en')) {
      if (words === undefined || words >= 8) found.add(text.slice(start, end).replace(/\s+/g, ' '));
    }
  }
  const list = [...found].filter((sentence) => sentence.split(' ').length >= 8);
  for (let i = list.length - 1; i > 0; i--) {
    const other = next() % (i + 1);
    [list[i], list[other]] = [list[other], list[i]];
  }
  return list;
}

function makeClass(sentences, count) {
  const next = generator(count);
  let from = 0;
  const texts = Array.from({ length: count }, () => {
    const text = [];
    for (let words = 0; words < WORDS; from = (from + 1) % sentences.length) {
      text.push(sentences[from]);
      words += sentences[from].split(' ').length;
    }
    return text;
  });
  const planted = new Set();
  // every tenth essay has sentences of the one after it, from its middle
  for (let i = 0; i + 1 < count; i += 10) {
    const source = texts[i + 1];
    const first = next() % (source.length - COPIED);
    texts[i].splice(next() % texts[i].length, 0, ...source.slice(first, first + COPIED));
    planted.add(`${i} ${i + 1}`);
  }
  return { essays: texts.map((text, i) => ({ id: String(i), text: text.join(' ') })), planted };
}
