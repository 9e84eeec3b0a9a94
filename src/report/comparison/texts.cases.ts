/** Texts with passages in common, in English, Ukrainian and Chinese, for tests of what shows a comparison. */
import type { Comparison } from '../../comparison.ts';
import { sampleComparison } from './sample-comparison.cases.ts';

const ARTICLE = `The lighthouse at Stone Point was built in 1871 after two ships had run aground in one winter. Its lamp burned whale oil until 1904, and keepers climbed ninety-six steps every four hours to wind the clockwork. On clear nights the beam could be seen from the town, eleven miles away.

The last keeper left in 1968. A sensor now decides when it is dark enough, and nobody climbs the stairs but the painter, who comes every third summer. “The sea does not care who lights the lamp,” the last keeper wrote in his log.`;

const ESSAY = `My grandmother grew up beside a lighthouse. It was built in 1871 after two ships had run aground in one winter.

Every four hours the keepers climbed ninety-six steps to wind the clockwork. On clear nights the light could be seen from the village, eleven miles away. She told me that she could not sleep without it.

“The sea does not care who lights the lamp,” the last keeper wrote in his log. I still think of that line.`;

const GUIDE = `Walks around Stone Point. The path begins behind the church. On clear nights the beam could be seen from the town, eleven miles away. Bring good shoes and something to drink.`;

const text = { id: 'essay.txt', text: ESSAY };

/** Two texts: an identical passage, an edited one, one with synonyms, and a quotation. */
export function twoTexts(): Comparison {
  return sampleComparison(text, [{ id: 'article.html', text: ARTICLE }], PASSAGES);
}

/** The same text with two sources that share a passage; the second has the better one. */
export function threeTexts(): Comparison {
  const sources = [
    { id: 'article.html', text: ARTICLE },
    { id: 'guide.md', text: GUIDE },
  ];
  const shared = {
    source: 1,
    a: 'On clear nights the light could be seen from the village, eleven miles away.',
    b: 'On clear nights the beam could be seen from the town, eleven miles away.',
    kind: 'synonyms' as const,
    score: 0.9,
  };
  return sampleComparison(text, sources, [
    ...PASSAGES.map((passage) => ({ ...passage, best: passage.kind !== 'synonyms' })),
    shared,
  ]);
}

const PASSAGES = [
  { a: 'built in 1871 after two ships had run aground in one winter.' },
  {
    a: 'Every four hours the keepers climbed ninety-six steps to wind the clockwork.',
    b: 'keepers climbed ninety-six steps every four hours to wind the clockwork.',
    kind: 'edited' as const,
    score: 0.72,
  },
  {
    a: 'On clear nights the light could be seen from the village, eleven miles away.',
    b: 'On clear nights the beam could be seen from the town, eleven miles away.',
    kind: 'synonyms' as const,
    score: 0.86,
  },
  { a: '“The sea does not care who lights the lamp,” the last keeper wrote in his log.' },
];

export function ukrainianTexts(): Comparison {
  return sampleComparison(
    {
      id: 'твір.txt',
      lang: 'uk',
      text: 'Маяк на Кам’яному мисі збудували 1871 року. Його світло було видно з міста за одинадцять миль. Мені завжди хотілося там побувати.',
    },
    [
      {
        id: 'стаття.txt',
        lang: 'uk',
        text: 'Ясними ночами його світло видно з міста за одинадцять миль. Маяк на Кам’яному мисі збудували 1871 року.',
      },
    ],
    [
      { a: 'Маяк на Кам’яному мисі збудували 1871 року.' },
      {
        a: 'Його світло було видно з міста за одинадцять миль.',
        b: 'Ясними ночами його світло видно з міста за одинадцять миль.',
        kind: 'edited',
      },
    ],
  );
}

export function chineseTexts(): Comparison {
  return sampleComparison(
    {
      id: '作文.txt',
      lang: 'zh',
      text: '石岬的灯塔建于一八七一年。晴朗的夜晚，村里也能看见它的光。我很想去那里看看。',
    },
    [
      {
        id: '文章.txt',
        lang: 'zh',
        text: '石岬的灯塔建于一八七一年。晴朗的夜晚，城里也能望见它的光。最后一位守塔人于一九六八年离开。',
      },
    ],
    [
      { a: '石岬的灯塔建于一八七一年。' },
      { a: '晴朗的夜晚，村里也能看见它的光。', b: '晴朗的夜晚，城里也能望见它的光。', kind: 'edited' },
    ],
  );
}
