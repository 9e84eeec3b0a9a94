/** English. Values are text, never markup: who puts them into markup escapes them. */
import type { PassageKind } from '../../../comparison.ts';
import { count, formatNumber, percent } from '../../numbers.ts';

const words = (value: number) => count(value, 'word', 'words');
const sources = (value: number) => count(value, 'source', 'sources');
const passages = (value: number) => count(value, 'passage', 'passages');

export const ENGLISH = {
  lang: 'en',
  number: formatNumber,
  percent: (share: number) => percent(share),
  words,
  sources,
  passages,
  documents: (value: number) => count(value, 'document', 'documents'),

  comparison: 'neardup comparison',
  comparedWith: 'compared with',
  howMuch: 'How much is the same',
  theTexts: 'The texts',
  noScript: 'The texts and their passages are shown by a script, which this browser does not run.',
  passagesTitle: 'Passages',
  previousPassage: 'Previous passage',
  nextPassage: 'Next passage',
  sideShown: 'Side that is shown',
  text: 'Text',
  source: 'Source',
  /** Of two texts nobody knows which one was first. */
  textA: 'Text A',
  textB: 'Text B',
  all: 'All',
  whatNumbersMean: 'What the numbers mean',
  meaning: (several: boolean) =>
    `The percentage is the share of the ${several ? 'text’s words in passages that a source has, too' : 'words of a text in passages that the other one has, too'}.${several ? ' A word that several sources have counts once, for the best passage.' : ''}`,
  kindMeanings: {
    identical: 'the same words in the same order; only case, punctuation and the like may differ.',
    edited: 'most words are the same, some were changed, added or left out.',
    synonyms: 'the changed words have the same meaning.',
  } as Readonly<Record<PassageKind, string>>,
  peopleDecide:
    'The page shows what is the same. It does not say who took it from whom, or whether that is wrong: people decide that.',
  excludedMeaning: 'Gray text does not count: its words are neither shared nor written.',
  shortened: (value: number) =>
    `${count(value, 'text is', 'texts are')} shown in parts, to keep the page quick: every passage with the text around it. The figures are those of the whole texts.`,
  settings: (right: number, similar: number, least: number) =>
    `Two sentences are similar if they share more than ${percent(right)} of their words in the same order, or more than ${percent(similar)} if synonyms make up the rest; passages of fewer than ${words(least)} are left out unless they are beside longer ones. A passage of several sentences may be less alike as a whole: what was added between them, and words replaced by synonyms, are not the same.`,
  synonymsFrom: (names: readonly string[]) => `Synonyms: ${names.join(', ') || 'none'}.`,
  engine: (name: string) => `Engine: ${name}.`,

  kinds: { identical: 'Identical', edited: 'Edited', synonyms: 'Synonyms' } as Readonly<
    Record<PassageKind, string>
  >,
  kindNotes: {
    identical: 'word by word',
    edited: 'some words changed',
    synonyms: 'words replaced',
  } as Readonly<Record<PassageKind, string>>,
  kindsThatCount: 'Kinds of passages that count',
  kindShares: (identical: string, edited: string, synonyms: string) =>
    `Identical ${identical}, edited ${edited}, synonyms ${synonyms} of the text`,
  withoutFilters: (share: string) => `${share} without filters`,
  /** `[a, b]` around the bold number of words, then around the name of the text. */
  ofWords: (value: number) => `of the ${words(value)} of`,
  inSource: 'are in passages that',
  too: ' has, too, the same or edited:',
  ofIts: (value: number) => `of its ${words(value)}.`,
  inNoSource: 'are in another text: no source was found.',
  inSources: (value: number) => `are in at least one of the ${sources(value)}; each word counts once.`,
  mixedWords: (value: number) => `${count(value, 'word has', 'words have')} letters of another script`,
  invisibleInside: (value: number) =>
    `${count(value, 'invisible character', 'invisible characters')} inside words`,
  orMore: 'or more',
  whereInText: 'Where in the text',
  wherePassages: 'Where the passages are in the text',
  beginning: 'Beginning',
  end: 'End',
  sentenceBySentence: 'Sentence by sentence',
  mapLabel: (several: boolean) =>
    `Map of similar sentences: a row for each sentence of ${several ? 'the text, a column for each of the source shown below' : 'text A, a column for each of text B'}`,
  mapHint: 'A diagonal means sentences copied in order. Press a square to see them.',
  mapPlace: (inText: number, inSource: number, several: boolean) =>
    `Sentence ${formatNumber(inText)} of ${several ? 'the text' : 'text A'}, sentence ${formatNumber(inSource)} of ${several ? 'the source' : 'text B'}`,

  charts: 'Charts and filters',
  filters: 'Filters',
  /** `[a, b]` around the number. */
  atLeast: ['Passages of at least', 'words'],
  noQuotations: 'Leave out quotations',
  noneFound: '(none found)',
  noneCounts: '(none that counts)',
  colorsBy: 'Colors by',
  bySource: 'source',
  byKind: 'kind',
  resetFilters: 'Reset filters',
  sourcesTitle: 'Sources',
  counts: 'Counts',
  countPassagesOf: (name: string) => `Count passages of ${name}`,
  of: 'Of',
  ofTheSource: 'Of the source',
  ofWordsOnly: (value: number) => `of ${words(value)}`,
  allSources: 'All sources',
  allSourcesNote: 'show each passage for its best source; press a source to see its passages alone.',

  noPassageCounts: 'No passage counts with these filters.',
  choosePassage: 'Press a marked passage to see its match.',
  place: (at: number, of: number) => `${formatNumber(at)} of ${formatNumber(of)}`,
  wordsFor: (a: number, b: number) => (a === b ? words(a) : `${words(a)} for ${formatNumber(b)}`),
  /** A passage of identical pieces: between them is other text, or the other document has them in another order. */
  pieces: (value: number, isMoved: boolean) =>
    `${formatNumber(value)} identical pieces${isMoved ? ' in another order' : ''}`,
  alike: (share: number) => `${percent(share)} alike`,
  passageNumber: (value: number | undefined) =>
    value === undefined ? 'Passage' : `Passage ${formatNumber(value)}`,
  leftOutHere: (value: number) => `${words(value)} left out here`,

  classReport: 'neardup class report',
  classTitle: (value: number) => `${count(value, 'document', 'documents')} compared`,
  wholePercent: (share: number) => percent(share, 0),
  pairRank: 'Rank',
  pairFirst: 'Document',
  pairSecond: 'Shares passages with',
  pairShare: 'Share of each document',
  rankedPairs: 'Pairs, those that share most first',
  morePairs: (value: number) => `${formatNumber(value)} more`,
  moreClusters: (value: number) => `${count(value, 'more cluster is', 'more clusters are')} not listed.`,
  comparePair: (a: string, b: string) => `Compare ${a} with ${b}`,
  inLibrary: 'library',
  matrix: 'Matrix',
  matrixCaption: 'How much of the document on the left is in the one above',
  matrixLeft: (value: number) =>
    `${count(value, 'document', 'documents')} that share less are left out of the matrix. Raise the least share to see others.`,
  documentTitle: 'Document',
  documentsTitle: 'Documents',
  shareIsIn: (share: string, a: string, b: string) => `${share} of ${a} is in ${b}`,
  graph: 'Graph of documents that share passages',
  graphHint: 'A line is a pair that shares passages: the thicker, the more. Press a line to compare.',
  graphLeft: (value: number) => `${count(value, 'document', 'documents')} that share less are not drawn.`,
  classViews: { pairs: 'Pairs', clusters: 'Clusters', graph: 'Graph', matrix: 'Matrix' },
  viewOfPairs: 'How the pairs are shown',
  leastShare: 'Share of at least',
  findName: 'Find a name',
  pairsTitle: 'Pairs',
  largestShare: 'Largest share',
  highestShares: 'Documents by their highest share',
  standOut: 'These stand out:',
  hideNames: 'Hide names',
  hiddenName: (value: number) => `Document ${formatNumber(value)}`,
  noPairs: 'No two documents share passages.',
  noPairsLeft: 'No pair has such a name and such a share.',
  notCompared: (value: number) =>
    `${count(value, 'pair was', 'pairs were')} skipped: both texts share more words with others.`,
  comparePairs: 'Compare them too',
  commonLeftOut: 'Text that nearly all documents share is left out.',
  commonCounts: 'Text that nearly all documents share counts.',
  /** Before the names of the documents and the button that leaves it out. */
  sharedCounts:
    'This text is in most documents, but not in nearly all. It counts, because they may have it from each other.',
  countIt: 'Count it',
  leaveOut: 'Leave it out',
  commonText: (value: number, all: number, length: number) =>
    `In ${formatNumber(value)} of ${count(all, 'document', 'documents')}: ${words(length)}`,
  ignored: (names: readonly string[]) => `Ignored: ${names.join(', ')}.`,
  comparedOn: (date: string) => `Compared on ${dayOf(date, 'en')}.`,
  leastListed: (share: number) => `Only pairs with a share of at least ${percent(share)} are listed.`,
  clusterTitle: (value: number) => `Cluster ${formatNumber(value)}`,
  clusterExtent: (value: number, share: number) =>
    `${count(value, 'document', 'documents')}, up to ${percent(share)} shared`,
  back: 'Back to the pairs',
  nextPair: 'Next pair',
  previousPair: 'Previous pair',
  textsLeftOut: (value: number) =>
    `${count(value, 'pair is', 'pairs are')} listed without the texts, to keep the page quick: those that share least.`,
  verdict: 'Verdict',
  note: 'Note',
  verdicts: { certain: 'confirmed', suspicious: 'suspicious', innocent: 'no concern' } as Readonly<
    Record<string, string>
  >,
  noVerdict: 'not reviewed',
  verdictOf: (a: string, b: string) => `Verdict on ${a} and ${b}`,
  noteOn: (a: string, b: string) => `Note on ${a} and ${b}`,

  /** Why a file could not be read, as people say it: the first whose pattern is in the reason. */
  reasons: [
    [/^It is empty/, 'it is empty.'],
    [
      /binary data|EBCDIC/,
      'it is not a document that can be read: a picture, a video or a program, perhaps.',
    ],
    [/password/, 'it is protected by a password. Save it without one.'],
    [/There is no text in it/, 'it contains only images. If it was scanned, run OCR on it first.'],
    [/truncated or damaged|damaged data/, 'it is damaged, or only a part of it is there.'],
    [/at most [\d,]+ bytes/, 'it is too large.'],
    [/read within .* seconds/, 'reading it took too long.'],
    [/MB of memory/, 'reading it takes too much memory.'],
    [/an archive in an archive/, 'it is an archive inside archives. Unpack it first.'],
  ] as readonly (readonly [pattern: RegExp, told: string])[],
  copiesFound: (copies: number, groups: number) =>
    `${count(copies, 'copy', 'copies')} in ${count(groups, 'group', 'groups')}`,
  filesNotRead: (value: number) => `${count(value, 'file', 'files')} could not be read`,
  unseenTitle: 'Letters that nobody sees',
  unseenText: (value: number, text: string) =>
    `${count(value, 'word is', 'words are')} hidden, white or tiny: “${text}”`,
  excludeTitle: 'Ignore',
  /** Before the button that does it. */
  withoutQuotations: (left: number, all: number) =>
    `Without quotations ${formatNumber(left)} of ${count(all, 'pair remains', 'pairs remain')}.`,
  withoutBibliography: (left: number, all: number) =>
    `Without bibliographies ${formatNumber(left)} of ${count(all, 'pair remains', 'pairs remain')}.`,
  leaveQuotationsOut: 'Leave quotations out',
  leaveBibliographyOut: 'Leave bibliographies out',
  pairsBelow: (value: number, share: number) => `${formatNumber(value)} more below ${percent(share)}: show`,
  pairsFiltered: (value: number) => `${formatNumber(value)} more: show all`,
  notReadTitle: (value: number) =>
    `${count(value, 'file', 'files')} could not be read, and ${value === 1 ? 'is' : 'are'} in no pair:`,
  disguised: (value: number) =>
    `${count(value, 'document has', 'documents have')} words in disguise (letters of another alphabet, invisible characters), and ${value === 1 ? 'was' : 'were'} compared all the same:`,
  inDisguise: 'in disguise',
  readAs: (words: readonly string[]) => `such as ${words.map((word) => `“${word}”`).join(', ')}`,
  namesStay:
    'Names are hidden in lists, file names and headings such as “Student: …”. The texts may contain other names: read them before you pass them on.',
  colorsMean: 'Color at the left: from 10 %, from 30 %, from 60 %.',
  keysHint: 'Keys: ← → passages, p and n pairs, Esc back.',
  csvColumns: [
    ...['Document', 'Shares passages with', 'Share of the first', 'Share of the second', 'Passages'],
    ...['Shared words', 'Words of the first', 'Words of the second', 'Same words throughout', 'Library'],
    ...['In disguise', 'Verdict', 'Note'],
  ] as readonly string[],
  yes: 'yes',
  notReadBecause: (reason: string) => `could not be read: ${reason}`,
  removeDocument: (name: string) => `Remove ${name} from the class`,
  allDocuments: 'All documents',
  excludeQuotations: 'Quotations',
  excludeBibliography: 'Bibliography',
  inDocuments: (what: string, value: number) => `${what} (in ${count(value, 'document', 'documents')})`,
  addTemplate: 'The text of a file …',
  exportCsv: 'Export CSV',
  classMeaning:
    'A share is the part of a document’s words in passages that the other has, too. Clusters are documents that are connected by pairs, directly or through others. The page shows what is the same. It does not say who took it from whom, or whether that is wrong: people decide that.',
};

/** @param date `2026-11-19` */
export function dayOf(date: string, lang: string): string {
  return new Date(date).toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' });
}

export type Sentences = typeof ENGLISH;
