/**
 * UTF-16 without a byte order mark. In alphabetic scripts every second byte is below 7 (Latin 0, Cyrillic 4, Arabic 6
 * …), which no other text comes near; Chinese is known by the zero bytes of its spaces, digits and line ends.
 */

export function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length & ~1, SAMPLE);
  if (length < 4) return undefined;
  const low = [0, 0];
  const zero = [0, 0];
  for (let at = 0; at < length; at++) {
    if (bytes[at] < 7) low[at & 1]++;
    if (bytes[at] === 0) zero[at & 1]++;
  }
  for (const [high, charset] of [
    [1, 'utf-16le'],
    [0, 'utf-16be'],
  ] as const) {
    const other = 1 - high;
    const units = length / 2;
    if (low[high] > 0.7 * units && low[other] < 0.1 * units) return charset;
    if (zero[high] > 0 && zero[other] === 0 && mostlyChinese(bytes.subarray(0, length), charset))
      return charset;
  }
  return undefined;
}

const SAMPLE = 4096;

function mostlyChinese(bytes: Uint8Array, charset: string): boolean {
  const text = new TextDecoder(charset).decode(bytes);
  const usual = text.match(/[\u4e00-\u9fff\u3000-\u30ff\uff00-\uffef\n\r\t -~]/g)?.length ?? 0;
  return usual > 0.95 * text.length;
}
