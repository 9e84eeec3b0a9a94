import { beforeAll, describe, expect, it } from 'vitest';
import { WordNumbers } from '../canonicalize/word-finder.ts';
import { Mark, type MatrixCells } from '../comparison.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { markCells, paperSimilarity } from './mark.ts';
import { lcsCells } from './matrix.ts';
import type { SentenceNumbers } from './matrix-input.ts';
import { Synonyms } from './thesaurus.ts';

const WEIGHTS = { similarWeight: 0.6, rightWeight: 0.8 };
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ engine: 'scalar', threads: 1 });
});

/** Sentences of words, and groups of synonyms, to marked cells. */
async function mark(a: string[], b: string[], groups: string[] = []) {
  const numbers = new WordNumbers();
  const [rows, columns] = [a, b].map((sentences): SentenceNumbers => {
    const words = sentences.map((sentence) => sentence.split(' ').map((word) => numbers.numberOf(word)));
    const starts = [0];
    for (const list of words) starts.push(starts[starts.length - 1] + list.length);
    return { numbers: Uint32Array.from(words.flat()), starts: Uint32Array.from(starts) };
  });
  const thesaurus = { name: 'test', groups: () => groups.map((group) => ({ words: group.split(' ') })) };
  const synonyms = new Synonyms(numbers, (word) => word, [thesaurus]);
  const cells = markCells(await lcsCells(engine, rows, columns, WEIGHTS), rows, columns, WEIGHTS, synonyms);
  return { cells, similarity: paperSimilarity(cells, rows, columns) };
}

function list({ row, column, p, mark: marks }: MatrixCells): string[] {
  return [...row].map((r, i) => `${r},${column[i]} ${p[i].toFixed(3)} ${marks[i]}`);
}

describe('paper D’s rule, worked by hand', () => {
  it('takes the smaller of the two ratios: LCS 4 of 5 and 4 words is 0.8, and above 0.6', async () => {
    const { cells } = await mark(['the cat sat down today'], ['the cat sat today']);
    expect(list(cells)).toEqual([`0,0 0.800 ${Mark.byWords}`]);
  });

  it('keeps cells above similarWeight only: 3 of 5 is not above 0.6, 2 of 3 is', async () => {
    const { cells } = await mark(['a b c d e', 'x y z'], ['a b c v w', 'x y w']);
    expect(list(cells)).toEqual([`1,1 0.667 ${Mark.none}`]);
  });

  it('marks p above rightWeight: 5 of 6 is, 4 of 5 is not by itself', async () => {
    const { cells } = await mark(['a b c d e f'], ['a b c d e g', 'a b c d e f']);
    expect(list(cells)).toEqual([`0,0 0.833 ${Mark.byOrder}`, `0,1 1.000 ${Mark.byOrder}`]);
  });

  it('lets synonyms decide in between: LCS 5 of 7 is 0.714; one synonym makes it 6 of 7', async () => {
    const a = ['the big dog ran home very fast'];
    const b = ['the large dog ran home quite fast'];
    expect(list((await mark(a, b)).cells)).toEqual([`0,0 0.714 ${Mark.none}`]);
    expect(list((await mark(a, b, ['big large huge'])).cells)).toEqual([`0,0 0.714 ${Mark.bySynonyms}`]);
  });

  it('counts a word that is the same at another place: order matters for p, not for w', async () => {
    // LCS is b c d e: 4 of 6; the same words are 6 of 6
    const { cells } = await mark(['a b c d e f'], ['f b c d e a']);
    expect(list(cells)).toEqual([`0,0 0.667 ${Mark.byWords}`]);
  });

  it('takes the smaller ratio for synonyms too', async () => {
    // LCS 5 of 7 and 7; d has 1 synonym of its own, e has 1: min(6/7, 6/7) = 0.857; with 8 words on one side 6/8 is too little
    const groups = ['big large'];
    const one = await mark(['a b c d e big x'], ['a b c d e large y'], groups);
    expect(list(one.cells)).toEqual([`0,0 0.714 ${Mark.bySynonyms}`]);
    const two = await mark(['a b c d e big x'], ['a b c d e large y z'], groups);
    expect(list(two.cells)).toEqual([`0,0 0.625 ${Mark.none}`]);
  });

  it('gives similarity by words on each side, which is not symmetric', async () => {
    const { similarity } = await mark(
      ['a b c d e', 'v w x y z'],
      ['a b c d e', 'q r s t u', 'f g h i j k l m n o'],
    );
    expect(similarity).toEqual({ a: 5 / 10, b: 5 / 20 });
  });

  it('paper D’s rule does not mind the order of sentences', async () => {
    const { cells, similarity } = await mark(['a b c d', 'e f g h'], ['e f g h', 'a b c d']);
    expect(list(cells)).toEqual([`0,1 1.000 ${Mark.byOrder}`, `1,0 1.000 ${Mark.byOrder}`]);
    expect(similarity).toEqual({ a: 1, b: 1 });
  });
});

describe('texts that repeat themselves', () => {
  it('texts that repeat themselves have every cell marked as its two sentences alone are', async () => {
    const groups = ['big large huge', 'ran went'];
    const some = [
      'the big dog ran home very fast',
      'the large dog went home quite fast',
      'fast the big dog ran home very',
      'the big dog ran home very fast',
      'the dog ran home very fast today',
      'the large dog went home quite fast',
    ];
    const a = [...some, ...some];
    const b = [...some, ...some].reverse();
    const { cells } = await mark(a, b, groups);
    expect(cells.row.length).toBeGreaterThan(40);
    for (let i = 0; i < cells.row.length; i++) {
      const alone = await mark([a[cells.row[i]]], [b[cells.column[i]]], groups);
      expect([...alone.cells.mark]).toEqual([cells.mark[i]]);
    }
  });

  it('texts that repeat themselves tell sentences apart that have the same words in another order', async () => {
    const { cells } = await mark(['a b c d e f', 'f e d c b a'], ['a b c d e f', 'a b c f e d']);
    expect(list(cells)).toContain(`0,0 1.000 ${Mark.byOrder}`);
    expect(list(cells)).not.toContain(`1,0 1.000 ${Mark.byOrder}`);
  });
});
