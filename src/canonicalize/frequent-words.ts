/**
 * Languages of the Latin script by their most frequent words: most texts have a dozen such words in the first lines, and
 * counting them takes a hundredth of the time that n-grams take.
 */

/** The words that make up most of a text. Single letters are left out, because lists and markup have them too. */
const WORDS: Record<string, string> = {
  en: 'the of and to in is that for it with as was on be by this are or from an not have which at has but its can you your will if all their they been were other more than when used use',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen zum war haben nur oder aber vor zur bis mehr durch kann',
  fr: 'de la le et les des en un une du est pour que qui dans par sur au pas plus ne se ce il sont avec ou aux cette vous être ses comme mais nous sa fait été ont elle son',
  es: 'de la que el en los del se las por un para con no una su al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre ser tiene también hasta hay donde',
  it: 'di il la che in un per una sono del con non si da le dei al nel lo alla della come più anche ma gli delle dal questo ha nella ai su se essere questa',
  pt: 'de que do da em um para com não uma os no se na por mais as dos como mas foi ao das tem seu sua ou ser quando muito nos já está eu também só pelo pela até isso',
  nl: 'de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar heeft door deze over worden wordt kan dit hij zij was geen',
  sv: 'och att det en som är på av för med den till inte har de om ett han var jag vi kan så men från eller när sig vid nu ska också där detta',
  da: 'og at det en er til af på for med den der de ikke har et som kan om var men fra vil eller så når sig også hvor nu skal blev efter',
  no: 'og det er på til som en for av at med de ikke den har et om var men fra kan så seg eller vil også hvor når nå skal ble etter',
  pl: 'na się do nie to że jest jak za od po przez ale dla co tak czy który oraz są tym może być jego już tylko przy pod lub które jako można tego ze',
  cs: 'se na je že do to ve pro za by ale si po jako jsou od které nebo tak ze být však již jeho pod při může není až jen také který',
  fi: 'ja on ei se että oli hän joka mutta myös kun ovat tai kuin jos sen ole niin mukaan sekä vain voi nyt olla jotka voidaan tämä',
  hu: 'az és hogy nem is egy meg csak de ez van ha már volt mint még el azt vagy ki be lehet kell aki minden',
  ro: 'de și în la cu pe că nu un din care este pentru mai se au fi ca sau prin după ce sunt dar are le această acest lui',
  tr: 've bir bu için ile da de olarak çok daha olan gibi kadar ne en sonra ama olduğu ya her ise değil veya tarafından',
};

const CODES = Object.keys(WORDS);

/** The codes of the languages that have a word. */
const LANGUAGES_OF = new Map<string, number[]>();
CODES.forEach((code, number) => {
  for (const word of WORDS[code].split(' ')) {
    const languages = LANGUAGES_OF.get(word);
    if (languages === undefined) LANGUAGES_OF.set(word, [number]);
    else languages.push(number);
  }
});

/** A language is not decided by fewer words, a smaller share of the text, or less than twice as many words as another language. */
const LEAST_WORDS = 3;
const LEAST_SHARE = 0.15;
const LEAD = 2;

/** The language whose frequent words a text has, if that is beyond doubt. */
export function languageByWords(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const counts = new Uint32Array(CODES.length);
  for (const word of words) for (const number of LANGUAGES_OF.get(word) ?? []) counts[number]++;
  const most = Math.max(...counts);
  const best = counts.indexOf(most);
  if (most < LEAST_WORDS || most < LEAST_SHARE * words.length) return undefined;
  return counts.every((count, number) => number === best || LEAD * count <= most) ? CODES[best] : undefined;
}
