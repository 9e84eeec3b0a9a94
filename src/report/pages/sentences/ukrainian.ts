/** Ukrainian. Values are text, never markup: who puts them into markup escapes them. */
import { formatNumber as englishNumber, percent as englishPercent } from '../../numbers.ts';
import { dayOf, type Sentences } from './english.ts';

const number = (value: number) => englishNumber(value).replaceAll(',', '\u00a0');
const percent = (share: number) => englishPercent(share).replace('.', ',').replace('%', '\u00a0%');

/** One, few or many: 1, 21 слово; 2, 34 слова; 5, 11, 112 слів. */
export function plural(value: number, one: string, few: string, many: string): string {
  const tens = value % 100;
  const ones = value % 10;
  const form = tens > 10 && tens < 20 ? many : ones === 1 ? one : ones > 1 && ones < 5 ? few : many;
  return `${number(value)} ${form}`;
}

/** After a preposition such as «із»: із 1, 21 слова; із 2, 5, 11, 34 слів. */
function genitive(value: number, one: string, many: string): string {
  return plural(value, one, many, many);
}

const words = (value: number) => plural(value, 'слово', 'слова', 'слів');
const sources = (value: number) => plural(value, 'джерело', 'джерела', 'джерел');
const ofWords = (value: number) => genitive(value, 'слова', 'слів');
const passages = (value: number) => plural(value, 'уривок', 'уривки', 'уривків');

