// Plants passages of one text into another, so that it is known which words were copied. Seeded: the same everywhere.
import { splitSentences } from '../../dist/passages/sentences.js';
import { generator } from './words.mjs';

/** What is done to a passage on its way. */
export const KINDS = [
  'verbatim',
  'edited 10 %',
  'edited 20 %',
  'edited 30 %',
  'synonyms',
  'reordered',
  'cut or joined',
];

/** The least and the largest number of sentences of a passage, and its least number of words (of Chinese: characters). */
const SENTENCES = [1, 5];
const LEAST_WORDS = 10;
const LEAST_CHARACTERS = 20;

/** The least and the largest number of words (of Chinese: characters) of a fragment. */
const FRAGMENT_WORDS = [25, 120];
const FRAGMENT_CHARACTERS = [50, 240];

/**
 * Puts `count` passages of `source` into `host`, each at the end of a sentence.
 *
 * @param synonyms For a word one that may stand for it, or undefined.
 * @returns The text, and where in it the passages stand; `source` is where each was taken from.
 */
export function plant(host, source, { kind, count, lang, seed, vocabulary, synonyms, lengths = SENTENCES }) {
  const next = generator(seed);
  const sentences = splitSentences(source, lang);
  const places = splitSentences(host, lang).map(({ end }) => end);
  const chosen = new Set();
  while (chosen.size < Math.min(count, places.length)) chosen.add(places[next() % places.length]);
  const used = new Uint8Array(sentences.length);
  const spans = [];
  let text = '';
  let from = 0;
  for (const place of [...chosen].sort((x, y) => x - y)) {
    const passage = choosePassage(sentences, source, used, next, { lang, lengths });
    if (passage === undefined) break;
    const changed = change(passage.texts, { kind, lang, next, vocabulary, synonyms });
    text += host.slice(from, place);
    text += separator(text);
    spans.push({ start: text.length, end: text.length + changed.length, source: passage.span });
    text += changed + separator(changed);
    from = place;
  }
  return { text: text + host.slice(from), spans };
}

/** As `plant`, but passages are words in a row, wherever they begin and end in their sentences, put between any two words of the host. */
export function plantFragments(host, source, { kind, count, lang, seed, vocabulary, lengths }) {
  const next = generator(seed);
  const [hostPieces, sourcePieces] = [pieces(host, lang), pieces(source, lang)];
  const wordsOf = (list) => list.flatMap((piece, i) => (isWord(piece) ? [i] : []));
  const [hostWords, sourceWords] = [wordsOf(hostPieces), wordsOf(sourcePieces)];
  const places = new Set();
  while (places.size < count) places.add(hostWords[next() % hostWords.length]);
  const share = Math.floor(sourceWords.length / count);
  const [least, most] = lengths ?? (lang === 'zh' ? FRAGMENT_CHARACTERS : FRAGMENT_WORDS);
  const starts = [0];
  for (const [i, { length }] of sourcePieces.entries()) starts.push(starts[i] + length);
  const spans = [];
  let text = '';
  let from = 0;
  for (const [n, place] of [...places].sort((x, y) => x - y).entries()) {
    // every passage is from a part of the source of its own, and some words away from the next one
    const length = Math.min(least + (next() % Math.max(1, most - least)), share - 12);
    const first = n * share + (next() % (share - 11 - length));
    const [firstPiece, lastPiece] = [sourceWords[first], sourceWords[first + length - 1]];
    const words = sourcePieces.slice(firstPiece, lastPiece + 1).join('');
    const changed = change([words], { kind, lang, next, vocabulary }).trim();
    const space = lang === 'zh' ? '' : ' ';
    text += hostPieces.slice(from, place).join('');
    const span = { start: starts[firstPiece], end: starts[lastPiece + 1] };
    spans.push({ start: text.length, end: text.length + changed.length, source: span });
    text += changed + space;
    from = place;
  }
  return { text: text + hostPieces.slice(from).join(''), spans };
}

/** Words of a template that change from entry to entry: one in so many. */
const SLOTS = 5;

/**
 * A text that repeats itself, as laws, forms and lists do: `entries` times the same few sentences of `source`, in which some words
 * change from entry to entry; the last sentence stays the same.
 */
