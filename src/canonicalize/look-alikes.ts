/**
 * Letters of Latin, Cyrillic and Greek that look alike, as Unicode's confusables have them: for each script, a letter of another one, and the
 * letter it is taken for. Case is folded, so letters are alike that are so as capitals (Н and H) or as small letters; of these two, Greek
 * in a Latin word is read as small letters, and Latin in a Greek word, which mostly begins it, as capitals. μ is left out of Latin: μm is not mm.
 */
import { LOOK_ALIKE_LETTERS, Script } from '../engines/layouts/letter-table.ts';

const LOOK_ALIKES: Readonly<Record<number, string>> = {
  [Script.latin]:
    'аa вb сc ԁd еe нh һh іi јj кk ӏl мm оo рp ԛq гr ѕs тt ԝw хx уy ьb ёë їï αa βb ϲc εe ηn ιi ϳj κk νv οo ρp τt υu ωw χx γy ζz',
  [Script.cyrillic]:
    'aа áа àа bв cс eе éе èе hн iі íі ìі jј kк mм oо óо òо pр rг sѕ tт xх yу ýу ïї ëё αа βв ϲс εе ηн ιі ϳј κк μм οо ρр τт υу χх',
  [Script.greek]:
    'aα áά bβ cϲ eε éέ hη iι íί jϳ kκ mμ nν oο óό pρ tτ uυ úύ vν wω xχ yυ zζ аα вβ сϲ еε нη іι јϳ кκ мμ оο рρ тτ уυ хχ',
};

/** In the alphabets of these, a letter is taken for itself. */
const ALPHABETS: Readonly<Record<number, RegExp>> = {
  [Script.latin]: /\p{sc=Latin}/u,
  [Script.cyrillic]: /\p{sc=Cyrillic}/u,
  [Script.greek]: /\p{sc=Greek}/u,
};
/** Digits and the apostrophe of Ukrainian words are in words of every script. */
const IN_EVERY_SCRIPT = /[0-9ʼ]/;

/** For each script, the letter that every letter below LOOK_ALIKE_LETTERS is taken for, or 0: `engines/layouts/letter-table.ts` has the layout. */
export function lookAlikes(): Uint16Array {
  const table = new Uint16Array(3 * LOOK_ALIKE_LETTERS);
  for (const script of [Script.latin, Script.cyrillic, Script.greek]) {
    const from = (script - 1) * LOOK_ALIKE_LETTERS;
    for (let code = 0; code < LOOK_ALIKE_LETTERS; code++) {
      const char = String.fromCharCode(code);
      if (ALPHABETS[script].test(char) || IN_EVERY_SCRIPT.test(char)) table[from + code] = code;
    }
    for (const pair of LOOK_ALIKES[script].split(' ')) table[from + pair.charCodeAt(0)] = pair.charCodeAt(1);
  }
  return table;
}
