/**
 * Which of many bags of keywords does a text have? Keywords are looked up by the words of the text, so ten thousand bags cost little more
 * than one. A keyword of several words, or of several characters of Chinese, is a phrase: its words stand in a row.
 */

/** A bag, its keywords in canonical form, and how many of them a text must have. */
export interface KeywordBag {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly least: number;
}

export class KeywordTable {
  /** The bags that have a keyword, each with the keyword's number in the bag. */
  private readonly owners = new Map<string, [bag: number, keyword: number][]>();
  /** By the first word of phrases: how many words they have. */
  private readonly lengths = new Map<string, Set<number>>();

  constructor(private readonly bags: readonly KeywordBag[]) {
    for (const [b, { keywords }] of bags.entries()) {
      for (const [k, keyword] of keywords.entries()) {
        const owners = this.owners.get(keyword) ?? [];
        this.owners.set(keyword, owners);
        owners.push([b, k]);
        const words = keyword.split(' ');
        const lengths = this.lengths.get(words[0]) ?? new Set();
        this.lengths.set(words[0], lengths.add(words.length));
      }
    }
  }

  /** By bag: the numbers of the keywords that a canonical text has, if they are enough. */
  find(text: string): Map<string, number[]> {
    const words = text.split(' ');
    const met = new Set<string>();
    for (let at = 0; at < words.length; at++) {
      const lengths = this.lengths.get(words[at]);
      if (lengths === undefined) continue;
      for (const length of lengths) {
        const phrase = length === 1 ? words[at] : words.slice(at, at + length).join(' ');
        if (this.owners.has(phrase)) met.add(phrase);
      }
    }
    const byBag = new Map<number, number[]>();
    for (const phrase of met) {
      for (const [bag, keyword] of this.owners.get(phrase)!) {
        const found = byBag.get(bag);
        if (found === undefined) byBag.set(bag, [keyword]);
        else found.push(keyword);
      }
    }
    const enough = new Map<string, number[]>();
    for (const [bag, keywords] of byBag) {
      const { name, least } = this.bags[bag];
      if (keywords.length >= least)
        enough.set(
          name,
          keywords.sort((x, y) => x - y),
        );
    }
    return enough;
  }
}
