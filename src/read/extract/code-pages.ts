/** Code pages of Windows and charsets of fonts, as names that TextDecoder knows. */

/** @param page 1251, 936 …; unknown ones are read as Western European. */
export function codePage(page: number): string {
  return CODE_PAGES.get(page) ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252');
}

/** The charset of `\fcharset`; undefined if it has none (default and symbol). */
export function charsetOfFont(charset: number): string | undefined {
  return FONT_CHARSETS.get(charset);
}

const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [10_007, 'x-mac-cyrillic'],
  [20_866, 'koi8-r'],
  [21_866, 'koi8-u'],
  [28_595, 'iso-8859-5'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
]);

const FONT_CHARSETS: ReadonlyMap<number, string> = new Map([
  [0, 'windows-1252'],
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [134, 'gbk'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
]);

/** The code page of a Windows language id, for formats that have nothing else. */
export function codePageOfLanguage(language: number): string {
  return codePage(LANGUAGE_PAGES.get(language & 0x3ff) ?? 1252);
}

const LANGUAGE_PAGES: ReadonlyMap<number, number> = new Map([
  [0x02, 1251],
  [0x04, 936],
  [0x05, 1250],
  [0x08, 1253],
  [0x0d, 1255],
  [0x0e, 1250],
  [0x11, 932],
  [0x12, 949],
  [0x15, 1250],
  [0x18, 1250],
  [0x19, 1251],
  [0x1b, 1250],
  [0x1f, 1254],
  [0x22, 1251],
  [0x23, 1251],
]);
