import { beforeAll, describe, expect, it } from 'vitest';
import { type Detector, detectLanguage, openDetector } from './detect.ts';

let detect: Detector;

beforeAll(async () => {
  detect = await openDetector();
});

const never = () => {
  throw new Error('the n-grams were asked');
};

describe('language detection', () => {
  it.each([
    ['en', 'The council will meet on Thursday to discuss the new budget for the schools of the district.'],
    ['de', 'Der Stadtrat trifft sich am Donnerstag, um über den neuen Haushalt der Schulen zu sprechen.'],
    ['fr', 'Le conseil municipal se réunira jeudi pour discuter du nouveau budget des écoles du quartier.'],
    ['pl', 'Rada miasta spotka się w czwartek, aby omówić nowy budżet szkół w tej dzielnicy.'],
    ['bg', 'Общинският съвет ще се събере в четвъртък, за да обсъди новия бюджет на училищата.'],
    ['ar', 'سيجتمع مجلس المدينة يوم الخميس لمناقشة الميزانية الجديدة للمدارس في المنطقة'],
    ['et', 'Linnavolikogu koguneb neljapäeval, et arutada koolide uut eelarvet.'],
  ])('knows %s', (lang, text) => {
    expect(detect(text)).toBe(lang);
  });

  it.each([
    ['uk', 'Міська рада збереться в четвер, щоб обговорити новий бюджет шкіл.'],
    [
      'ru',
      'Городской совет соберётся в четверг, чтобы обсудить новый бюджет школ и детских садов, это важный вопрос.',
    ],
    ['zh', '市議會將於星期四開會，討論學校的新預算。'],
    ['zh', '使用 Python 編寫程式 import os 很容易'],
    ['ja', '市議会は木曜日に集まり、学校の新しい予算について話し合います。'],
    ['ko', '시의회는 목요일에 모여 학교의 새 예산을 논의할 것이다.'],
    ['th', 'สภาเมืองจะประชุมในวันพฤหัสบดี'],
    ['el', 'Το δημοτικό συμβούλιο θα συνεδριάσει την Πέμπτη'],
    ['he', 'מועצת העיר תתכנס ביום חמישי'],
  ])('knows %s by its script or letters alone', (lang, text) => {
    expect(detectLanguage(text, never)).toBe(lang);
  });

  it.each([
    ['en', 'The council will meet on Thursday to discuss the new budget for the schools of the district.'],
    [
      'de',
      'Der Stadtrat trifft sich am Donnerstag, um über den neuen Haushalt der Schulen und die Straßen zu sprechen.',
    ],
    [
      'fr',
      'Le conseil municipal se réunira jeudi pour discuter du nouveau budget des écoles et les travaux dans la ville.',
    ],
    [
      'pl',
      'Nie jest jeszcze jasne, czy rada miasta spotka się w czwartek, ale może to być później, jak się mówi.',
    ],
  ])('knows %s by its most frequent words', (lang, text) => {
    expect(detectLanguage(text, never)).toBe(lang);
  });

  it.each(['Sorbe library', 'a b c d e f g a v s z k', 'de la de la de la'])(
    'asks the n-grams about %s',
    (text) => {
      expect(() => detectLanguage(text, never)).toThrow('the n-grams were asked');
    },
  );

  it('knows nothing of a text without letters', () => {
    expect(detectLanguage('1234 — 5678 …', never)).toBeUndefined();
    expect(detectLanguage('', never)).toBeUndefined();
  });

  it('gives no language that has no stop words', () => {
    expect(detectLanguage('Saluton', () => 'xx')).toBeUndefined();
    expect(detectLanguage('Saluton', () => '')).toBeUndefined();
  });
});
