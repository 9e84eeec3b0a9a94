/** What the page without a server says beyond the reports, in English. The page of the service has these sentences, too. */
import { ENGLISH } from '../../../report/pages/sentences/english.ts';

export const PAGE_ENGLISH = {
  ...ENGLISH,
  language: 'English',
  languageTitle: 'Language',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  print: 'Print',
  nothingDropped: 'No file was dropped.',
  comparing: 'Comparing …',
  lookingForWords: (done: number, all: number) =>
    `Looking for shared words: ${ENGLISH.number(done)} of ${ENGLISH.documents(all)} …`,
  comparingSome: (done: number, all: number, left = '') =>
    `Comparing: ${ENGLISH.number(done)} of ${ENGLISH.number(all)} pairs${left} …`,
  notRead: 'Could not be read',
  groupsTitle: 'Groups of copies',

  pageTitle: 'What is the same in these documents?',
  pageNote:
    'Everything happens in this page: it has no server and makes no connection. Nothing leaves this computer.',
  dropTitle: 'Drop two documents, or a folder',
  dropMore: 'Drop more documents to add them',
  dropLead:
    'Two documents are shown side by side with the passages that both have. Of more, you see who shares what with whom, and the groups of copies. A saved review goes on where it was.',
  formatsTitle: 'Word, PDF, OpenDocument, web pages, plain text and more, up to 400 MB of text',
  allFormats: (names: readonly string[]) =>
    `${names.join(', ')}, and archives of these. Up to 100 MB a document.`,
  readingFiles: 'Reading …',
  readingShare: (documents: number, share: number | undefined) =>
    `Reading: ${ENGLISH.documents(documents)}${share === undefined ? '' : `, ${share} % of the files`} …`,
  lookingForCopies: (documents: number) => `Looking for copies among ${ENGLISH.documents(documents)} …`,
  comparingTwo: (a: string, b: string) => `Comparing ${a} with ${b} …`,
  comparingAgain: 'Comparing all documents again …',
  oneDocument: (name: string) => `${name} is read. Choose or drop another document to compare it with.`,
  nothingRead: 'Nothing of this could be read.',
  alreadyThere: (value: number) =>
    `${ENGLISH.documents(value)} ${value === 1 ? 'was' : 'were'} there already.`,
  slowBrowser:
    'This browser computes slowly: it has no WebAssembly SIMD. The answer is the same as in a newer one.',
  textLimit: (megabytes: number) =>
    `This page reads up to ${megabytes} MB of text: from here on nothing is read.`,
  firstOnly: (some: number, all: number, most: number, megabytes: number) =>
    `This overview has the first ${some} of ${all} documents: up to ${most} documents and ${megabytes} MB of text are compared with each other here. The groups of copies are of all documents.`,
  tooLittleMemory: (reason: string) =>
    `The browser has too little memory for this: ${reason} Drop fewer documents.`,
  workEnded: (reason: string) => `The work ended: ${reason}. Drop fewer documents.`,
  noMemory: 'the browser has too little memory for it',
  stop: 'Stop',
  stopped: 'Stopped.',
  startAnew: 'Start anew',
  unsaved: 'Verdicts or notes are not saved yet. Go on without them?',
  saveReview: 'Save the review',
  reviewNote: 'A saved review has all texts, names, verdicts and notes. Drop its file here to go on with it.',
  namesInReview: 'The saved review has all names, although they are hidden here.',
  groupsHidden: 'Groups of copies are not shown while names are hidden.',
  noGroups: 'No document is a copy of another.',
  andMore: (value: number) => `And ${ENGLISH.number(value)} more.`,
  countAgain: (name: string) => `Count the text of ${name} again`,
  reviewProblem: {
    damaged: 'The review cannot be opened: it is damaged.',
    other: 'The review cannot be opened: it is no saved review.',
    newer: 'The review cannot be opened: a newer page has written it. Open it with that one.',
  },
};

export type PageSentences = typeof PAGE_ENGLISH;
