import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ukrainian } from './stemmer.ts';

const stemsOf = (words: string) => [...new Set(words.split(' ').map((word) => ukrainian.stem(word)))];

describe('the Ukrainian stemmer', () => {
  it.each([
    ['nouns, hard', 'документ документа документом документі документи документів документами документах'],
    ['nouns, feminine', 'книга книги книзі книгу книгою книг книгам книгами книгах'],
    ['nouns, soft', 'учитель учителя учителю учителем учителі учителів учителям учителями'],
    ['nouns in -ння', 'питання питанню питанням питанні питань питаннями питаннях'],
    ['nouns in -ія', 'революція революції революцію революцією революцій революціями'],
    ['nouns with an apostrophe', 'обʼєкт обʼєкта обʼєктом обʼєкти обʼєктів'],
    ['о and і in the last syllable', 'ніч ночі ночей ночами'],
    ['о and і after a prefix', 'радість радості'],
    ['о that comes and goes', 'ринок ринку ринком ринки ринків'],
    ['е that comes and goes', 'день дня дні днів днями'],
    ['е in -ець', 'хлопець хлопця хлопцем хлопці хлопців хлопцями хлопцеві'],
    ['кінь', 'кінь коня коню конем коні коней'],
    ['к and ц', 'рука руки руці руку рукою рук руками'],
    ['г and з', 'нога ноги нозі ногу ногою ніг ногами'],
    ['people', 'людина людини людей люди людям людьми'],
    ['citizens', 'громадянин громадянина громадяни громадян громадянам'],
    [
      'adjectives',
      'великий великого великому великим велика великої великій велику великою велике великі великих великими',
    ],
    ['adjectives, soft', 'синій синього синьому синім синя синьої синю синьою синє сині синіх'],
    ['pronouns', 'свій свого своєму своїм своя своєї своїй свою своєю своє свої своїх своїми'],
    ['participles', 'написаний написаного написаною написані написаних'],
    [
      'verbs in -ати',
      'читати читаю читаєш читає читаємо читаєте читають читав читала читали читай читатиму читатимуть',
    ],
    ['verbs in -ити', 'говорити говорить говорять говоримо говорив говорила говорили говорило'],
    ['verbs in -увати', 'купувати купую купує купуємо купують купував купувала купували купуй'],
    ['verbs that change с and ш', 'писати пишу пише пишуть писав писала'],
    ['verbs that change г and ж', 'могти можу може можуть міг могла могли'],
    ['verbs that change their vowel', 'провести проведе проведуть провів провела провели'],
    ['verbs with -ся and -сь', 'сміятися сміється сміються сміявся сміялася сміялась сміялись'],
    ['verbs with л after в', 'зробити зробить зроблять зробив зробила зроблено'],
  ])('brings the forms together: %s', (_, words) => {
    expect(stemsOf(words)).toHaveLength(1);
  });

  it.each([
    'купити купувати',
    'питати питатися',
    'гарантія гарант',
    'читати читач',
    'зала знала',
    'дах дати',
    'рік рука',
    'голова голос голка',
    'школа шкала',
  ])('keeps different words apart: %s', (words) => {
    expect(stemsOf(words)).toHaveLength(words.split(' ').length);
  });

  it('leaves words of other languages as they are', () => {
    for (const word of ['reading', 'объект', 'ёлка', '2024', 'mp3', '汉字', 'в2'])
      expect(ukrainian.stem(word)).toBe(word);
  });

  it('gives every word a stem that is not empty and has no spaces', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяʼ'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, (word) => /^\S+$/.test(ukrainian.stem(word))),
      { numRuns: 3000 },
    );
  });
});
