// Datasketch, rensa, gaoya, datatrove, text-dedup (`--sets newswire --peers tuned_rensa`).
//
// neardup beside what people use for the same today: Python datasketch, rensa, gaoya, datatrove and text-dedup on the package descriptions
// and on newswire, at a resemblance of 0.8 over shingles of three words. All get the same words (neardup's canonical text); neardup is also run
// from the raw text, which is what its users do. One peer is tuned and proves its pairs, which its documentation does not. Of several
// runs the one with the least processor time counts; memory is that of all processes.
// `NEARDUP_PEERS=FOLDER .ci/install-peers` installs them; who is not there is left out.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable, short } from '../data/markdown.mjs';
import { leastOf, runMeasured } from '../data/measured.mjs';
import { PEERS_FOLDER } from '../data/peers.mjs';
import { neardupPairs, peerDocuments } from '../peers/documents.mjs';
import { SameAnswer } from '../peers/same-answer.mjs';
import { Truth } from '../peers/score.mjs';

const PEERS = ['tuned_rensa', 'rensa', 'gaoya', 'datasketch', 'datatrove', 'text_dedup'];
const SETS = ['package-descriptions', 'newswire'];
const ROUNDS = 3;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Sets and peers, all without it: `--sets newswire --peers tuned_rensa,rensa` */
export const options = {
  sets: { type: 'string', default: SETS.join() },
  peers: { type: 'string', default: PEERS.join() },
};

export async function run(emit, { quick, threads, options: { sets, peers } }) {
  for (const set of sets.split(',')) {
    const documents = await peerDocuments(set, quick ? 20_000 : Number.POSITIVE_INFINITY, threads);
    if (documents === undefined) {
      console.error(`peers: ${set} is skipped, there is no ../shared/data/${set}.`);
      continue;
    }
    try {
      await compare(emit, set, documents, peers.split(','), quick ? 1 : ROUNDS, threads);
    } finally {
      rmSync(documents.folder, { recursive: true });
    }
  }
}

async function compare(emit, set, documents, peers, rounds, threads) {
  const truth = new Truth(documents, await neardupPairs(documents, { method: 'exact', threads }));
  const about = {
    set,
    documents: documents.texts.length,
    'distinct texts': new Set(documents.classes).size,
    'true pairs': truth.pairs.size,
  };
  const answers = new SameAnswer(documents.texts.length);
  for (const [input, one] of [
    ['raw', threads],
    ...(threads > 1 ? [['raw', 1]] : []),
    ['canonicalLines', threads],
  ])
    emit({ ...(await neardupLine(documents, truth, answers, input, one, rounds)), ...about });
  for (const peer of peers) {
    const line = await peerLine(documents, truth, peer, rounds);
    if (line !== undefined) emit({ ...line, ...about });
  }
}

/** The table of docs/quality.md, one for each set. */
export function markdown(lines) {
  const titles = [
    'tool',
    'CPU s',
    'wall s',
    'peak MB',
    'recall',
    'precision',
    'removed',
    'of them wrongly',
    'duplicates left',
  ];
  const share = (value) => (value === 1 ? '1' : value.toFixed(value > 0.999 ? 4 : 3));
  const sets = [...new Set(lines.map(({ set }) => set))];
  return sets
    .map((set) => {
      const of = lines.filter((line) => line.set === set);
      const { documents, 'distinct texts': texts, 'true pairs': pairs } = of[0];
      const rows = of.map((line) => [
        line.threads === undefined
          ? line.case
          : `${line.case}, ${line.threads} thread${line.threads > 1 ? 's' : ''}`,
        ...[line['cpu s'], line.value, line.MB].map((value) => short(value)),
        ...[line.recall, line.precision].map(share),
        ...[line.removed, line['removed wrongly'], line['duplicates left']].map((count) =>
          count.toLocaleString('en'),
        ),
      ]);
      return `${set}: ${[documents, texts, pairs].map((count) => count.toLocaleString('en')).join(', ')} documents, distinct texts, true pairs\n\n${markdownTable(titles, rows)}\n`;
    })
    .join('\n');
}

/** The whole command `neardup dedup`, and the pairs that `neardup pairs` finds with the same settings. */
async function neardupLine(documents, truth, answers, input, threads, rounds) {
  const out = join(documents.folder, 'kept.jsonl');
  const canonical = input === 'canonicalLines';
  const args = ['dedup', documents[input], '-o', out, '--threads', String(threads), '--quiet'];
  const { seconds, cpu, megabytes } = await leastOf(rounds, async () => {
    for (const path of [out, `${out}.removed.jsonl`]) rmSync(path, { force: true });
    const run = await runMeasured(process.execPath, [
      here('../../dist/apps/cli/main.cjs'),
      ...args,
      ...(canonical ? ['--canonical'] : []),
    ]);
    if (run.code !== 0) throw new Error(`neardup dedup failed: ${run.stderr}`);
    answers.add(idsIn(out), idsIn(`${out}.removed.jsonl`), args.join(' '));
    return run;
  });
  const pairs = await neardupPairs(documents, { threads });
  return {
    case: `neardup dedup, ${canonical ? 'canonical' : 'raw'} text`,
    ...{ value: seconds, unit: 's', threads, engine: 'wasm', 'cpu s': cpu, MB: Math.round(megabytes) },
    ...truth.scorePairs(pairs),
    ...truth.scoreKept(answers.kept),
  };
}

const idsIn = (path) => {
  const text = readFileSync(path, 'utf8').trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => Number(JSON.parse(line).id));
};

async function peerLine(documents, truth, peer, rounds) {
  const python = join(PEERS_FOLDER, 'python', 'bin', 'python');
  const leftOut = (why) =>
    console.error(`bench: ${peer} is left out: ${why} (.ci/install-peers installs it)`);
  if (!existsSync(python)) return leftOut(`there is no ${python}`);
  const out = join(documents.folder, `${peer}.pairs`);
  const script = here(`../peers/run_${peer}.py`);
  const best = await leastOf(rounds, async () => {
    const { code, stdout, stderr, megabytes } = await runMeasured(python, [script, documents.canonical, out]);
    if (code !== 0) return { cpu: 0, failed: stderr.trim().split('\n').at(-1) };
    return { ...JSON.parse(stdout.trim().split('\n').at(-1)), megabytes };
  });
  if (best.failed !== undefined) return leftOut(best.failed);
  const { version, settings, steps, seconds, cpu, megabytes, clusters } = best;
  const bytes = readFileSync(out);
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const pairs = Array.from({ length: numbers.length / 2 }, (_, i) => numbers.subarray(2 * i, 2 * i + 2));
  return {
    case: `${peer.replace('tuned_', '').replace('_', '-')} ${version}, ${settings}`,
    ...{ value: seconds, unit: 's', engine: 'native', 'cpu s': cpu, MB: Math.round(megabytes) },
    ...(clusters ? truth.scoreClusters(pairs) : truth.scorePairs(pairs)),
    ...truth.scoreKept(clusters ? truth.firstOfClusters(pairs) : truth.keptAfter(pairs)),
    steps,
  };
}
