// Text that was lost, or taken for something else: copies in disguise, what cannot be read in a folder that replaces another, a reference
// without text, and one broken collection among others.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const TEXT =
  'The ferry to the island leaves the second pier at nine, and on Sundays an hour later if the sea is calm enough for it.';
/** Disguises of words. A short word with letters of two scripts may be of either. */
const DISGUISES = {
  'invisible letters': (word) => [...word].join('\u3164'),
  'zero-width spaces': (word) => [...word].join('\u200b'),
  'blanks of Braille': (word) => [...word].join('\u2800'),
  'hair spaces': (word) => [...word].join('\u200a'),
  'mathematical letters': (word) =>
    word.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  'look-alikes': (word) => word.replaceAll('a', '\u0430').replaceAll('o', '\u043e').replaceAll('e', '\u0435'),
};

/** A copy in which words are written in other characters that look the same is found. */
export async function disguises({ folder, neardup }) {
  const missed = [];
  for (const [name, disguise] of Object.entries(DISGUISES)) {
    const file = join(folder, 'in.jsonl');
    const copy = TEXT.split(' ').map((word) => (word.length > 3 ? disguise(word) : word));
    const lines = [TEXT, copy.join(' ')].map((text, i) => `${JSON.stringify({ id: `${i}`, text })}\n`);
    writeFileSync(file, lines.join(''));
    const { stdout } = await neardup(['pairs', file, '--json']);
    if (!stdout.includes('"resemblance":1')) missed.push(name);
  }
  const answer = missed.length === 0 ? 'all copies are found' : `missed: ${missed.join(', ')}`;
  return { held: missed.length === 0, answer };
}

/** Files that cannot be read are in the folder that may replace the one they come from. */
export async function unreadableFiles({ folder, neardup }) {
  const [from, to] = ['in', 'out'].map((name) => join(folder, name));
  mkdirSync(from);
  const files = {
    'a.txt': TEXT,
    'b.txt': TEXT,
    'scan.pdf': '%PDF-1.4 broken',
    'photo.png': '\x89PNG\r\n\x1a\n\0\0',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(from, name), content, 'latin1');
  await neardup(['dedup', from, '-o', `${to}/`]);
  const kept = existsSync(to) ? readdirSync(to, { recursive: true }).map(String) : [];
  const lost = ['scan.pdf', 'photo.png'].filter(
    (name) =>
      !kept.some((path) => path.endsWith(name) && readFileSync(join(to, path), 'latin1') === files[name]),
  );
  return {
    held: lost.length === 0,
    answer: lost.length === 0 ? 'kept as they are' : `lost: ${lost.join(', ')}`,
  };
}

/** What is said to be free of a reference was compared with it. */
export async function unreadReference({ folder, neardup }) {
  const [file, reference, out] = ['in.jsonl', 'reference.pdf', 'out.jsonl'].map((name) => join(folder, name));
  writeFileSync(file, `${JSON.stringify({ id: 'a', text: TEXT })}\n`);
  writeFileSync(reference, '%PDF-1.4 broken');
  const { code } = await neardup(['dedup', file, '--against', reference, '-o', out]);
  const held = code === 2 && !existsSync(out);
  return { held, answer: held ? 'refused, and no output' : `exit code ${code}, output: ${existsSync(out)}` };
}

/** Damaged collections and tasks keep no other collection from being served. @param serve Runs a service. */
export async function brokenAmongOthers({ folder, neardup }, serve) {
  const data = join(folder, 'data');
  const at = (...path) => join(data, 'collections', ...path);
  const document = '/v1/collections/documents/documents/a';
  await serve(neardup, data, ({ ask }) => ask('PUT', document, { text: TEXT }));
  cpSync(at('documents.nd'), at('flipped.nd'), { recursive: true });
  const [log] = readdirSync(at('flipped.nd', 'log'));
  const bytes = readFileSync(at('flipped.nd', 'log', log));
  bytes[40] ^= 1;
  writeFileSync(at('flipped.nd', 'log', log), bytes);
  cpSync(at('documents.nd'), at('cut.nd'), { recursive: true });
  truncateSync(at('cut.nd', 'collection.json'), 10);
  mkdirSync(at('x.nd'));
  mkdirSync(join(data, 'tasks'), { recursive: true });
  writeFileSync(join(data, 'tasks', '7.json'), '{"state":');
  let told = [];
  let status = 0;
  await serve(neardup, data, async ({ ask }) => {
    status = (await ask('GET', document)).status;
    told = (await (await ask('GET', '/v1/collections')).json()).broken ?? [];
  });
  return {
    held: status === 200 && told.length === 3,
    answer: status === 0 ? 'it does not start' : `the others answer ${status}, ${told.length} of 3 are told`,
  };
}
