import { describe, expect, it } from 'vitest';
import type { WordPlaces } from '../../canonicalize/index.ts';
import type { CutUnit } from '../../repeats.ts';
import { findCuts, withoutCuts } from './cut-text.ts';

/** Words of a text: runs of letters and digits, and single characters of Chinese. */
function placesOf(text: string): WordPlaces {
  const found = [...text.matchAll(/\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{M}\p{N}'’])+/gu)];
  return {
    starts: Uint32Array.from(found, ({ index }) => index),
    ends: Uint32Array.from(found, ({ 0: word, index }) => index + word.length),
  };
}

/** Cuts the parts in brackets, which are no part of the text. */
function cut(marked: string, unit: CutUnit, leaves = false): string {
  const text = marked.replaceAll(/[⟦⟧]/g, '');
  const places = placesOf(text);
  const goes = new Uint8Array(places.starts.length);
  let [removed, open] = [0, -1];
  [...marked.matchAll(/[⟦⟧]/g)].forEach(({ 0: sign, index }) => {
    const at = index - removed++;
    if (sign === '⟦') open = at;
    else
      for (let word = 0; word < goes.length; word++)
        if (places.starts[word] >= open && places.ends[word] <= at) goes[word] = 1;
  });
  return withoutCuts(text, findCuts(text, places, goes, unit, undefined, leaves));
}

describe('cuts', () => {
  it.each([
    [
      'a sentence goes if all of its words go',
      'One is here. ⟦Two goes.⟧ Three stays.',
      'sentences',
      'One is here. Three stays.',
    ],
    [
      'a sentence stays if one of its words stays',
      'One is here. ⟦Two⟧ stays. Three stays.',
      'sentences',
      'One is here. Two stays. Three stays.',
    ],
    ['sentences that follow each other go together', 'One. ⟦Two. Three.⟧ Four.', 'sentences', 'One. Four.'],
    ['a paragraph ends where it ended', 'One. ⟦Two.⟧\n\nThree.', 'sentences', 'One.\n\nThree.'],
    ['a paragraph begins where it began', 'One.\n\n⟦Two.⟧ Three.', 'sentences', 'One.\n\nThree.'],
    ['a whole paragraph leaves one blank line', 'One.\n\n⟦Two.⟧\n\nThree.', 'sentences', 'One.\n\nThree.'],
    ['white space at the beginning goes with the first sentence', '\n ⟦One.⟧ Two.', 'sentences', 'Two.'],
    ['white space at the end goes with the last sentence', 'One. ⟦Two.⟧\n', 'sentences', 'One.'],
    ['nothing is left of a text that goes', ' ⟦One. Two.⟧\n', 'sentences', ''],
    ['a line goes if all of its words go', 'one\n⟦two 2⟧\nthree', 'lines', 'one\nthree'],
    ['a line without words goes with its neighbors', 'one\n⟦two\n----\nthree⟧\nfour', 'lines', 'one\nfour'],
    ['a paragraph stays if one of its words stays', 'one\n⟦two⟧\n\n⟦three⟧', 'paragraphs', 'one\ntwo'],
    ['single words go by themselves', 'one ⟦two⟧ three', 'words', 'one three'],
    ['two words never become one', 'one⟦中文⟧two', 'words', 'one two'],
    ['characters of Chinese need no space', '中文⟦很多⟧中文', 'words', '中文中文'],
    ['no half of a pair is left', '𠀀。⟦𠀁𠀂。⟧𠀃。', 'sentences', '𠀀。𠀃。'],
    [
      'a sentence of Chinese goes without its neighbors',
      '第一句。⟦第二句。⟧第三句。',
      'sentences',
      '第一句。第三句。',
    ],
    ['Ukrainian words with apostrophes go whole', "Перше. ⟦Сім'я їде.⟧ Третє.", 'sentences', 'Перше. Третє.'],
  ] as const)('%s', (_, marked, unit, left) => {
    expect(cut(marked, unit)).toBe(left);
  });
});

describe('borders of passages', () => {
  it.each([
    [
      'a heading stays with its text',
      '⟦Two go. Both.\n\n## Three⟧\n\nThree stays.',
      '## Three\n\nThree stays.',
    ],
    ['a line with a colon stays with its list', 'One. ⟦Two. Such as:⟧\n- three', 'One. Such as:\n- three'],
    [
      'a heading stays if text under it does',
      'One.\n\n⟦7. Names\n\n[1] Two.\n\n[2] Three.⟧\n\n[4] Four.',
      'One.\n\n7. Names\n\n[4] Four.',
    ],
    [
      'a heading goes with all of its text',
      'One.\n\n⟦7. Names\n\n[1] Two.⟧\n\n8. More\n\nFour.',
      'One.\n\n8. More\n\nFour.',
    ],
    [
      'a name stays with the text below it',
      'One. ⟦Two.\n\n  Data⟧\n\n    Three.',
      'One.\n\n  Data\n\n    Three.',
    ],
    [
      'a short sentence that a page break divides stays whole',
      'One. ⟦Two goes. Three goes. The fourth is⟧\n\n\nPage 5\n\nhere.',
      'One. The fourth is\n\n\nPage 5\n\nhere.',
    ],
    [
      'a sentence that a page break with a foot and a head divides stays whole',
      'One. ⟦Two goes. And the third of them is\n\n\nMe    [Page 5]\n\n⟧MEMO    May 1990\n\nhere. Four.',
      'One. And the third of them is\n\n\nMe    [Page 5]\n\nMEMO    May 1990\n\nhere. Four.',
    ],
    [
      'a sentence that goes on after a page break is not cut from its beginning',
      'One. And the third of them is\n\n\nMe    [Page 5]\n\nMEMO    May 1990\n\n⟦Here. Four goes.⟧ Five.',
      'One. And the third of them is\n\n\nMe    [Page 5]\n\nMEMO    May 1990\n\nHere. Five.',
    ],
    ['the heading of the last text goes with it', 'One.\n\n⟦Rights\n\nTwo.⟧\n\nPage 6', 'One.\n\nPage 6'],
    [
      'a title stays with its text',
      'One. ⟦Two.\n\nNOTICE\n\n⟧Three. Four.',
      'One.\n\nNOTICE\n\nThree. Four.',
    ],
    [
      'the name of a section stays with its text',
      'One. ⟦Two.\n\n16) Changes. ⟧Three.',
      'One.\n\n16) Changes. Three.',
    ],
    ['a lettered item stays whole', 'One.\n\n e. ⟦Two. Three.⟧ Four.', 'One.\n\n e. Two. Three. Four.'],
    ['the last line of a box goes with it', 'One.\n\n⟦+--+\n|Two|\n⟧+--+\n\nThree.', 'One.\n\nThree.'],
    [
      'of a long passage no twentieth is cut by itself',
      `One ⟦${'goes '.repeat(40)}on. Two.⟧ Three.`,
      `One ${'goes '.repeat(40)}on. Two. Three.`,
    ],
    ['a table is not cut off in its middle', 'One. ⟦Two.\nA 1\nB 2\n⟧C 3', 'One.\nA 1\nB 2\nC 3'],
    ['items of a list stand alone', '- one\n⟦- two\n- three\n⟧- four', '- one\n- four'],
    [
      'the name of an item stays with its text',
      '⟦Two.\n\n- **name**⟧\n\n  Its text.',
      '- **name**\n\n  Its text.',
    ],
    [
      'a sentence that a page break divides stays whole',
      'One. ⟦Two. And three begins here and goes on all the way to⟧\n\n\nPage 5\n\n⟦the next page.⟧ Four.',
      'One. And three begins here and goes on all the way to\n\n\nPage 5\n\nthe next page. Four.',
    ],
    ['a mark of its own goes with all words after it', '---\n⟦title: Two⟧\n\nThree.', 'Three.'],
    ['a title without an end mark goes with its text', '⟦Two\n\nThree. Four.⟧ Five.', 'Five.'],
    ['what ends with the text may have no end mark', 'One. ⟦Two and\nthree⟧', 'One.'],
    [
      'a fenced block goes as a whole or not at all',
      'One. ⟦Two.\n\n```sh\nthree\n\nfour⟧\nfive\n```\n\n⟦Six.⟧ Seven.',
      'One.\n\n```sh\nthree\n\nfour\nfive\n```\n\nSeven.',
    ],
    ['the fence goes with its block', 'One.\n\n⟦```sh\nthree⟧\n```\n\nSix.', 'One.\n\nSix.'],
    [
      'a row of a table does not go alone',
      '| a | b |\n|---|---|\n⟦| c | d |⟧\n\nOne.',
      '| a | b |\n|---|---|\n| c | d |\n\nOne.',
    ],
    [
      'a comment goes as a whole or not at all',
      'One.\n\n<!-- two\n\n⟦three -->\n\nFour.⟧ Five.',
      'One.\n\n<!-- two\n\nthree -->\n\nFive.',
    ],
    [
      'an item of a list goes as a whole or not at all',
      '- One.\n⟦- Two. Three.\n- Four.⟧ Five.',
      '- One.\n- Four. Five.',
    ],
    ['an item stays over what is below it', '⟦- One:\n  - two⟧\n  - three', '- One:\n  - three'],
    [
      'a heading inside a cut stays with what is left of its text',
      'One. ⟦Two.\n\n## Three\n\nFour.⟧ Five.',
      'One.\n\n## Three\n\nFive.',
    ],
    [
      'a heading stays over headings that stay',
      '# One\n\nTwo. ⟦Three.\n\n## Four\n\nFive.\n\n### Six\n\nSeven.⟧ Eight.',
      '# One\n\nTwo.\n\n## Four\n\n### Six\n\nEight.',
    ],
    [
      'a numbered heading stays over its sections, and an underlined one over its text',
      'Zero.\n\n⟦1.  One\n\nTwo.\n\n1.1.  Three⟧\n\nFour.\n\n⟦Five\n====\n\nSix.⟧ Seven.',
      'Zero.\n\n1.  One\n\n1.1.  Three\n\nFour.\n\nFive\n====\n\nSeven.',
    ],
    [
      'what stands at the head of a text is not divided',
      '⟦---\ntitle: one⟧\ndate: 2\n---\n\n⟦Three.⟧ Four.',
      '---\ntitle: one\ndate: 2\n---\n\nFour.',
    ],
    [
      'tags that belong together stay together',
      '⟦{{< note >}}\nOne.⟧\n\nTwo.\n⟦{{< /note >}}\n\nThree.⟧ Four.',
      '{{< note >}}\n\nTwo.\n{{< /note >}}\n\nFour.',
    ],
    [
      'a page break goes as a whole or not at all',
      'One. ⟦Two.\n\nMe    [Page 5]\n⟧\nMEMO    May 1990\n\nThree.',
      'One.\n\nMe    [Page 5]\n\nMEMO    May 1990\n\nThree.',
    ],
    [
      'code after two colons goes as a whole or not at all',
      'One::\n\n  two⟦\n\n  three\n\nFour.⟧ Five.',
      'One::\n\n  two\n\n  three\n\nFive.',
    ],
    [
      'a string in a definition goes on over blank lines',
      'a OBJECT\n  TEXT "One.\n\n    ⟦Two.\n\n    Three."\n\nFour.⟧ Five.',
      'a OBJECT\n  TEXT "One.\n\n    Two.\n\n    Three."\n\nFive.',
    ],
    [
      'words that do not go are not taken along with a page break',
      'One.\n\n⟦Two.⟧\n\nPage 6\n\n⟦Three.⟧',
      'One.\n\nPage 6',
    ],
    ['three marks without an end are no fence', 'One.\n\n```\nTwo. ⟦Three.⟧', 'One.\n\n```\nTwo.'],
  ])('%s', (_, marked, left) => {
    expect(cut(marked, 'sentences', true)).toBe(left);
  });

  it('a long text of lines without end marks takes linear time', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `row ${i}`).join('\n');
    expect(cut(`One.\n⟦${lines}⟧\nlast`, 'sentences', true)).toContain('row 19999\nlast');
  });

  it.each(['```x', '<table>', '<div>', '{{< a >}}', '# a', '- a', '"a', '[Page 1]', 'a::', ' a', 'a', '---'])(
    'very many lines of %s take linear time',
    (line) => {
      const text = Array.from(
        { length: 20_000 },
        (_, i) => `${' '.repeat(i % 50)}${line} ${i}\n${i % 3 === 0 ? '\n' : line}`,
      );
      expect(cut(`One. ⟦Two. ${text.join('\n')}⟧ three`, 'sentences', true)).toContain('three');
    },
  );
});
