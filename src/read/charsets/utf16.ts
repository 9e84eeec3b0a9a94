/**
 * UTF-16 and UTF-32 without a byte order mark. In alphabetic scripts every second byte is below 7 (Latin 0, Cyrillic 4, Arabic 6
 * …), which is true of no other text; Chinese has zero bytes in its spaces, digits and line ends, and makes sense in
 * one byte order only. UTF-32 has two zero bytes in each character.
 */
import { decodeCharset } from './decode-charset.ts';

/** The Unicode charset of wide units that the bytes are in, if they are in one. */
export function guessUnicode(
  bytes: Uint8Array,
): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const charset = guessUtf32(bytes) ?? guessUtf16(bytes);
  return charset !== undefined && isText(bytes, charset) ? charset : undefined;
}

/** Tables of small numbers look alike, but their numbers are also those of controls and of no characters. */
function isText(bytes: Uint8Array, charset: string): boolean {
  const text = decodeCharset(charset, bytes.subarray(0, Math.min(bytes.length & ~3, SAMPLE)));
  const strange = text.match(/[\p{Cn}\p{Co}\p{Cs}\0-\x08\x0e-\x1f\x7f-\x9f]/gu)?.length ?? 0;
  return strange <= MAX_STRANGE * text.length;
}

const MAX_STRANGE = 0.02;

/** No character is beyond U+10FFFF, and almost all are below U+10000. */
function guessUtf32(bytes: Uint8Array): 'utf-32le' | 'utf-32be' | undefined {
  const units = Math.min(bytes.length, SAMPLE) >> 2;
  if (units < 2) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < 4 * units; at++) if (bytes[at] === 0) zeros[at & 3]++;
  if (zeros[3] === units && zeros[2] > 0.9 * units && zeros[0] < 0.1 * units) return 'utf-32le';
  if (zeros[0] === units && zeros[1] > 0.9 * units && zeros[3] < 0.1 * units) return 'utf-32be';
  return undefined;
}

function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length & ~1, SAMPLE));
  const units = sample.length / 2;
  const low = [0, 0];
  let zeros = 0;
  let beyondAscii = 0;
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] < 7) low[at & 1]++;
    if (sample[at] === 0) zeros++;
    if (sample[at] > 0x7f) beyondAscii++;
  }
  if (units < 2) return undefined;
  if (low[1] > 0.7 * units && low[0] < 0.1 * units) return 'utf-16le';
  if (low[0] > 0.7 * units && low[1] < 0.1 * units) return 'utf-16be';
  // ASCII with zero bytes in it would pass for Chinese, two letters to a character
  if (zeros === 0 || beyondAscii < 0.1 * sample.length) return undefined;
  return mostlyChinese(sample, 'utf-16le') ?? mostlyChinese(sample, 'utf-16be');
}

const SAMPLE = 4096;

function mostlyChinese<C extends string>(sample: Uint8Array, charset: C): C | undefined {
  const text = new TextDecoder(charset).decode(sample);
  const usual = text.match(/[\u4e00-\u9fff\u3000-\u30ff\uff00-\uffef\n\r\t -~]/g)?.length ?? 0;
  return usual > 0.95 * text.length ? charset : undefined;
}
