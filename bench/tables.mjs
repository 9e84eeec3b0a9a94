#!/usr/bin/env node
// The tables and plots of docs that come from bench/results: `node bench/tables.mjs` writes each table into its page, between
// `<!-- figures: NAME -->` and `<!-- end -->`, and the plots into docs/plots. A test fails if a page shows other figures.
// A page that has only `<!-- table: NAME -->` shows that table on the site; `node bench/tables.mjs NAME…` prints it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownTable, share, short } from './data/markdown.mjs';
import { EXPERIMENTS } from './reproduce/experiments.mjs';
import { timeAt } from './tasks/topk/tables.mjs';

const ROOT = new URL('../', import.meta.url);
const PAGES = ['README.md', 'docs/papers.md', 'docs/quality.md', 'docs/search.md'];

const SETS = {
  'uk-corrections': 'uk-corrections',
  'doc-revisions/en': 'revisions en',
  'doc-revisions/zh': 'revisions zh',
  'doc-revisions/uk': 'revisions uk',
  licences: 'licenses',
};
const UNLABELED = { newswire: 'newswire', 'package-descriptions': 'packages', mail: 'mail' };
const LANGUAGES = { en: 'English', uk: 'Ukrainian', zh: 'Chinese' };

/** The tables by name; each is made of the newest results. */
export const TABLES = {
  recall: () => {
    const methods = [
      ['simhash mixed', 'simhash'],
      ['simhash sdbm', 'simhash, as published'],
      ['bands', 'bands (default)'],
      ['classic shingles', 'exact'],
      ['sorted shingles', 'exact, `--order sorted`'],
      ['free order', 'exact, `--order free`'],
      ['free order, 1 word', 'exact, `--shingle 1`'],
      ['128 smallest', 'image: 128 smallest'],
      ['divisible by 10', 'image: divisible by 10'],
    ];
    const cell = (line) =>
      `${share(line['of brute force'])}${line.beyond > 0 ? ` +${short(line.beyond)}` : ''}`;
    return bySet({ ...SETS, ...UNLABELED }, [
      ['pairs in all', 'brute force', ({ value }) => value.toLocaleString('en')],
      ...methods.map(([method, title]) => [title, method, cell]),
    ]);
  },

  /** The least and the greatest share over all sets. */
  'recall-short': () => {
    const of = byCase('quality.jsonl');
    const methods = [
      ['bands (default)', 'bands'],
      ['exact', 'classic shingles'],
      ['simhash', 'simhash mixed'],
      ['simhash, as published', 'simhash sdbm'],
      ['exact, `--order free`', 'free order'],
      ['image: 128 smallest', '128 smallest'],
    ];
    const rows = methods.map(([title, method]) => {
      const found = Object.keys({ ...SETS, ...UNLABELED }).map(
        (set) => of(`${set}, ${method}`)['of brute force'],
      );
      return [title, share(Math.min(...found)), share(Math.max(...found))];
    });
    return markdownTable(['method', 'worst set', 'best set'], rows);
  },

  thresholds: () => {
    const cell = ({ precision, recall, f1 }) => [precision, recall, f1].map(twoDigits).join(' / ');
    return bySet({ ...SETS, 'zh-scripts': 'zh-scripts' }, [
      ['0.8 (default)', 'auto', cell],
      ['0.7', 'auto, t = 0.7', cell],
      ['0.6', 'auto, t = 0.6', cell],
      ['0.5', 'auto, t = 0.5', cell],
      ['0.8, stop words removed', 'auto, stop words out', cell],
      ['0.8, stems', 'auto, stems', cell],
      ['0.8, simhash', 'simhash mixed', cell],
      ['0.8, free order', 'free order', cell],
    ]);
  },

  'word-order': () => {
    const kinds = ['few swaps', 'adjacent swaps', 'clauses moved', 'windows shuffled', 'sentences shuffled'];
    const orders = {
      classic: 'classic',
      sorted: 'sorted',
      'classic, as printed': 'classic, as paper C',
      'sorted, as printed': 'sorted, as paper C',
      'sentence, sorted': 'sentence',
      free: 'free',
    };
    const of = byCase('word-order.jsonl');
    const rows = ['uk', 'en'].flatMap((language) =>
      Object.entries(orders).map(([order, title]) => {
        const line = of(`${language}, ${order}, 1 % edited`);
        const figures = [...kinds.map((kind) => line[kind]), line.value].map(share);
        return [`${LANGUAGES[language]}, ${title}`, ...figures, line.reference?.['paper C']];
      }),
    );
    return markdownTable(['order', ...kinds, 'all', 'in paper C'], rows);
  },

  passages: () => {
    const kinds = [
      'verbatim',
      'edited 10 %',
      'edited 20 %',
      'edited 30 %',
      'synonyms',
      'reordered',
      'cut or joined',
    ];
    const of = byCase('passages.jsonl');
    const titles = Object.values(LANGUAGES).flatMap((language) => [`${language} found`, 'wrong', 'paper D']);
    const rows = kinds.map((kind) => [
      kind,
      ...Object.keys(LANGUAGES).flatMap((language) => {
        const { value, wrong, paper } = of(`${language}, ${kind}`);
        return [share(value), wrong === 0 ? 0 : wrong.toFixed(4), share(paper)];
      }),
    ]);
    return markdownTable(['kind', ...titles], rows);
  },

  'marked-answers': () => {
    const of = byCase('marked-answers.jsonl');
    const lines = ['cut', 'light', 'heavy', 'non'].map((label) => of(`${label}, thesaurus built-in`));
    return markdownTable(
      ['marked, mean (median)', 'cut', 'light', 'heavy', 'original'],
      [
        ['passages', ...lines.map(({ value, median }) => `${share(value)} (${share(median)})`)],
        ['paper D’s rule', ...lines.map((line) => share(line['paper D alone']))],
      ],
    );
  },

  peers: () => peersTable('package-descriptions'),
  'peers-news': () => peersTable('newswire'),

  'peers-short': () => {
    const [, , ...rows] = cellsOfTable(peers('package-descriptions'));
    const shown = {
      'neardup dedup, raw text, 2 threads': ['neardup', 'yes'],
      'rensa 0.5.0, tuned: 21 bands of 6, proven with sets': ['rensa, tuned, with a proof of ours', 'yes'],
      'rensa 0.5.0, 16 bands of 8, estimate >= 0.8': ['rensa', 'no'],
      'datasketch 2.0.0, MinHashLSH(0.8, 128)': ['datasketch', 'no'],
      'datatrove 0.10.1, 14 bands of 8': ['datatrove', 'no'],
      'text-dedup 0.4.0, threshold 0.8, 128 permutations': ['text-dedup', 'no'],
    };
    return markdownTable(
      ['', 'pairs found', 'removed wrongly', 'duplicates left', 'CPU s', 'MB', 'proof'],
      Object.entries(shown).map(([tool, [title, proof]]) => {
        const row = rows.find((cells) => cells[0] === tool) ?? missing('peers.txt', tool);
        const [, cpu, , megabytes, recall, , , wrong, left] = row;
        return [title, `${percent(recall)} %`, wrong, left, cpu, megabytes, proof];
      }),
    );
  },

  words: () => {
    const counts = [2, 3, 5, 8, 12, 16, 20];
    const of = byCase('search.jsonl');
    const row = (how, figure) =>
      counts.map((count) => of(`newswire, ${count} words of a document: ${how}`)[figure].toFixed(2));
    return markdownTable(
      ['words of the query', ...counts.map(String)],
      [
        ['P@10, signatures', ...row('by signatures', 'value')],
        ['P@10, by words', ...row('by words', 'value')],
        ['MRR, signatures', ...row('by signatures', 'MRR')],
        ['MRR, by words', ...row('by words', 'MRR')],
      ],
    );
  },

  /** What the four papers say first, beside ours: a few cells of the tables of their experiments. */
  papers: () => {
    const micro = (who) =>
      points('A4').find((point) => point.set === 'Wikipedia' && point.who === who)?.microseconds ??
      missing('reproduce/A4.json', who);
    const cdr = (key) => cellsOf('B1', key, ['paper, CDR@10', 'CDR@10']);
    const found = (key) => cellsOf('C1', key, ['paper', 'ours']);
    const words = cellsOf('D1', 'all', ['paper, found', 'paper, real', 'found', 'real']);
    const [threads, cards, ours] = ['paper, CPU, 8 threads', 'paper, FPGAs', 'neardup, one core'].map(micro);
    return markdownTable(
      ['', 'paper', 'ours'],
      [
        [
          'A, Table IV: µs a document of Wikipedia',
          `${short(threads)} (8 threads), ${short(cards)} (4 FPGAs)`,
          `${short(ours)} (one core)`,
        ],
        ['B, Table 1: CDR@10 at i = 0, j = 0', ...cdr('0 0')],
        ['B, Table 1: CDR@10 at i = 2, j = 2', ...cdr('2 2')],
        ['B, Table 1: CDR@10 at i = 4, j = 4', ...cdr('4 4')],
        ['C, Table 1: reordered copies found, Ukrainian, sorted', ...found('Ukrainian, sorted')],
        ['C, Table 1: reordered copies found, English, sorted', ...found('English, sorted')],
        [
          'D, Table 1: words of similar sentences found',
          share(words[0] / words[1]),
          share(words[2] / words[3]),
        ],
      ],
    );
  },

  'equal-recall': () => {
    const recalls = [0.7, 0.8, 0.9, 0.95, 0.97];
    const lines = linesOf('topk.jsonl').filter(({ beside }) => beside !== undefined);
    const times = (set, index) => {
      const measured = lines.filter((line) => line.beside === set && line.index === index);
      return recalls.map((recall) => timeAt(measured, recall) ?? Number.POSITIVE_INFINITY);
    };
    const rows = ['topical', 'real text'].flatMap((set) => {
      const faiss = [...new Set(lines.map(({ index }) => index))].filter((index) =>
        index.startsWith('FAISS IVF'),
      );
      const all = faiss.map((index) => times(set, index));
      return [
        [`${set}, clusters`, ...times(set, 'clusters').map((ms) => short(ms))],
        [`${set}, FAISS`, ...recalls.map((_, i) => short(Math.min(...all.map((each) => each[i]))))],
      ];
    });
    return markdownTable(['ms at a recall@10 of', ...recalls.map(String)], rows);
  },
};

