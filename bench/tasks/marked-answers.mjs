// The share of an answer that is marked, by its label.
//
// Every answer of the corpus of plagiarized short answers against its original: the share of its words that is marked, by the label
// that people gave it. Needs ../shared/data/short-answers.
import { readFileSync } from 'node:fs';
import { Stemmers } from '../../dist/canonicalize/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { compareTexts, openThesauri } from '../../dist/passages/index.js';
import { sharedDocuments, sharedFile } from '../data/shared-sets.mjs';

const SETTINGS = { similarWeight: 0.6, rightWeight: 0.8, minWords: 8 };
/** Labelled as cut, but copied from elsewhere. */
const LEFT_OUT = /g2pE_taskc|g4pD_taskb/;
const LABELS = ['cut', 'light', 'heavy', 'non'];

export async function run(emit) {
  const documents = new Map(sharedDocuments('short-answers').map((document) => [document.id, document.text]));
  if (documents.size === 0) {
    console.error('marked-answers: skipped, there is no ../shared/data/short-answers.');
    return;
  }
  const engine = await openEngine({ threads: 1 });
  const stemmer = new Stemmers().of('en');
  const stem = (word) => stemmer.stem(word);
  const lines = readFileSync(sharedFile('short-answers/pairs.tsv'), 'utf8').trim().split('\n');
  for (const thesaurus of ['built-in', 'none']) {
    const shares = new Map(LABELS.map((label) => [label, []]));
    for (const line of lines) {
      const fields = line.split('\t');
      const label = LABELS.find((name) => fields.includes(name));
      if (label === undefined || LEFT_OUT.test(line)) continue;
      const [answer, original] = fields;
      const { similarity, sources } = await compareTexts(
        engine,
        { id: answer, text: documents.get(answer), lang: 'en' },
        [{ id: original, text: documents.get(original), lang: 'en' }],
        SETTINGS,
        { thesauri: await openThesauri(thesaurus, ['en']), stem },
      );
      shares.get(label).push({ similarity, paper: sources[0].paperSimilarity.a });
    }
    for (const label of LABELS) {
      const list = shares.get(label);
      const mean = (key) => list.reduce((sum, share) => sum + share[key], 0) / list.length;
      const sorted = list.map(({ similarity }) => similarity).sort((x, y) => x - y);
      emit({
        case: `${label}, thesaurus ${thesaurus}`,
        value: mean('similarity'),
        unit: 'share',
        answers: list.length,
        median: sorted[sorted.length >> 1],
        least: sorted[0],
        most: sorted[sorted.length - 1],
        'paper D alone': mean('paper'),
      });
    }
  }
  await engine.close();
}
