// The documents that neardup and its peers are run on, in a folder of their own: as JSON lines (`raw`), and as canonical text,
// one a line (`canonical`), which is what peers get. Ids are line numbers. With them the exact answer.
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { pairs } from '../../dist/index.js';
import { closeRun, load, resolveVerbOptions, VERB_RULES } from '../../dist/pipeline/index.js';
import { openInput } from '../../dist/read/sources/input.js';
import { sharedFile } from '../data/shared-sets.mjs';

/** The first `most` documents of a set, or undefined where it does not lie beside the project. */
export async function peerDocuments(set, most, threads) {
  const source = sharedFile(`${set}/docs.jsonl.gz`);
  if (source === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'neardup-peer-documents-'));
  const raw = join(folder, 'raw.jsonl');
  const lines = [];
  const input = createReadStream(source).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (lines.length === most) break;
    lines.push(JSON.stringify({ ...JSON.parse(line), id: String(lines.length) }));
  }
  writeFileSync(raw, `${lines.join('\n')}\n`);
  const texts = await canonicalTexts(raw, threads);
  const canonical = join(folder, 'canonical.txt');
  writeFileSync(canonical, `${texts.join('\n')}\n`);
  const canonicalLines = join(folder, 'canonical.jsonl');
  writeFileSync(
    canonicalLines,
    texts.map((text, i) => `${JSON.stringify({ id: String(i), text })}\n`).join(''),
  );
  return { folder, raw, canonical, canonicalLines, texts, classes: classesOf(texts) };
}

/** Pairs that neardup finds, by its own lines of results; the exact answer with `{ method: 'exact' }`. */
export async function neardupPairs(documents, options) {
  const found = [];
  for await (const { a, b } of pairs(documents.raw, options)) found.push([Number(a), Number(b)]);
  return found;
}

async function canonicalTexts(path, threads) {
  const options = resolveVerbOptions(VERB_RULES, { threads });
  const opened = await openInput([path], options);
  const run = await load({ documents: opened.read }, options);
  const decoder = new TextDecoder();
  const texts = Array.from({ length: run.corpus.length }, (_, i) =>
    decoder.decode(run.corpus.canonicalText(i)),
  );
  await closeRun(run);
  await opened.close();
  return texts;
}

/** For every document the first one that has the same text; -1 for empty ones. */
function classesOf(texts) {
  const first = new Map();
  return texts.map((text, i) => {
    if (text === '') return -1;
    if (!first.has(text)) first.set(text, i);
    return first.get(text);
  });
}
