/** What the page without a server says beyond the reports, in Ukrainian. */
import { plural, UKRAINIAN } from '../../../report/pages/sentences/ukrainian.ts';
import type { PageSentences } from './english.ts';

const ofDocuments = (value: number) => plural(value, 'документа', 'документів', 'документів');

export const PAGE_UKRAINIAN: PageSentences = {
  ...UKRAINIAN,
  language: 'Українська',
  languageTitle: 'Мова',
  chooseFiles: 'Вибрати файли',
  chooseFolder: 'Вибрати теку',
  print: 'Друкувати',
  nothingDropped: 'У тому, що перетягнуто, немає файлів.',
  comparing: 'Порівнюємо …',
  lookingForWords: (done, all) =>
    `Шукаємо спільні слова: ${UKRAINIAN.number(done)} з ${UKRAINIAN.number(all)} …`,
  comparingSome: (done, all, left = '') =>
    `Порівнюємо пари: ${UKRAINIAN.number(done)} з ${UKRAINIAN.number(all)}${left} …`,
  notRead: 'Не вдалося прочитати',
  groupsTitle: 'Групи копій',

  pageTitle: 'Що збігається в цих документах?',
  pageNote:
    'Усе відбувається на цій сторінці: вона не має сервера і не з’єднується ні з чим. Ніщо не залишає цього комп’ютера.',
  dropTitle: 'Перетягніть сюди два документи або теку',
  dropMore: 'Перетягніть сюди ще документи, щоб їх додати',
  dropLead:
    'Два документи буде показано поруч, зі спільними уривками. Якщо їх більше, ви побачите, хто з ким що має спільного, і групи копій. Збережену перевірку можна продовжити.',
  formatsTitle: 'Word, PDF, OpenDocument, вебсторінки, простий текст тощо, разом до 400 МБ тексту',
  allFormats: (names) => `${names.join(', ')} та архіви з ними. До 100 МБ на документ.`,
  readingFiles: 'Читання …',
  readingShare: (documents, share) =>
    `Читання: ${UKRAINIAN.documents(documents)}${share === undefined ? '' : `, ${share} % файлів`} …`,
  lookingForCopies: (documents) => `Пошук копій серед ${ofDocuments(documents)} …`,
  comparingTwo: (a, b) => `Порівняння ${a} з ${b} …`,
  comparingAgain: 'Усі документи порівнюються знову …',
  oneDocument: (name) => `${name} прочитано. Виберіть або перетягніть інший документ, щоб порівняти.`,
  nothingRead: 'Нічого з цього не вдалося прочитати.',
  alreadyThere: (value) => `Уже були тут: ${UKRAINIAN.documents(value)}.`,
  slowBrowser:
    'Цей браузер обчислює повільно: він не має WebAssembly SIMD. Новіший дав би ту саму відповідь.',
  textLimit: (megabytes) => `Ця сторінка читає до ${megabytes} МБ тексту: далі нічого не прочитано.`,
  firstOnly: (some, all, most, megabytes) =>
    `Цей огляд має перші ${some} з ${all} документів: тут порівнюються між собою до ${most} документів і ${megabytes} МБ тексту. Групи копій – з усіх документів.`,
  tooLittleMemory: (reason) => `Браузерові бракує пам’яті: ${reason} Візьміть менше документів.`,
  workEnded: (reason) => `Роботу перервано: ${reason}. Візьміть менше документів.`,
  noMemory: 'браузерові бракує пам’яті',
  stop: 'Зупинити',
  stopped: 'Зупинено.',
  startAnew: 'Почати спочатку',
  unsaved: 'Висновки або нотатки ще не збережено. Продовжити без них?',
  saveReview: 'Зберегти перевірку',
  reviewNote:
    'Збережена перевірка містить усі тексти, назви, висновки й нотатки. Перетягніть її файл сюди, щоб продовжити.',
  namesInReview: 'Збережена перевірка містить усі назви, хоча тут їх приховано.',
  groupsHidden: 'Поки назви приховано, груп копій не показано.',
  noGroups: 'Жоден документ не є копією іншого.',
  andMore: (value) => `І ще ${UKRAINIAN.number(value)}.`,
  countAgain: (name) => `Знову рахувати текст ${name}`,
  reviewProblem: {
    damaged: 'Перевірку не вдалося відкрити: файл пошкоджено.',
    other: 'Перевірку не вдалося відкрити: це не збережена перевірка.',
    newer: 'Перевірку не вдалося відкрити: її записала новіша сторінка. Відкрийте її там.',
  },
};
