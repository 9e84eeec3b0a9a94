/**
 * The kernels for a memory that is not shared. No kernel waits for another thread or uses atomic instructions, so the two builds differ
 * in one byte: the limits of the imported memory say that it is shared. A test compares the result with such a build.
 */

/** `env`, `memory`, and the kind of import: a memory. */
const IMPORT = Uint8Array.of(3, ...ascii('env'), 6, ...ascii('memory'), 2);
/** Flags of the limits: a maximum, and shared. */
const MAXIMUM = 1;
const SHARED = 2;

export function unshared(kernels: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(kernels);
  const found = copy.findIndex((_, at) => IMPORT.every((byte, i) => copy[at + i] === byte));
  const flags = found + IMPORT.length;
  if (found === -1 || copy[flags] !== (MAXIMUM | SHARED))
    throw new Error('kernels: expected the import of a shared memory');
  copy[flags] = MAXIMUM;
  return copy;
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