/** The page with its tables as the results have them. */
export function withTables(page) {
  return page.replaceAll(
    /(<!-- figures: ([\w-]+) -->\n)[\s\S]*?<!-- end -->/g,
    (_, head, name) => `${head}\n${tableOf(name)}\n\n<!-- end -->`,
  );
}

/** A table by its name, or all that an experiment of the papers gave. */
export function tableOf(name) {
  if (name in EXPERIMENTS) return reproduced(name);
  if (name in TABLES) return TABLES[name]();
  const known = [...Object.keys(TABLES), ...Object.keys(EXPERIMENTS)].join(', ');
  throw new Error(`Expected the name of a table, one of ${known}, got ${name}.`);
}

/** What an experiment of the papers gave: its facts in a line, its tables and its notes. */
function reproduced(name) {
  const { size, machine, threads, seed, tables, notes, ...facts } = JSON.parse(
    result(`reproduce/${name}.json`),
  );
  const used = `${size}, seed ${seed}; ${machine}, ${threads} used; ${facts['CPU s']} s of CPU time, ${facts['peak MB']} MB.`;
  const parts = tables.map(({ caption, head, rows }) => `${caption}:\n\n${markdownTable(head, rows)}`);
  return [used, ...parts, ...notes].join('\n\n');
}

function points(experiment) {
  return JSON.parse(result(`reproduce/${experiment}.json`)).points;
}

