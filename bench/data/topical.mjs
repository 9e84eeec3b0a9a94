// Seeded documents with topics, at any scale: what collections of real text look like to a signature.
//
// 300,000 words by Zipf's law; 64 areas with 4,000 topics with 60,000 subtopics, each with words of its own; lengths spread as
// in a web collection (about 200 words); three of ten documents are stubs made from templates, every 33rd repeats another with some words
// changed. (Of Wikipedia, which paper B measures with, about half were said to be stubs in 2010, and 40 % of the pages had less than 2,000
// bytes with all markup; many came from bots that filled in templates. How many stubs there are decides what slices find that must be
// equal: docs/search.md.) The same seed and number give the same document everywhere.
import { generator } from './words.mjs';

const WORDS = 300_000;
const AREAS = 64;
const TOPICS = 4_000;
const SUBTOPICS = 60_000;
const TEMPLATES = 800;

/** Batches { text: Uint8Array, ends: Uint32Array, count } of canonical texts with a NUL behind each; valid until the next. */
export function* topicalBatches(documents, { seed = 1, batchBytes = 1 << 20 } = {}) {
  const next = generator(seed);
  const unit = () => next() / 2 ** 32;
  const words = wordTable();
  const background = zipfRanks();
  const recent = [];
  const text = new Uint8Array(batchBytes + 65_536);
  let used = 0;
  let ends = [0];
  for (let i = 0; i < documents; i++) {
    let document;
    const kind = next() % 100;
    if (kind < 3 && recent.length > 0) {
      document = recent[next() % recent.length].slice();
      for (let edits = 1 + (next() % 12); edits > 0; edits--)
        document[next() % document.length] = background[next() & 0xffff];
    } else {
      // the first subjects are the popular ones
      const subtopic = Math.floor(SUBTOPICS * unit() ** 1.5);
      const topic = Math.floor((subtopic * TOPICS) / SUBTOPICS);
      const area = topic % AREAS;
      const stub = kind < 33;
      const length = stub
        ? 8 + (next() % 16)
        : Math.min(1500, Math.max(15, Math.round(Math.exp(5.1 + 0.7 * normal(unit)))));
      // some documents keep to their subject, others do not
      const topical = 0.5 + 0.5 * unit();
      document = stub ? template(next() % TEMPLATES) : [];
      for (let n = 0; n < length; n++) {
        const u = next() % 100;
        if (unit() > topical) document.push(background[next() & 0xffff]);
        else if (u < 36) document.push(listed(1, area, 250, unit()));
        else if (u < 76) document.push(listed(2, topic, 55, unit()));
        else document.push(listed(3, subtopic, 30, unit()));
      }
      recent[recent.length < 4096 ? recent.length : next() % 4096] = document;
    }
    for (const word of document) {
      for (let at = words.starts[word], end = words.starts[word + 1]; at < end; at++)
        text[used++] = words.bytes[at];
      text[used++] = 32;
    }
    text[used - 1] = 0;
    ends.push(used);
    if (used < batchBytes && i < documents - 1) continue;
    yield { text: text.subarray(0, used), ends: Uint32Array.from(ends), count: ends.length - 1 };
    used = 0;
    ends = [0];
  }
}

/** Word number n of a list: the first ones come more often, and are of any rarity but the most frequent. */
function listed(level, id, size, u) {
  const n = Math.floor(size * u * u);
  const h = hash(hash(level * 0x9e3779b1 + id) + n) / 2 ** 32;
  return 300 + Math.floor((WORDS - 300) * h * h);
}

function template(id) {
  return Array.from({ length: 25 }, (_, n) => 300 + (hash(hash(id + 77_777) + n) % 20_000));
}

function hash(x) {
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function normal(unit) {
  return Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
}

/** 65,536 draws by Zipf's law in advance. */
function zipfRanks() {
  const ranks = new Uint32Array(65_536);
  const total = Math.log(WORDS + 2.7) - Math.log(2.7);
  for (let i = 0; i < ranks.length; i++) {
    ranks[i] = Math.min(WORDS - 1, Math.floor(2.7 * Math.exp((total * (i + 0.5)) / ranks.length) - 2.7));
  }
  return ranks;
}

function wordTable() {
  const starts = new Uint32Array(WORDS + 1);
  const parts = Array.from({ length: WORDS }, (_, n) => `w${n.toString(36)}`);
  parts.forEach((part, n) => {
    starts[n + 1] = starts[n] + part.length;
  });
  return { starts, bytes: Buffer.from(parts.join('')) };
}
