// neardup beside what people use for the same today: Python datasketch, rensa, gaoya and text-dedup on the package descriptions, at
// a resemblance of 0.8 over shingles of three words. All get the same words (neardup's canonical text); neardup is also run from the raw
// text, which is what its users do. `NEARDUP_PEERS=FOLDER scripts/install-peers` installs them; who is not there is left out.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PEERS_FOLDER } from '../data/peers.mjs';
import { neardupPairs, peerDocuments } from '../peers/documents.mjs';
import { Truth } from '../peers/score.mjs';

const PEERS = ['datasketch', 'rensa', 'gaoya', 'text_dedup'];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function run(emit, { quick, threads }) {
  const documents = await peerDocuments(quick ? 20_000 : Number.POSITIVE_INFINITY, threads);
  if (documents === undefined) {
    console.error('bench: no documents: NEARDUP_PEER_DOCUMENTS names a file of JSON lines with texts.');
    return;
  }
  try {
    const truth = new Truth(documents, await neardupPairs(documents, { method: 'exact', threads }));
    const about = {
      documents: documents.texts.length,
      'distinct texts': new Set(documents.classes).size,
      'true pairs': truth.pairs.size,
    };
    for (const one of [...new Set([1, threads])]) {
      emit({ ...(await neardupLine(documents, truth, 'raw', one)), ...about });
      emit({ ...(await neardupLine(documents, truth, 'canonicalLines', one)), ...about });
    }
    for (const peer of PEERS) {
      const line = await peerLine(documents, truth, peer);
      if (line !== undefined) emit({ ...line, ...about });
    }
  } finally {
    rmSync(documents.folder, { recursive: true });
  }
}

/** The whole command `neardup dedup`, and the pairs that `neardup pairs` finds with the same settings. */
async function neardupLine(documents, truth, input, threads) {
  const usage = join(documents.folder, 'usage.json');
  const out = join(documents.folder, 'kept.jsonl');
  const canonical = input === 'canonicalLines';
  const args = ['dedup', documents[input], '-o', out, '--threads', String(threads), '--quiet'];
  const start = performance.now();
  const { code, stderr } = await runProgram(
    process.execPath,
    [
      '--import',
      here('../peers/usage.mjs'),
      here('../../dist/apps/cli/main.cjs'),
      ...args,
      ...(canonical ? ['--canonical'] : []),
    ],
    { NEARDUP_USAGE: usage },
  );
  if (code !== 0) throw new Error(`neardup dedup failed: ${stderr}`);
  const seconds = (performance.now() - start) / 1000;
  const { cpu, megabytes } = JSON.parse(readFileSync(usage, 'utf8'));
  const kept = new Uint8Array(documents.texts.length);
  for (const line of readFileSync(out, 'utf8').trimEnd().split('\n')) kept[Number(JSON.parse(line).id)] = 1;
  const pairs = await neardupPairs(documents, { threads });
  return {
    case: `neardup dedup, ${canonical ? 'canonical' : 'raw'} text`,
    ...{ value: seconds, unit: 's', threads, engine: 'wasm', 'cpu s': cpu, MB: Math.round(megabytes) },
    ...truth.scorePairs(pairs),
    ...truth.scoreKept(kept),
  };
}

async function peerLine(documents, truth, peer) {
  const python = join(PEERS_FOLDER, 'python', 'bin', 'python');
  const leftOut = (why) =>
    console.error(`bench: ${peer} is left out: ${why} (scripts/install-peers installs it)`);
  if (!existsSync(python)) return leftOut(`there is no ${python}`);
  const out = join(documents.folder, `${peer}.pairs`);
  const script = here(`../peers/run_${peer}.py`);
  const { code, stdout, stderr } = await runProgram(python, [script, documents.canonical, out], {});
  if (code !== 0) return leftOut(stderr.trim().split('\n').at(-1));
  const { version, settings, steps, seconds, cpu, megabytes, clusters } = JSON.parse(
    stdout.trim().split('\n').at(-1),
  );
  const bytes = readFileSync(out);
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const pairs = Array.from({ length: numbers.length / 2 }, (_, i) => numbers.subarray(2 * i, 2 * i + 2));
  return {
    case: `${peer.replace('_', '-')} ${version}, ${settings}`,
    ...{ value: seconds, unit: 's', engine: 'native', 'cpu s': cpu, MB: Math.round(megabytes) },
    ...(clusters ? truth.scoreClusters(pairs) : truth.scorePairs(pairs)),
    ...truth.scoreKept(clusters ? truth.firstOfClusters(pairs) : truth.keptAfter(pairs)),
    steps,
  };
}

function runProgram(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (bytes) => {
      stdout += bytes;
    });
    child.stderr.on('data', (bytes) => {
      stderr += bytes;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
