// The flow: one floor, four questions, and the collection.
import { arrow, box, figure, labeled, text } from './svg.mjs';

const FLOOR = [
  ['read', 'bytes → texts'],
  ['canonicalize', 'which words count'],
  ['fingerprint', 'words → numbers'],
  ['corpus', 'what a run knows'],
];
const QUESTIONS = [
  ['duplicates', 'what is a copy of what?', 'dedup, pairs, groups'],
  ['passages', 'which passages are in both?', 'compare'],
  ['nearest', 'what is most like this?', 'search'],
  ['repeats', 'which words recur?', 'trim, decontaminate'],
];

export function flow() {
  const parts = [box(10, 70, 540, 120, ''), text(24, 94, 'the floor that all questions share', 'soft small')];
  FLOOR.forEach((lines, at) => {
    parts.push(labeled(24 + 131 * at, 108, 118, 62, lines, 'on'));
    if (at > 0) parts.push(arrow(24 + 131 * at - 12, 139, 24 + 131 * at, 139));
  });
  QUESTIONS.forEach(([name, question, commands], at) => {
    const y = 16 + 62 * at;
    parts.push(arrow(550, 130, 592, y + 24), labeled(592, y, 190, 48, [name, question], 'good'));
    parts.push(text(794, y + 28, commands, 'code'));
    parts.push(arrow(687, y + 48, 687, y + 62));
  });
  parts.push(labeled(592, 266, 190, 40, ['report'], 'box'));
  parts.push(
    labeled(24, 240, 380, 50, ['collection', 'the same questions, of documents that last for years']),
  );
  parts.push(arrow(214, 190, 214, 240), arrow(404, 265, 590, 240));
  return figure(
    'Read, canonicalize, fingerprint and corpus are the floor; duplicates, passages, nearest and repeats ask questions of it, and so does the collection; the report shows what they find.',
    'Documents flow from left to right; a question fetches only the texts that it has to compare.',
    960,
    316,
    parts,
  );
}
