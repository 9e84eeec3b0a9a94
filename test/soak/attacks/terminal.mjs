// Attacks on who looks at the results: escape sequences for a terminal, formulas for a spreadsheet. The tests of the command use the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Colors a terminal in two ways, rings its bell, and turns the direction of writing. */
export const HOSTILE = '\u001b[31mred\u009b32m\u202e\u0007\r';
/** What a terminal obeys; line ends and tabs are the commands' own. */
export const RAW = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

/** Files with hostile names, ids and texts, by name. */
export function hostileFiles() {
  const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
  const line = (id, text) => `${JSON.stringify({ id: id + HOSTILE, text })}\n`;
  return {
    'a.jsonl': line('a', `${HOSTILE} ${words}`) + line('b\n', `${words} ${HOSTILE} more`),
    [`${HOSTILE}.txt`]: `${words} ${HOSTILE}`,
    [`${HOSTILE}.pdf`]: '%PDF-1.4 broken',
    'truth.tsv': `a${HOSTILE}\n`,
  };
}

/** Calls of all commands that print what these files, their names or the call itself say. */
export function hostileCalls(folder) {
  const [jsonl, named] = [join(folder, 'a.jsonl'), join(folder, `${HOSTILE}.txt`)];
  return [
    ['dedup', jsonl, named],
    ['pairs', jsonl, named],
    ['groups', jsonl, named],
    ['text', jsonl, named, folder],
    ['fingerprint', jsonl, named],
    ['fingerprint', jsonl, '--level', 'document'],
    ['search', `${HOSTILE} word1 word2`, '--in', jsonl, '--explain'],
    ['compare', named, named],
    ['compare', named, '--in', jsonl],
    ['eval', jsonl, '--truth', join(folder, 'truth.tsv')],
    ['collection', 'info', join(folder, HOSTILE)],
    ['keys', 'create', '--name', HOSTILE, '--data', join(folder, 'keys')],
    ['keys', 'list', '--data', join(folder, 'keys')],
    ['dedup', jsonl, '-o', join(folder, `${HOSTILE}/out.jsonl`)],
    ['dedup', `${HOSTILE}.missing`],
    [HOSTILE],
    ['completion', HOSTILE],
    ['text', jsonl, '--json'],
    ['fingerprint', jsonl, '--json'],
    ['collection', 'create', join(folder, `c${HOSTILE}.nd`), jsonl, '--json'],
    ['dedup', jsonl, `--${HOSTILE}`],
    ['dedup', jsonl, '--threshold', HOSTILE],
  ];
}

export async function terminal({ folder, neardup }) {
  for (const [name, content] of Object.entries(hostileFiles())) writeFileSync(join(folder, name), content);
  const calls = hostileCalls(folder);
  const raw = [];
  for (const call of calls) {
    const { stdout, stderr } = await neardup(call);
    if (RAW.test(stdout) || RAW.test(stderr)) raw.push(call[0].replace(HOSTILE, 'unknown command'));
  }
  const names = raw.length === 0 ? '' : `: ${[...new Set(raw)].join(', ')}`;
  return { held: raw.length === 0, answer: `${raw.length} of ${calls.length} calls print raw${names}` };
}

/** Texts that a spreadsheet would compute, from JSON lines to CSV. */
export async function formulas({ folder, neardup }) {
  const input = join(folder, 'input.jsonl');
  const cells = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1'];
  const documents = cells.map((text, i) => ({ id: `${text} ${i}`, text: `${text} word${i}`, note: text }));
  writeFileSync(input, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  const output = join(folder, 'clean.csv');
  await neardup(['dedup', input, '-o', output]);
  const computed = readFileSync(output, 'utf8').match(/(?:^|[\n,])"?[=+\-@\t\r]/g)?.length ?? 0;
  return { held: computed === 0, answer: `${computed} cells would be computed` };
}
