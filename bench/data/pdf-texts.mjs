// Sentences in twelve languages, written for this project, with two free places each, and words to fill them: enough for documents in
// which few shingles repeat. Grammar is not the point; letters, word lengths and punctuation are.

export const LANGUAGES = {
  en: {
    words: 'harbor lantern meadow library engine orchard bridge journal valley kitchen compass archive',
    sentences: [
      'In the morning the old {} stood beside the {}, and nobody in the village could say who had left it there.',
      'She wrote about the {} in every letter, although the {} had been closed for more than eleven years.',
      'A visitor who asks for the {} is usually sent across the square to the {} first.',
      'Between 1923 and 1931 the {} was repaired twice, while the {} lost its roof in a storm.',
      'We measured the {} with great care; the {}, however, was larger than the plans had promised.',
      'Nothing in the report explains why the {} needed so much water or why the {} needed none.',
      'The council decided to sell the {} and to keep the {} for the school.',
      'Children were told that a {} is worth nothing without a {}, and most of them believed it.',
    ],
  },
  de: {
    words:
      'Hafenmauer Laterne Bibliothek Werkstatt Obstwiese Brückenwaage Tagebuch Talstation Küchenuhr Wetterfahne Bahnsteig Urkunde',
    sentences: [
      'Am frühen Morgen stand die {} neben der {}, und niemand im Dorf wusste, wem sie gehörte.',
      'Über die {} schrieb sie in jedem Brief, obwohl die {} seit elf Jahren geschlossen war.',
      'Wer nach der {} fragt, wird meistens zuerst über den Platz zur {} geschickt.',
      'Zwischen 1923 und 1931 wurde die {} zweimal ausgebessert, während die {} im Sturm ihr Dach verlor.',
      'Wir haben die {} sorgfältig vermessen; die {} war allerdings größer, als die Pläne versprachen.',
      'Der Bericht erklärt nicht, weshalb die {} so viel Wasser brauchte und die {} überhaupt keines.',
      'Der Gemeinderat beschloss, die {} zu verkaufen und die {} für die Schule zu behalten.',
      'Den Kindern sagte man, eine {} sei ohne {} nichts wert, und die meisten glaubten es.',
    ],
  },
  fr: {
    words:
      'lanterne bibliothèque passerelle forêt cuisine boussole vallée écluse grange horloge façade rivière',
    sentences: [
      'Dès le matin, la {} se dressait près de la {}, et personne au village ne savait à qui elle était.',
      'Elle parlait de la {} dans chaque lettre, bien que la {} fût fermée depuis onze ans.',
      'Celui qui demande la {} est d’abord envoyé de l’autre côté de la place, vers la {}.',
      'Entre 1923 et 1931, la {} fut réparée deux fois, tandis que la {} perdait son toit.',
      'Nous avons mesuré la {} avec soin ; la {}, elle, était plus grande que prévu.',
      'Rien n’explique pourquoi la {} avait besoin de tant d’eau et la {} d’aucune.',
      'Le conseil décida de vendre la {} et de garder la {} pour l’école.',
      'On disait aux enfants qu’une {} ne vaut rien sans une {}, et ils le croyaient.',
    ],
  },
  uk: {
    words: 'пристань криниця бібліотека майстерня садиба ратуша долина вежа кухня гребля церква книгарня',
    sentences: [
      'Уранці стара {} стояла поруч із місцем, де колись була {}, і ніхто в селі не знав, чия вона.',
      'Вона писала про те, якою була {}, у кожному листі, хоча {} не працювала вже одинадцять років.',
      'Того, хто питає, де {}, зазвичай спершу посилають через площу туди, де {}.',
      'Між 1923 і 1931 роками {} двічі зазнавала ремонту, а {} втратила дах під час бурі.',
      'Ми ретельно виміряли все, що має {}; проте {} виявилася більшою, ніж обіцяли креслення.',
      'У звіті не пояснено, чому {} потребувала стільки води, а {} не потребувала зовсім.',
      'Громада вирішила, що {} буде продана, а {} лишиться для школи.',
      'Дітям казали, що {} нічого не варта, якщо поруч не стоїть {}, і більшість вірила.',
    ],
  },
  el: {
    words: 'βιβλιοθήκη γέφυρα κουζίνα κοιλάδα πλατεία αποθήκη εκκλησία πυξίδα σκάλα αυλή βρύση λίμνη',
    sentences: [
      'Το πρωί η παλιά {} στεκόταν δίπλα στη {}, και κανείς στο χωριό δεν ήξερε τίνος ήταν.',
      'Έγραφε για τη {} σε κάθε γράμμα, αν και η {} ήταν κλειστή εδώ και έντεκα χρόνια.',
      'Όποιος ρωτά για τη {} στέλνεται συνήθως πρώτα απέναντι, στη {}.',
      'Από το 1923 ως το 1931 η {} επισκευάστηκε δύο φορές, ενώ η {} έχασε τη στέγη της.',
      'Μετρήσαμε τη {} με προσοχή· η {} όμως ήταν μεγαλύτερη από τα σχέδια.',
      'Η έκθεση δεν εξηγεί γιατί η {} χρειαζόταν τόσο νερό και η {} καθόλου.',
      'Το συμβούλιο αποφάσισε να πουλήσει τη {} και να κρατήσει τη {} για το σχολείο.',
      'Έλεγαν στα παιδιά ότι μια {} δεν αξίζει τίποτα χωρίς μια {}, και το πίστευαν.',
    ],
  },
  zh: {
    words: '码头 灯塔 图书馆 作坊 果园 石桥 日记 山谷 厨房 钟楼 车站 档案馆',
    sentences: [
      '清晨，旧{}静静地立在{}旁边，村里没有人知道它是谁留下的。',
      '她在每一封信里都提到{}，尽管{}已经关闭了十一年。',
      '打听{}的人，通常会先被指到广场对面的{}去。',
      '从1923年到1931年，{}修缮过两次，而{}在暴风雨中失去了屋顶。',
      '我们仔细测量了{}；可是{}比图纸上写的还要大得多。',
      '报告没有解释为什么{}需要这么多水，而{}却一点也不需要。',
      '村委会决定把{}卖掉，把{}留给学校使用。',
      '大人告诉孩子们，没有{}的{}一文不值，多数孩子都相信了。',
    ],
  },
  ja: {
    words: '港 灯台 図書館 工房 果樹園 石橋 日記帳 谷間 台所 時計台 駅舎 資料館',
    sentences: [
      '朝早く、古い{}は{}のそばに静かに立っていたが、村の誰もそれが誰のものか知らなかった。',
      '彼女はどの手紙にも{}のことを書いた。もっとも、{}は十一年前から閉まったままだった。',
      '{}を尋ねる人は、たいてい最初に広場の向こうの{}へ案内される。',
      '1923年から1931年までに{}は二度修理され、そのあいだに{}は嵐で屋根を失った。',
      '私たちは{}を丁寧に測ったが、{}は図面に示されたよりもずっと大きかった。',
      'なぜ{}にこれほどの水が必要で、{}にはまったく要らないのか、報告書には書かれていない。',
      '村の会議は{}を売り、{}を学校のために残すことに決めた。',
      '子どもたちは、{}のない{}には何の値打ちもないと教えられ、たいていはそれを信じた。',
    ],
  },
  ko: {
    words: '항구 등대 도서관 작업장 과수원 돌다리 일기장 골짜기 부엌 시계탑 정거장 기록관',
    sentences: [
      '이른 아침 낡은 {} 곁에는 {} 하나가 서 있었고, 마을에서 누구도 그 주인을 알지 못했다.',
      '그녀는 편지마다 {} 이야기를 썼지만 {} 문은 열한 해 동안 닫혀 있었다.',
      '{} 가는 길을 묻는 사람은 대개 먼저 광장 건너편 {} 쪽으로 안내된다.',
      '1923년부터 1931년까지 {} 수리는 두 번 있었고, {} 지붕은 폭풍에 날아갔다.',
      '우리는 {} 크기를 꼼꼼히 쟀으나 {} 크기는 도면보다 훨씬 컸다.',
      '보고서는 왜 {} 쪽에 물이 그렇게 많이 필요하고 {} 쪽에는 필요 없는지 설명하지 않는다.',
      '마을 회의는 {} 건물을 팔고 {} 건물을 학교에 남기기로 했다.',
      '아이들은 {} 없는 {} 따위는 아무 쓸모가 없다고 배웠고 대부분 그 말을 믿었다.',
    ],
  },
  th: {
    words: 'ท่าเรือ ประภาคาร ห้องสมุด โรงงาน สวนผลไม้ สะพานหิน สมุดบันทึก หุบเขา ห้องครัว หอนาฬิกา สถานี ที่ว่าการ',
    sentences: [
      'ตอนเช้าตรู่{}เก่าตั้งอยู่ข้าง{}และไม่มีใครในหมู่บ้านรู้ว่าเป็นของผู้ใด',
      'เธอเขียนถึง{}ในจดหมายทุกฉบับ แม้ว่า{}จะปิดมาสิบเอ็ดปีแล้ว',
      'คนที่ถามหา{}มักจะถูกส่งข้ามลานไปที่{}ก่อนเสมอ',
      'ระหว่างปี 1923 ถึง 1931 มีการซ่อม{}สองครั้ง ส่วน{}สูญเสียหลังคาในพายุ',
      'เราวัด{}อย่างระมัดระวัง แต่{}กลับใหญ่กว่าที่เขียนไว้ในแบบแปลน',
      'รายงานไม่ได้อธิบายว่าทำไม{}ต้องใช้น้ำมากขนาดนั้น และทำไม{}ไม่ต้องใช้เลย',
      'ที่ประชุมตัดสินใจขาย{}และเก็บ{}ไว้ให้โรงเรียน',
      'ผู้ใหญ่บอกเด็กว่า{}ไม่มีค่าอะไรเลยถ้าไม่มี{}และเด็กส่วนมากก็เชื่อ',
    ],
  },
  hi: {
    words: 'बंदरगाह दीपस्तंभ पुस्तकालय कार्यशाला बगीचा पुल डायरी घाटी रसोई घंटाघर स्टेशन अभिलेखागार',
    sentences: [
      'सुबह पुराना {} चुपचाप {} के पास खड़ा था, और गाँव में कोई नहीं जानता था कि वह किसका है।',
      'उसने हर चिट्ठी में {} के बारे में लिखा, यद्यपि {} ग्यारह वर्षों से बंद था।',
      'जो कोई {} का रास्ता पूछता है, उसे पहले चौक के पार {} की ओर भेजा जाता है।',
      'सन 1923 से 1931 तक {} की दो बार मरम्मत हुई, जबकि {} की छत तूफ़ान में उड़ गई।',
      'हमने {} को बड़ी सावधानी से नापा; पर {} नक्शे से कहीं बड़ा निकला।',
      'रिपोर्ट यह नहीं बताती कि {} को इतना पानी क्यों चाहिए था और {} को बिल्कुल नहीं।',
      'पंचायत ने तय किया कि {} बेच दिया जाए और {} विद्यालय के लिए रखा जाए।',
      'बच्चों से कहा गया कि {} के बिना {} का कोई मूल्य नहीं, और अधिकतर ने मान लिया।',
    ],
  },
  ar: {
    words: 'الميناء المنارة المكتبة الورشة البستان الجسر الدفتر الوادي المطبخ البرج المحطة الديوان',
    sentences: [
      'في الصباح كان {} القديم قائما بجانب {}، ولم يعرف أحد في القرية صاحبه.',
      'كتبت عن {} في كل رسالة، مع أن {} كان مغلقا منذ أحد عشر عاما.',
      'من يسأل عن {} يرسل عادة أولا عبر الساحة إلى {}.',
      'بين عامي 1923 و 1931 جرى إصلاح {} مرتين، بينما فقد {} سقفه في العاصفة.',
      'لقد قسنا {} بعناية؛ لكن {} كان أكبر مما وعدت به الرسوم.',
      'لا يشرح التقرير لماذا احتاج {} إلى هذا الماء كله ولم يحتج {} إلى شيء منه.',
      'قرر المجلس أن يباع {} وأن يبقى {} للمدرسة.',
      'قيل للأطفال إن {} لا يساوي شيئا بدون {}، وصدق أكثرهم ذلك.',
    ],
  },
  he: {
    words: 'הנמל המגדלור הספרייה הסדנה הבוסתן הגשר היומן העמק המטבח המגדל התחנה הארכיון',
    sentences: [
      'בבוקר עמד {} הישן ליד {}, ואיש בכפר לא ידע של מי הוא.',
      'היא כתבה על {} בכל מכתב, אף על פי שכבר אחת עשרה שנים היה {} סגור.',
      'מי ששואל על {} נשלח בדרך כלל קודם אל מעבר לכיכר, אל {}.',
      'בין 1923 לבין 1931 תוקן {} פעמיים, ואילו {} איבד את גגו בסערה.',
      'מדדנו את {} בזהירות רבה; אבל {} היה גדול ממה שהבטיחו התוכניות.',
      'הדוח אינו מסביר מדוע היה {} זקוק לכל כך הרבה מים ומדוע {} לא היה זקוק להם כלל.',
      'המועצה החליטה למכור את {} ולהשאיר את {} לבית הספר.',
      'לילדים סיפרו כי {} אינו שווה דבר בלי {}, ורובם האמינו בכך.',
    ],
  },
};

export const RIGHT_TO_LEFT = new Set(['ar', 'he']);
const UNSPACED = new Set(['zh', 'ja', 'th']);

/** Endless sentences and words of a language, always the same. */
export function writerOf(language) {
  const { words, sentences } = LANGUAGES[language];
  const nouns = words.split(' ');
  let state = 12_345;
  const below = (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const between = UNSPACED.has(language) ? '' : ' ';
  const word = () => nouns[below(nouns.length)];
  const sentence = () => sentences[below(sentences.length)].replaceAll('{}', word);
  const paragraph = (count) => Array.from({ length: count }, sentence).join(between);
  return { word, sentence, paragraph, below, between };
}
