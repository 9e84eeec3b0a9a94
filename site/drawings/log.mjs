// A collection: the log, the segments made from it, the tables in memory, and the commit that makes an answer durable.
import { arrow, box, figure, labeled, text } from './svg.mjs';

export function log() {
  const entries = ['+ a', '+ b', '+ c', '− b', '+ d', '+ e', '+ f', '+ g'];
  const cells = entries.map((entry, at) => [
    box(250 + 72 * at, 30, 66, 36, at < 4 ? 'on' : at < 6 ? 'good' : 'hit'),
    text(283 + 72 * at, 53, entry, 'code', 'middle'),
  ]);
  return figure(
    'Documents are appended to the log; segments cover the older part of it, and a delta in memory the newest.',
    'Add and remove append a line and answer when it is on the disk. Segments can be deleted: they are made again from the log.',
    960,
    270,
    [
      labeled(20, 24, 150, 48, ['add, remove', 'JSON lines']),
      arrow(172, 48, 246, 48),
      text(250, 20, 'log: the truth, only ever appended to', 'strong'),
      cells,
      text(850, 53, '← commit', 'soft'),
      labeled(250, 120, 282, 48, ['segment 1', 'ids, bands, fingerprints'], 'on'),
      labeled(538, 120, 138, 48, ['segment 2', 'merged later'], 'good'),
      labeled(682, 120, 138, 48, ['delta', 'in memory'], 'hit'),
      arrow(390, 68, 390, 118),
      arrow(607, 68, 607, 118),
      arrow(751, 68, 751, 118),
      labeled(20, 200, 150, 48, ['check, search', 'a question']),
      arrow(172, 224, 246, 224),
      labeled(250, 200, 426, 48, [
        'candidates from all three',
        'then the texts themselves, read from the log',
      ]),
      arrow(390, 170, 390, 198),
      arrow(607, 170, 607, 198),
      arrow(751, 170, 660, 198),
      labeled(720, 200, 220, 48, ['answer with its evidence', 'nothing unproved'], 'good'),
      arrow(678, 224, 718, 224),
    ],
  );
}