export function repetitive(source, { lang, seed, vocabulary, entries, templates }) {
  const next = generator(seed);
  const least = lang === 'zh' ? LEAST_CHARACTERS : LEAST_WORDS;
  const sentences = splitSentences(source, lang)
    .map(({ start, end }) => pieces(source.slice(start, end).replace(/\s+/g, ' '), lang))
    .filter((list) => list.filter(isWord).length >= least && /[.!?。！？]$/u.test(list.at(-1)));
  const chosen = shuffled(sentences, next).slice(0, templates);
  const filled = (list) =>
    list.map((piece) =>
      isWord(piece) && next() % SLOTS === 0 ? vocabulary[next() % vocabulary.length] : piece,
    );
  return Array.from({ length: entries }, () =>
    chosen.map((list, i) => (i < chosen.length - 1 ? filled(list) : list).join('')).join(' '),
  ).join('\n\n');
}

/** What has no end of its own, such as a heading, ends with its paragraph. */
function separator(text) {
  return /[.!?。！？]["'”»）)]*$/u.test(text) ? ' ' : '\n\n';
}

/** Words (of Chinese: characters) and what stands between them. */
export function pieces(text, lang) {
  const pattern =
    lang === 'zh'
      ? /\p{sc=Han}|[a-z0-9]+|[^\p{sc=Han}a-z0-9]+/giu
      : /[\p{L}\p{M}\p{N}'’ʼ]+|[^\p{L}\p{M}\p{N}'’ʼ]+/gu;
  return text.match(pattern) ?? [];
}

export const isWord = (piece) => /[\p{L}\p{N}]/u.test(piece);

/** The sentences of a passage that was not taken before. */
function choosePassage(sentences, source, used, next, { lang, lengths: [fewest, most] }) {
  const least = lang === 'zh' ? LEAST_CHARACTERS : LEAST_WORDS;
  for (let tries = 0; tries < 200; tries++) {
    const first = next() % sentences.length;
    const count = fewest + (next() % (most - fewest + 1));
    if (first + count > sentences.length || used.subarray(first, first + count).some((one) => one === 1))
      continue;
    const texts = sentences
      .slice(first, first + count)
      .map(({ start, end }) => source.slice(start, end).replace(/\s+/g, ' '));
    if (pieces(texts.join(' '), lang).filter(isWord).length < least) continue;
    // a sentence between two passages keeps them apart
    used.fill(1, Math.max(0, first - 1), first + count + 1);
    return { texts, span: { start: sentences[first].start, end: sentences[first + count - 1].end } };
  }
  return undefined;
}

function change(sentences, { kind, lang, next, vocabulary, synonyms }) {
  switch (kind) {
    case 'reordered':
      return shuffled(sentences, next).join(' ');
    case 'synonyms':
      return pieces(sentences.join(' '), lang)
        .map((piece) => synonyms(piece) ?? piece)
        .join('');
    case 'cut or joined':
      return sentences
        .map((sentence, i) => (i % 2 === 0 ? cut(sentence, lang) : joined(sentence, lang)))
        .join(' ');
    case 'verbatim':
      return sentences.join(' ');
    default:
      return edited(sentences.join(' '), Number.parseInt(kind.slice(7), 10) / 100, {
        lang,
        next,
        vocabulary,
      });
  }
}

/** Half of the edits put another word in the place of one; the others leave one out, put one in, or let two change places. */
function edited(text, share, { lang, next, vocabulary }) {
  const list = pieces(text, lang);
  const words = list.flatMap((piece, i) => (isWord(piece) ? [i] : []));
  const random = () => vocabulary[next() % vocabulary.length];
  for (const i of shuffled(words, next).slice(0, Math.round(share * words.length))) {
    const how = next() % 8;
    if (how < 4) list[i] = random();
    else if (how < 6) list[i] = '';
    else if (how < 7) list[i] = lang === 'zh' ? list[i] + random() : `${list[i]} ${random()}`;
    else {
      const other = words[words.indexOf(i) + 1] ?? i;
      [list[i], list[other]] = [list[other], list[i]];
    }
  }
  return list.join('');
}

function cut(sentence, lang) {
  const list = pieces(sentence, lang);
  const middle = list.findIndex((piece, i) => i >= list.length / 2 && !isWord(piece));
  if (middle <= 0 || middle >= list.length - 2) return sentence;
  list[middle] = lang === 'zh' ? '。' : '. ';
  list[middle + 1] = list[middle + 1].replace(/^./u, (letter) => letter.toUpperCase());
  return list.join('');
}

function joined(sentence, lang) {
  return sentence.replace(/[.!?。！？]["”»]?$/u, lang === 'zh' ? '，' : ',');
}

function shuffled(list, next) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const other = next() % (i + 1);
    [copy[i], copy[other]] = [copy[other], copy[i]];
  }
  return copy;
}
