/** Lines of JSON that end with a checksum (`sum`) of all that is before it: a line that was changed or cut off is noticed. */
import { createHash } from 'node:crypto';

const LINE = /^(\{.*),"sum":"([0-9a-f]{32})"\}$/s;

/** @param entry Has at least one field. @returns The line without its end, and its checksum. */
export function sealLine(entry: object): { readonly line: string; readonly sum: string } {
  const body = JSON.stringify(entry).slice(0, -1);
  const sum = sumOf(Buffer.from(body));
  return { line: `${body},"sum":"${sum}"}`, sum };
}

/** The entry of a line and its checksum; undefined if the line was changed. @param line The bytes of a line, each as a character. */
export function openLine(line: string): { readonly entry: object; readonly sum: string } | undefined {
  const [, body, sum] = LINE.exec(line) ?? [];
  if (body === undefined || sumOf(Buffer.from(body, 'latin1')) !== sum) return undefined;
  return { entry: JSON.parse(`${Buffer.from(body, 'latin1')}}`), sum };
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
