// Synonyms for planted passages: what stands for a word, and thesauri for languages that have no built-in one.

/** The first synonym of every word that has one. */
export function synonymOf(thesauri, lang) {
  const known = new Map();
  for (const thesaurus of thesauri) {
    for (const { words } of thesaurus.groups()) {
      words.forEach((word, i) => {
        if (!known.has(word)) known.set(word, words[(i + 1) % words.length]);
      });
    }
  }
  return (piece) => (lang === 'zh' ? known.get(piece) : known.get(piece.toLowerCase()));
}

/** A user's thesaurus for Chinese, as one would write it; for this measurement of characters. */
export const ZH_THESAURUS = {
  name: 'test (zh)',
  *groups() {
    for (const pair of '或及 可能 需须 并且 其该 使令 从自 将把 在于 若如 但却 此这 每各 被受 已曾'.split(
      ' ',
    ))
      yield { words: [...pair] };
  },
};

/** Pairs of words that mean the same by agreement, for a language without a thesaurus: neighbors of the list. */
export function pairedThesaurus(lang, vocabulary) {
  return {
    name: `test (${lang})`,
    *groups() {
      const words = [...new Set(vocabulary.map((word) => word.toLowerCase()))].filter(
        ({ length }) => length > 3,
      );
      for (let i = 0; i + 1 < words.length; i += 2) yield { words: words.slice(i, i + 2) };
    },
  };
}
