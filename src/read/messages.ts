/** Messages that several readers share. */

/** @param what `a line`, `an element`. @param length Its bytes, if they are known. */
export function tooLong(what: string, length: number | undefined, max: number): string {
  const got = length === undefined ? 'more' : String(length);
  return `Expected ${what} of at most ${max} bytes, got ${got}; raise the limit with --max-document.`;
}

export function tooMuchMemory(max: number): string {
  const megabytes = Math.round(max / (1 << 20));
  return `Expected it to be read in ${megabytes} MB of memory, got more; raise the limit with --document-memory.`;
}

/** The beginning of something unexpected, fit for one line of a terminal. */
export function quote(text: string): string {
  const start = text.slice(0, 40).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\u00b7');
  return `\`${start}${text.length > 40 ? '…' : ''}\``;
}