export const UKRAINIAN: Sentences = {
  lang: 'uk',
  number,
  percent,
  words,
  sources,
  passages,
  documents: (value) => plural(value, 'документ', 'документи', 'документів'),

  comparison: 'порівняння neardup',
  comparedWith: 'порівняно з',
  howMuch: 'Скільки збігається',
  theTexts: 'Тексти',
  noScript: 'Тексти та уривки показує скрипт, якого цей браузер не виконує.',
  passagesTitle: 'Уривки',
  previousPassage: 'Попередній уривок',
  nextPassage: 'Наступний уривок',
  sideShown: 'Який бік показано',
  text: 'Текст',
  source: 'Джерело',
  textA: 'Текст А',
  textB: 'Текст Б',
  all: 'Усі',
  whatNumbersMean: 'Що означають числа',
  meaning: (several) =>
    `Відсоток – це частка слів тексту в уривках, які є також ${several ? 'у джерелі' : 'в іншому тексті'}.${several ? ' Слово, яке є в кількох джерелах, рахується один раз, за найкращим уривком.' : ''}`,
  kindMeanings: {
    identical: 'ті самі слова в тому самому порядку; відрізнятися можуть лише регістр, розділові знаки тощо.',
    edited: 'більшість слів ті самі, деякі змінено, додано або пропущено.',
    synonyms: 'змінені слова мають те саме значення.',
  },
  peopleDecide:
    'Сторінка показує, що збігається. Вона не каже, хто в кого взяв і чи це погано: вирішують люди.',
  excludedMeaning: 'Сірий текст не рахується: його слова не є ні спільними, ні написаними.',
  shortened: (value) =>
    `${plural(value, 'текст', 'тексти', 'текстів')} показано частинами, щоб сторінка була швидкою: кожен уривок із текстом навколо. Числа стосуються цілих текстів.`,
  settings: (right, similar, least) =>
    `Два речення схожі, якщо мають понад ${percent(right)} спільних слів у тому самому порядку, або понад ${percent(similar)}, якщо решта – синоніми; уривки, у яких менше ніж ${words(least)}, пропускаються, якщо поруч немає довших. Уривок із кількох речень загалом може бути схожим менше: додане між ними й слова, замінені синонімами, не збігаються.`,
  synonymsFrom: (names) => `Синоніми: ${names.join(', ') || 'немає'}.`,
  engine: (name) => `Рушій: ${name}.`,

  kinds: { identical: 'Дослівно', edited: 'Змінено', synonyms: 'Синоніми' },
  kindNotes: { identical: 'слово в слово', edited: 'деякі слова змінено', synonyms: 'слова замінено' },
  kindsThatCount: 'Види уривків, що рахуються',
  kindShares: (identical, edited, synonyms) =>
    `Дослівно ${identical}, змінено ${edited}, синоніми ${synonyms} тексту`,
  withoutFilters: (share) => `${share} без фільтрів`,
  ofWords: (value) => `із ${ofWords(value)} тексту`,
  inSource: 'є в уривках, які має також',
  too: ', дослівно або зі змінами:',
  ofIts: (value) => `від його ${ofWords(value)}.`,
  inNoSource: 'є в іншому тексті: джерел не знайдено.',
  inSources: (value) =>
    `є принаймні в одному з ${genitive(value, 'джерела', 'джерел')}; кожне слово рахується один раз.`,
  mixedWords: (value) => `${plural(value, 'слово має', 'слова мають', 'слів мають')} літери іншого письма`,
  invisibleInside: (value) =>
    `${plural(value, 'невидимий знак', 'невидимі знаки', 'невидимих знаків')} усередині слів`,
  orMore: 'або більше',
  whereInText: 'Де в тексті',
  wherePassages: 'Де в тексті уривки',
  beginning: 'Початок',
  end: 'Кінець',
  sentenceBySentence: 'Речення за реченням',
  mapLabel: (several) =>
    `Карта схожих речень: рядок для кожного речення ${several ? 'тексту, стовпець для кожного речення джерела, показаного нижче' : 'тексту А, стовпець для кожного речення тексту Б'}`,
  mapHint: 'Діагональ – речення, узяті в тому самому порядку. Натисніть клітинку, щоб їх побачити.',
  mapPlace: (inText, inSource, several) =>
    `Речення ${number(inText)} ${several ? 'тексту' : 'тексту А'}, речення ${number(inSource)} ${several ? 'джерела' : 'тексту Б'}`,

  charts: 'Графіки та фільтри',
  filters: 'Фільтри',
  atLeast: ['Уривки, у яких слів не менше ніж', ''],
  noQuotations: 'Без цитат',
  noneFound: '(не знайдено)',
  noneCounts: '(жодна не рахується)',
  colorsBy: 'Кольори за',
  bySource: 'джерелом',
  byKind: 'видом',
  resetFilters: 'Скинути фільтри',
  sourcesTitle: 'Джерела',
  counts: 'Рахувати',
  countPassagesOf: (name) => `Рахувати уривки з ${name}`,
  of: 'Від',
  ofTheSource: 'Від джерела',
  ofWordsOnly: (value) => `від ${ofWords(value)}`,
  allSources: 'Усі джерела',
  allSourcesNote:
    'показують кожен уривок для найкращого джерела; натисніть джерело, щоб бачити лише його уривки.',

  noPassageCounts: 'З цими фільтрами не рахується жоден уривок.',
  choosePassage: 'Виберіть позначений уривок, щоб побачити його пару.',
  place: (at, of) => `${number(at)} з ${number(of)}`,
  wordsFor: (a, b) => (a === b ? words(a) : `${words(a)} замість ${number(b)}`),
  pieces: (value, isMoved) =>
    `${plural(value, 'дослівна частина', 'дослівні частини', 'дослівних частин')}${isMoved ? ' в іншому порядку' : ''}`,
  alike: (share) => `схожість ${percent(share)}`,
  passageNumber: (value) => (value === undefined ? 'Уривок' : `Уривок ${number(value)}`),
  leftOutHere: (value) => `тут пропущено ${words(value)}`,

  classReport: 'звіт neardup про клас',
  classTitle: (value) => `Порівняно ${plural(value, 'документ', 'документи', 'документів')}`,
  wholePercent: (share) => englishPercent(share, 0).replace('%', '\u00a0%'),
  pairRank: '№',
  pairFirst: 'Документ',
  pairSecond: 'Має спільні уривки з',
  pairShare: 'Частка кожного документа',
  rankedPairs: 'Пари, спершу ті, що мають найбільше спільного',
  morePairs: (value) => `Ще ${number(value)}`,
  moreClusters: (value) => `Ще ${plural(value, 'кластер', 'кластери', 'кластерів')} не показано.`,
  comparePair: (a, b) => `Порівняти ${a} з ${b}`,
  inLibrary: 'бібліотека',
  matrix: 'Матриця',
  matrixCaption: 'Скільки документа ліворуч є в документі вгорі',
  matrixLeft: (value) =>
    `${plural(value, 'документ', 'документи', 'документів')} з меншою часткою не показано в матриці. Підвищте найменшу частку, щоб побачити інші.`,
  documentTitle: 'Документ',
  documentsTitle: 'Документи',
  shareIsIn: (share, a, b) => `${share} від ${a} є в ${b}`,
  graph: 'Граф документів зі спільними уривками',
  graphHint:
    'Лінія – пара зі спільними уривками: що товща, то більше спільного. Натисніть лінію, щоб порівняти.',
  graphLeft: (value) =>
    `${plural(value, 'документ', 'документи', 'документів')} з меншою часткою не намальовано.`,
  classViews: { pairs: 'Пари', clusters: 'Кластери', graph: 'Граф', matrix: 'Матриця' },
  viewOfPairs: 'Як показано пари',
  leastShare: 'Частка не менше ніж',
  findName: 'Знайти назву',
  pairsTitle: 'Пари',
  largestShare: 'Найбільша частка',
  highestShares: 'Документи за найбільшою часткою',
  standOut: 'Виділяються:',
  hideNames: 'Приховати назви',
  hiddenName: (value) => `Документ ${number(value)}`,
  noPairs: 'Немає документів зі спільними уривками.',
  noPairsLeft: 'Немає пари з такою назвою і такою часткою.',
  notCompared: (value) =>
    `${plural(value, 'пару', 'пари', 'пар')} пропущено: обидва тексти мають більше спільних слів з іншими.`,
  comparePairs: 'Порівняти і їх',
  commonLeftOut: 'Текст, спільний майже для всіх документів, не рахується.',
  commonCounts: 'Текст, спільний майже для всіх документів, рахується.',
  sharedCounts:
    'Цей текст є в більшості документів, але не майже в усіх. Він рахується, бо його могли взяти одне в одного.',
  countIt: 'Рахувати його',
  leaveOut: 'Не рахувати його',
  commonText: (value, all, length) =>
    `У ${number(value)} з ${genitive(all, 'документа', 'документів')}: ${words(length)}`,
  ignored: (names) => `Не враховано: ${names.join(', ')}.`,
  comparedOn: (date) => `Порівняно ${dayOf(date, 'uk')}`,
  leastListed: (share) => `Показано лише пари з часткою не менше ніж ${percent(share)}.`,
  clusterTitle: (value) => `Кластер ${number(value)}`,
  clusterExtent: (value, share) =>
    `${plural(value, 'документ', 'документи', 'документів')}, спільного до ${percent(share)}`,
  back: 'Назад до пар',
  nextPair: 'Наступна пара',
  previousPair: 'Попередня пара',
  textsLeftOut: (value) =>
    `${plural(value, 'пару', 'пари', 'пар')} подано без текстів, щоб сторінка була швидкою: ті, що мають найменше спільного.`,
  verdict: 'Висновок',
  note: 'Нотатка',
  verdicts: { certain: 'підтверджено', suspicious: 'підозріло', innocent: 'без зауважень' },
  noVerdict: 'не переглянуто',
  verdictOf: (a, b) => `Висновок про ${a} і ${b}`,
  noteOn: (a, b) => `Нотатка про ${a} і ${b}`,

  reasons: [
    [/^It is empty/, 'файл порожній.'],
    [/binary data|EBCDIC/, 'це не документ, який можна прочитати: можливо, зображення, відео або програма.'],
    [/password/, 'документ захищено паролем. Збережіть його без пароля.'],
    [/There is no text in it/, 'у ньому лише зображення. Якщо його скановано, спершу розпізнайте текст.'],
    [/truncated or damaged|damaged data/, 'файл пошкоджено, або є лише його частина.'],
    [/at most [\d,]+ bytes/, 'файл завеликий.'],
    [/read within .* seconds/, 'читання тривало задовго.'],
    [/MB of memory/, 'для читання потрібно забагато пам’яті.'],
    [/an archive in an archive/, 'це архів усередині архівів. Спершу розпакуйте його.'],
  ],
  copiesFound: (copies, groups) =>
    `${plural(copies, 'копія', 'копії', 'копій')} у ${plural(groups, 'групі', 'групах', 'групах')}`,
  filesNotRead: (value) => `Не вдалося прочитати ${plural(value, 'файл', 'файли', 'файлів')}`,
  unseenTitle: 'Літери, яких ніхто не бачить',
  unseenText: (value, text) => `${UKRAINIAN.words(value)}: приховані, білі або крихітні літери: «${text}»`,
  excludeTitle: 'Не враховувати',
  withoutQuotations: (left, all) => `Без цитат залишиться ${number(left)} з ${genitive(all, 'пари', 'пар')}.`,
  withoutBibliography: (left, all) =>
    `Без списків літератури залишиться ${number(left)} з ${genitive(all, 'пари', 'пар')}.`,
  leaveQuotationsOut: 'Не враховувати цитат',
  leaveBibliographyOut: 'Не враховувати списків літератури',
  pairsBelow: (value, share) => `ще ${number(value)} з часткою до ${percent(share)}: показати`,
  pairsFiltered: (value) => `ще ${number(value)}: показати всі`,
  notReadTitle: (value) =>
    `Не вдалося прочитати ${plural(value, 'файл', 'файли', 'файлів')}, тож у парах їх немає:`,
  disguised: (value) =>
    `${plural(value, 'документ має', 'документи мають', 'документів мають')} замасковані слова (літери іншої абетки, невидимі знаки); їх усе одно порівняно:`,
  inDisguise: 'замасковано',
  readAs: (words) => `наприклад, ${words.map((word) => `«${word}»`).join(', ')}`,
  namesStay:
    'Імена приховано у списках, назвах файлів і рядках на зразок «Студент: …». У текстах можуть бути й інші імена: перегляньте їх, перш ніж передавати далі.',
  colorsMean: 'Колір ліворуч: від 10 %, від 30 %, від 60 %.',
  keysHint: 'Клавіші: ← → уривки, p і n пари, Esc назад.',
  csvColumns: [
    ...['Документ', 'Має спільні уривки з', 'Частка першого', 'Частка другого', 'Уривки'],
    ...['Спільні слова', 'Слів у першому', 'Слів у другому', 'Збігаються повністю', 'Бібліотека'],
    ...['Замасковано', 'Висновок', 'Нотатка'],
  ],
  yes: 'так',
  notReadBecause: (reason) => `не вдалося прочитати: ${reason}`,
  removeDocument: (name) => `Вилучити ${name} з класу`,
  allDocuments: 'Усі документи',
  excludeQuotations: 'Цитати',
  excludeBibliography: 'Список літератури',
  inDocuments: (what, value) => `${what} (у ${plural(value, 'документі', 'документах', 'документах')})`,
  addTemplate: 'Текст із файлу …',
  exportCsv: 'Експорт CSV',
  classMeaning:
    'Частка – це частина слів документа в уривках, які є також в іншому. Кластери – документи, пов’язані парами, прямо або через інші. Сторінка показує, що збігається. Вона не каже, хто в кого взяв і чи це погано: вирішують люди.',
};
