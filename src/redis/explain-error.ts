/** Explains errors between neardup and Redis in words that name the cause. */
import { NeardupError } from '../errors.ts';
import { isReply } from './connection.ts';

/** Answers of Redis that pass: the cluster is changing, a server is starting, a replica has just become a master. */
const PASSING = [
  'MOVED',
  'ASK',
  'TRYAGAIN',
  'CLUSTERDOWN',
  'LOADING',
  'MASTERDOWN',
  'READONLY',
  'BUSY',
  'NOREPLICAS',
];

/** Whether the command should be tried again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NeardupError) return false;
  return !isReply(error) || PASSING.includes(codeOf(error));
}

export function explainError(error: unknown, addresses: readonly string[]): NeardupError {
  if (error instanceof NeardupError) return error;
  const message = messageOf(error);
  const where = `Redis (${addresses.join(', ')})`;
  if (!isReply(error)) {
    return new NeardupError('REDIS_FAILED', `${where} cannot be reached: ${message}.`, { cause: error });
  }
  const code = codeOf(error);
  if (code === 'OOM') {
    return new NeardupError('REDIS_FULL', `${where} is full: its maxmemory is reached.`, { cause: error });
  }
  const advice = ADVICE[code];
  return new NeardupError('REDIS_FAILED', `${where} answers: ${message}.`, {
    cause: error,
    ...(advice !== undefined && { advice }),
  });
}

const ADVICE: Readonly<Record<string, string>> = {
  CLUSTERDOWN: 'A part of the cluster has no master. Start the server again, or let a replica take over.',
  READONLY: 'It is a replica. Give the address of the master.',
  NOREPLICAS: 'Too few replicas are connected for min-replicas-to-write.',
  NOAUTH: 'Put the password into the address: redis://user:password@host:6379',
  WRONGPASS: 'Correct the user or the password in the address.',
  NOPERM: 'The user needs the rights that docs/redis.md lists.',
  MISCONF: 'Redis cannot save its data. Free some space on its disk.',
};

/** Redis words a missing right of a library function differently from that of a command. */
function codeOf(error: Error): string {
  return /can't run this command|can't access|No permissions/i.test(error.message)
    ? 'NOPERM'
    : error.message.split(' ', 1)[0];
}

/** Errors of the network may have no message of their own: one for every address that was tried, or a name only. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message !== '' ? error.message : error.constructor.name;
}
