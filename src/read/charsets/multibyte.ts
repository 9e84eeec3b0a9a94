/**
 * Charsets of East Asia. The bytes themselves tell them apart: most characters of a text are in the rows of frequent characters, and
 * almost every byte has its partner, while words of other charsets have odd lengths as often as even ones.
 */

/** The most likely of these charsets, or undefined if none fits the bytes. */
export function guessMultibyte(sample: Uint8Array): string | undefined {
  let best: { charset: string; share: number } | undefined;
  for (const { charset, lead, trail, single, frequent, kana } of CHARSETS) {
    let pairs = 0;
    let good = 0;
    let bad = 0;
    let syllables = 0;
    let runs = 0;
    let end = -1;
    for (let at = 0; at < sample.length; at++) {
      const byte = sample[at];
      if (byte < 0x80) continue;
      if (single?.(byte)) {
        // half-width letters: rare in Japanese, and what most bytes of other charsets look like
        pairs++;
        continue;
      }
      const next = sample[at + 1] ?? 0xa1;
      if (!lead(byte) || !trail(next)) {
        bad++;
        continue;
      }
      pairs++;
      if (at !== end) runs++;
      at++;
      end = at + 1;
      if (frequent(byte, next)) good++;
      if (kana?.(byte, next)) syllables++;
    }
    if (pairs === 0 || bad > 1 + MAX_BAD * pairs) continue;
    if (pairs < MIN_RUN * runs) continue;
    if (kana !== undefined && syllables < MIN_KANA * pairs) continue;
    const share = good / pairs;
    // rows that both have cannot tell Korean from Chinese: the narrower range comes first
    if (share > MIN_SHARE && share > (best?.share ?? 0) + TIE) best = { charset, share };
  }
  return best?.charset;
}

const MIN_SHARE = 0.8;
const MAX_BAD = 0.02;
const MIN_KANA = 0.15;
/** Characters follow each other; letters with accents occur singly. */
const MIN_RUN = 1.5;
const TIE = 0.03;

interface Multibyte {
  readonly charset: string;
  lead(byte: number): boolean;
  trail(byte: number): boolean;
  single?(byte: number): boolean;
  /** Punctuation, syllables and the frequent half of the characters. */
  frequent(lead: number, trail: number): boolean;
  kana?(lead: number, trail: number): boolean;
}

const isHigh = (byte: number) => byte >= 0xa1 && byte <= 0xfe;

const CHARSETS: readonly Multibyte[] = [
  {
    charset: 'euc-jp',
    lead: (byte) => isHigh(byte) || byte === 0x8e,
    trail: isHigh,
    frequent: (lead) => lead === 0xa1 || lead === 0xa4 || lead === 0xa5 || (lead >= 0xb0 && lead <= 0xcf),
    kana: (lead) => lead === 0xa4 || lead === 0xa5,
  },
  {
    charset: 'shift_jis',
    lead: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
    trail: (byte) => byte >= 0x40 && byte !== 0x7f && byte <= 0xfc,
    single: (byte) => byte >= 0xa1 && byte <= 0xdf,
    frequent: (lead) => lead >= 0x81 && lead <= 0x97,
    kana: (lead, trail) => (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96),
  },
  {
    charset: 'euc-kr',
    lead: (byte) => byte >= 0x81 && byte <= 0xfe,
    trail: (byte) => byte >= 0x41 && byte <= 0xfe,
    frequent: (lead, trail) => (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) || lead === 0xa1,
  },
  {
    charset: 'gb18030',
    lead: (byte) => byte >= 0x81 && byte <= 0xfe,
    // digits are the second byte of four
    trail: (byte) => byte >= 0x30 && byte !== 0x7f && byte <= 0xfe,
    frequent: (lead, trail) =>
      trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3),
  },
  {
    charset: 'big5',
    lead: (byte) => byte >= 0x81 && byte <= 0xfe,
    trail: (byte) => (byte >= 0x40 && byte <= 0x7e) || isHigh(byte),
    frequent: (lead) => lead >= 0xa1 && lead <= 0xc6,
  },
];
