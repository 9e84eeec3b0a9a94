import { expect, it } from 'vitest';
import { explainError } from './explain-error.ts';

it('an error without a message of its own is named by what it is', () => {
  class SocketTimeoutError extends Error {}
  const refused = new Error('connect ECONNREFUSED ::1:6379');
  const both = new AggregateError([refused, new Error('connect ECONNREFUSED 127.0.0.1:6379')]);
  const message = (error: unknown) => explainError(error, ['redis:6379']).message;
  expect(message(new SocketTimeoutError())).toBe('Redis (redis:6379) cannot be reached: SocketTimeoutError.');
  expect(message(both)).toBe(
    'Redis (redis:6379) cannot be reached: connect ECONNREFUSED ::1:6379; connect ECONNREFUSED 127.0.0.1:6379.',
  );
});

it('a right that a function lacks is told of as one that a command lacks', () => {
  const said =
    "ERR ACL failure in script: User neardup has no permissions to run the 'del' command: can't run this command";
  expect(explainError(new Error(said), ['redis:6379']).advice).toContain('docs/redis.md');
});
