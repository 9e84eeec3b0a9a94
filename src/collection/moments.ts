/** Moments as they are stored: seconds since 1970, as numbers of 32 bits. */
import { badOption } from '../errors.ts';

/** In February 2106. */
export const LAST_MOMENT = 2 ** 32 - 1;

/** Seconds of the units in which times are given. */
export const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A clock that gives seconds, whatever moment the one of the machine is set to. @param clock Gives milliseconds. */
export function secondsOf(clock: () => number): () => number {
  return () => Math.min(Math.max(0, Math.floor(clock() / 1000)), LAST_MOMENT);
}

/**
 * A moment: a date (ISO 8601), a number of seconds since 1970, or a time from now (`30d`).
 * @param direction 1 for a time in the future, -1 for one in the past.
 */
export function momentOf(name: string, value: unknown, now: number, direction: 1 | -1): number {
  const moment = secondsIn(value, now, direction);
  if (moment === undefined)
    throw badOption(name, 'a date (ISO 8601) or a time such as `90m`, `12h` or `30d`', value);
  if (moment > LAST_MOMENT)
    throw badOption(name, 'a moment before February 2106', value, 'Leave it out if there is no end.');
  return Math.max(0, moment);
}

function secondsIn(value: unknown, now: number, direction: 1 | -1): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  if (unit !== undefined) return now + direction * Number(amount) * SECONDS[unit];
  const date = /^\d{4}-\d\d/.test(value) ? Date.parse(value) / 1000 : Number.NaN;
  return date >= 0 ? Math.ceil(date) : undefined;
}