/** Cells of the row of an experiment's first table that begins with `key`, by the titles of their columns: of two with one title, the last. */
function cellsOf(experiment, key, columns) {
  const { head, rows } = JSON.parse(result(`reproduce/${experiment}.json`)).tables[0];
  const row = rows.find((cells) => `${cells.join(' ')} `.startsWith(`${key} `));
  return columns.map(
    (column) => (row ?? missing(`reproduce/${experiment}.json`, key))[head.lastIndexOf(column)],
  );
}

/** Rows of methods, columns of sets: a row is its title, the name of its method in the results, and how a cell is written. */
function bySet(sets, rows) {
  const of = byCase('quality.jsonl');
  const cells = rows.map(([title, method, cell]) => [
    title,
    ...Object.keys(sets).map((set) => cell(of(`${set}, ${method}`))),
  ]);
  return markdownTable(['', ...Object.values(sets)], cells);
}

/** The table that `npm run bench -- peers --markdown` printed below its lines. */
export function peers(set) {
  const [, table] = new RegExp(`^${set}: .*\n\n((?:\\|.*\n)+)`, 'm').exec(result('peers.txt'));
  return table.trimEnd();
}

/** What a user sees comes first: a phone and a narrow window show the first columns. */
function peersTable(set) {
  const [titles, , ...rows] = cellsOfTable(peers(set));
  const order = ['tool', 'recall', 'of them wrongly', 'duplicates left', 'CPU s', 'peak MB'];
  const shown = [...order, 'wall s', 'precision', 'removed'].map((title) => titles.indexOf(title));
  return markdownTable(
    shown.map((column) => titles[column].replace('of them wrongly', 'removed wrongly')),
    rows.map((cells) => shown.map((column) => cells[column])),
  );
}

/** The rows of a Markdown table, its titles and the line below them included. */
function cellsOfTable(table) {
  return table.split('\n').map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Three of them are in a cell. 0.968 → 0.97, but 0.997 stays: it is not 1. */
function twoDigits(value) {
  return value === 0 || value === 1 ? String(value) : value.toFixed(value > 0.995 ? 3 : 2);
}

/** "0.9999" → "99.99", "0.709" → "70.9". */
function percent(share) {
  return String(Number((100 * Number(share)).toFixed(2)));
}

function byCase(file) {
  const lines = linesOf(file);
  return (name) => lines.find((line) => line.case === name) ?? missing(file, name);
}

export function linesOf(file) {
  return result(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function missing(file, name) {
  throw new Error(`Expected a line "${name}" in bench/results/${file}. Run its task again.`);
}

function result(file) {
  return readFileSync(new URL(`bench/results/${file}`, ROOT), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  if (named.length > 0) console.log(named.map(tableOf).join('\n\n'));
  else await writeAll();
}

async function writeAll() {
  const { PLOTS, plot } = await import('./reproduce/plots.mjs');
  for (const name of Object.keys(PLOTS)) writeFileSync(new URL(`docs/plots/${name}.svg`, ROOT), plot(name));
  for (const name of PAGES) {
    const path = new URL(name, ROOT);
    writeFileSync(path, withTables(readFileSync(path, 'utf8')));
  }
}
