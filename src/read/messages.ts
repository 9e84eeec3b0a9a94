/** Messages that several readers share. */
import { option, type Told, told, wording } from '../wording.ts';

/** @param what `a line`, `an element`. @param length Its bytes, if they are known. */
export function tooLong(what: string, length: number | undefined, max: number): Told {
  const got = length === undefined ? 'more' : String(length);
  return told(
    wording`Expected ${what} of at most ${max} bytes, got ${got}; raise the limit with ${option('maxDocument')}.`,
  );
}

export function tooMuchMemory(max: number): Told {
  const megabytes = Math.round(max / (1 << 20));
  return told(
    wording`Expected it to be read in ${megabytes} MB of memory, got more; raise the limit with ${option('documentMemory')}.`,
  );
}

export const BINARY: Told = {
  ...told(
    wording`Expected text, got binary data of an unknown format; name the format with ${option('format')} if it is text.`,
  ),
  foreign: true,
};

/** @param format `A PNG image`. */
export function foreignFormat(format: string): Told {
  return { problem: `${format} is not read by this version.`, foreign: true };
}

/** @param what `a row`, `the body of a mail`. */
export function binary(what: string): Told {
  return told(`Expected ${what} to be text, got binary data.`);
}

/** @param what `field`, `column`. @param names Of those that would do. @param got Those that exist. */
export function missingText(what: string, names: readonly string[], got: string): Told {
  return told(
    wording`Expected a ${what} ${listed(names, 'or')}, got ${got}; name the right one with ${option('textField')}.`,
  );
}

/** A field of the text is not a string. @param what `field`, `column`. */
export function noString(what: string, names: readonly string[], got: string): Told {
  return told(
    names.length === 1
      ? `Expected the ${what} ${listed(names, 'and')} to be a string, got ${got}.`
      : `Expected the ${what}s ${listed(names, 'and')} to be strings, got ${got}.`,
  );
}

/** \`a\`, \`b\` or \`c\` */
function listed(names: readonly string[], last: 'and' | 'or'): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)]
    .filter((part) => part !== '')
    .join(` ${last} `);
}

/** The beginning of unexpected text, for one line of a terminal. */
export function quote(text: string): string {
  const start = text.slice(0, 40).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\u00b7');
  return `\`${start}${text.length > 40 ? '…' : ''}\``;
}
