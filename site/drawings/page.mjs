// The page of drawings: each is made by code from what it shows (the curve of bands, the matrix of the bundled essay, bits of slices).
import { bands } from './bands.mjs';
import { flow } from './flow.mjs';
import { log } from './log.mjs';
import { matrix } from './matrix.mjs';
import { slices } from './slices.mjs';

export async function drawingsPage() {
  const parts = [
    [
      'The flow',
      'All questions share a floor. A text is packed into a batch, and only numbers stay of it; texts come back when they are compared. [The rooms of the code](architecture.html#the-rooms-by-the-question-each-one-answers)',
      flow(),
    ],
    [
      'Bands',
      'Two texts become candidates if they have one band in common. With 24 bands of 6 min-hashes nearly all pairs above 0.8 do, and few below 0.5. [Candidates](algorithms.html#candidates-by-shared-shingles)',
      bands(),
    ],
    [
      'The comparison matrix',
      'A row for each sentence of a bundled Ukrainian essay, a column for each of its source. [Paper D](algorithms.html#comparison-matrix-paper-d)',
      await matrix(),
    ],
    [
      'Slice lists',
      'A query visits the lists of its slices, then those whose values differ in a bit, then in two. [Paper B](algorithms.html#signatures-and-top-k-search-paper-b)',
      slices(),
    ],
    [
      'The log and its segments',
      'What is acknowledged is in the log. Everything else of a collection is made from it. [The format](collection-format.html)',
      log(),
    ],
  ];
  return `# Five drawings\n\n${parts.map(([title, words, drawing]) => `## ${title}\n\n${words}\n\n${drawing}`).join('\n\n')}\n\n[Five ideas to play with](ideas.html) has the papers' core ideas.\n`;
}
