/**
 * Dates as fields have them: ISO 8601 (`2024-05-31`, `2024-05-31T10:00:00+02:00`), RFC 2822 (`Fri, 31 May 2024 10:00:00 +0200`, also in the
 * order of `ctime`) and seconds or milliseconds since 1970. A time without a zone is UTC, so that a run is the same on every machine.
 */

/** Characters of a date with its comments. Looking for comments takes quadratic time. */
const LONGEST = 200;

/** Milliseconds since 1970 of a date that is written out, or undefined. */
export function parseDate(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  return isoDate(text) ?? mailDate(text);
}

/** Milliseconds since 1970, if a number can be seconds (1973 to 5138) or milliseconds (1973 on) since then. */
export function epochDate(value: number): number | undefined {
  if (value >= 1e8 && value < 1e11) return value * 1000;
  return value >= 1e11 && value < 1e14 ? value : undefined;
}

/** True for text that a person takes for a date, in an order of day and month that only the writer knows. */
export function looksLikeDate(text: string): boolean {
  if (text.length > 60 || !/\d/.test(text)) return false;
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(text)) return true;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isMonth = (word: string) => MONTHS.includes(word.slice(0, 3));
  return words.some(isMonth) && words.every((word) => isMonth(word) || DATE_WORD.test(word));
}

const DATE_WORD = /^(mon|tue|wed|thu|fri|sat|sun|st$|nd$|rd$|th$|am$|pm$|at$|of$|[a-z]{1,4}t$|utc$|z$)/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours from UTC of the zones that RFC 2822 names. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
};

const ISO_DAY = String.raw`(\d{4})(?:-(\d{2})(?:-(\d{2}))?|(\d{2})(\d{2}))?`;
const ISO_TIME = String.raw`(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?`;
const ISO = new RegExp(`^${ISO_DAY}(?:(?:T|\\s)${ISO_TIME})?$`, 'i');

function isoDate(text: string): number | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, basicMonth, basicDay, hour, minute, second, fraction, zone] = found;
  const days = dayOf(Number(year), Number(month ?? basicMonth ?? 1), Number(day ?? basicDay ?? 1));
  const time = timeOf(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0));
  const offset = offsetOf(zone);
  if (days === undefined || time === undefined || offset === undefined) return undefined;
  return days + time + Number(`0.${fraction ?? 0}`) * 1000 - offset;
}

const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?`;
const WEEKDAY = String.raw`(?:[a-z]{3,9}\.?,?\s+)?`;
const DAY_FIRST = new RegExp(
  `^${WEEKDAY}(\\d{1,2})[\\s-]+([a-z]{3,9})\\.?[\\s-]+(\\d{4}|\\d{2})(?:\\s+${CLOCK}\\s*([+-]\\d{4}|[a-z]{1,4})?)?$`,
  'i',
);
const CTIME = new RegExp(
  `^${WEEKDAY}([a-z]{3,9})\\s+(\\d{1,2})\\s+${CLOCK}\\s+(?:([a-z]{1,4})\\s+)?(\\d{4})$`,
  'i',
);

function mailDate(text: string): number | undefined {
  // comments, as in `+0200 (CEST)`
  const plain = text.replaceAll(/\s*\([^()]*\)/g, '').trim();
  const dayFirst = DAY_FIRST.exec(plain);
  if (dayFirst !== null) {
    const [, day, month, year, ...clock] = dayFirst;
    return fromParts(year, month, day, clock);
  }
  const ctime = CTIME.exec(plain);
  if (ctime === null) return undefined;
  const [, month, day, hour, minute, second, zone, year] = ctime;
  return fromParts(year, month, day, [hour, minute, second, zone]);
}

function fromParts(
  year: string,
  month: string,
  day: string,
  [hour = '0', minute = '0', second = '0', zone]: readonly (string | undefined)[],
): number | undefined {
  const monthNumber = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const days = dayOf(fullYear(year), monthNumber, Number(day));
  const time = timeOf(Number(hour), Number(minute), Number(second));
  const offset = offsetOf(zone);
  return days === undefined || time === undefined || offset === undefined ? undefined : days + time - offset;
}

/** Two digits are a year from 1950 to 2049, as RFC 2822 says. */
function fullYear(year: string): number {
  const number = Number(year);
  if (year.length > 2) return number;
  return number < 50 ? 2000 + number : 1900 + number;
}

/** Midnight of a day, or undefined if there is no such day. */
function dayOf(year: number, month: number, day: number): number | undefined {
  // not Date.UTC(year, …), which takes the year 50 for 1950
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Milliseconds since midnight. 24:00 and leap seconds are there. */
function timeOf(hour: number, minute: number, second: number): number | undefined {
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined)
    return (sign === '-' ? -60_000 : 60_000) * (60 * Number(hours) + Number(minutes ?? 0));
  const named = ZONES[zone.toLowerCase()];
  return named === undefined ? undefined : named * 3_600_000;
}
