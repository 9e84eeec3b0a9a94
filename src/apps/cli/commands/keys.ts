/** `neardup keys`: makes, lists and revokes the keys of a service, also while it runs. */
import { stat } from 'node:fs/promises';
import { NeardupError, visible, visibleJson } from '../../../index.ts';
import { Keys, type NewKey } from '../../http/keys.ts';
import { SCOPES, type Scope } from '../../http/service-answers.ts';

export interface KeyFlags {
  readonly data: string;
  readonly json?: boolean;
  readonly name?: string;
  readonly scopes: string;
  readonly prefix?: string;
  readonly expires?: string;
  readonly rate?: string;
}

export async function createKey({ data, json, ...flags }: KeyFlags): Promise<void> {
  const key = await (await Keys.open(data)).create(newKey(flags));
  print(json === true ? visibleJson(key) : key.secret);
  if (json !== true) tell(`This is the only time that the key is shown. It is listed as ${key.key}.`);
  const { uid } = await stat(data);
  if (process.getuid?.() === 0 && uid !== 0)
    tell(
      `The file of the keys belongs to the owner of ${data} (user ${uid}): the service must run as this user.`,
    );
}

export async function listKeys({ data, json }: KeyFlags): Promise<void> {
  for (const key of (await Keys.open(data)).list()) {
    const { key: id, name = '', scopes, prefix = '', expires = '' } = key;
    const columns = [id, scopes.join(','), prefix, expires, name];
    print(json === true ? visibleJson(key) : columns.map(visible).join('\t'));
  }
}

export async function revokeKey(key: string, { data }: KeyFlags): Promise<void> {
  if (await (await Keys.open(data)).revoke(key)) return;
  throw new NeardupError('BAD_OPTION', `Expected a key of ${data}, got \`${key}\`.`, {
    advice: 'neardup keys list shows them.',
  });
}

function newKey({ name, scopes, prefix, expires, rate }: Omit<KeyFlags, 'data' | 'json'>): NewKey {
  const asked = scopes.split(',');
  const unknown = asked.find((scope) => !SCOPES.includes(scope as Scope));
  if (unknown !== undefined) throw bad('--scopes', `some of ${SCOPES.join(', ')}`, unknown);
  if (prefix === '') throw bad('--prefix', 'the beginning of COLLECTION/ID', prefix);
  const until = expires === undefined ? undefined : Date.parse(expires);
  if (Number.isNaN(until)) throw bad('--expires', 'a date (ISO 8601)', expires);
  const most = rate === undefined ? undefined : Number(rate);
  if (most !== undefined && !(Number.isInteger(most) && most > 0))
    throw bad('--rate', 'a number of requests a minute', rate);
  return {
    ...(name !== undefined && { name }),
    scopes: asked as Scope[],
    ...(prefix !== undefined && { prefix }),
    ...(until !== undefined && { expires: new Date(until).toISOString() }),
    ...(most !== undefined && { rate: most }),
  };
}

function bad(flag: string, expected: string, got: unknown): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected \`${flag}\` to be ${expected}, got \`${got}\`.`);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
