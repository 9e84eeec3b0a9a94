/** Text as the inside of a JSON string, as `JSON.stringify` writes it. */
import type { Twin } from '../kernels.ts';

const encoder = new TextEncoder();
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PLAIN = 0x20;

/** The escapes of bytes that a JSON string cannot have. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) => {
  const isPlain = byte >= FIRST_PLAIN && byte !== QUOTE && byte !== BACKSLASH;
  return isPlain ? undefined : encoder.encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
});

export const escapeJson: Twin<'escapeJson'> = ({ u8 }, text, length, out) => {
  let to = out;
  for (let at = text; at < text + length; at++) {
    const escaped = ESCAPES[u8[at]];
    if (escaped === undefined) u8[to++] = u8[at];
    else for (const byte of escaped) u8[to++] = byte;
  }
  return to - out;
};
