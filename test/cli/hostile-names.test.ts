/** Ids, names and texts that try to steer a terminal, through every command: none of them comes out raw. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, neardup } from './run-neardup.ts';

const HOSTILE = '\u001b[31mred\u202e\u0007\r';
/** What a terminal obeys; line ends and tabs are the commands' own. */
const RAW = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

test('no command prints an id, a name, a text or an option of a user raw', async () => {
  const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
  const line = (id: string, text: string) => `${JSON.stringify({ id: id + HOSTILE, text })}\n`;
  const dir = folder({
    'a.jsonl': line('a', `${HOSTILE} ${words}`) + line('b\n', `${words} ${HOSTILE} more`),
    [`${HOSTILE}.txt`]: `${words} ${HOSTILE}`,
    [`${HOSTILE}.pdf`]: '%PDF-1.4 broken',
    'truth.tsv': `a${HOSTILE}\n`,
  });
  const [jsonl, named] = [join(dir, 'a.jsonl'), join(dir, `${HOSTILE}.txt`)];
  const calls = [
    ['dedup', jsonl, named],
    ['pairs', jsonl, named],
    ['groups', jsonl, named],
    ['text', jsonl, named, dir],
    ['fingerprint', jsonl, named],
    ['fingerprint', jsonl, '--level', 'document'],
    ['search', `${HOSTILE} word1 word2`, '--in', jsonl, '--explain'],
    ['compare', named, named],
    ['compare', named, '--in', jsonl],
    ['eval', jsonl, '--truth', join(dir, 'truth.tsv')],
    ['index', 'build', join(dir, `index${HOSTILE}`), jsonl],
    ['index', 'info', join(dir, HOSTILE)],
    ['dedup', jsonl, '-o', join(dir, `${HOSTILE}/out.jsonl`)],
    ['dedup', `${HOSTILE}.missing`],
    [HOSTILE],
    ['dedup', jsonl, `--${HOSTILE}`],
    ['dedup', jsonl, '--threshold', HOSTILE],
  ];
  for (const call of calls) {
    const { stdout, stderr } = await neardup(call);
    expect({ call, raw: RAW.exec(stdout)?.[0], said: stdout === '' && stderr === '' }).toEqual({
      ...{ call, raw: undefined, said: false },
    });
    expect({ call, raw: RAW.exec(stderr)?.[0] }).toEqual({ call, raw: undefined });
  }
}, 600_000);
