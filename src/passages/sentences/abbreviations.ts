/**
 * Words whose full stop does not end a sentence. One list for all languages: a collision (`im.` is Polish, `im` German) costs
 * nothing, because the other language does not end sentences with that word. All in lower case.
 */

/** Something follows: a name, a word, an explanation. `Mr. Smith`, `вул. Хрещатик`, `z. B. Äpfel`. */
const BEFORE_A_WORD = `
  mr mrs ms messrs dr prof rev hon gen col capt lt sgt maj cmdr sen sens rep reps adm gov pres wm st mt ft vs cf viz al approx dept univ assn
  bros inc ltd co corp jr sr ph.d m.d b.a m.a d.c e.g i.e eg ie ed eds est
  hr fr hrsg dipl ing bzw ca evtl ggf inkl sog vgl usf z.b d.h u.a u.u o.ä v.a i.d.r
  mme mlle mm ste éd env
  sra srta ud uds dña excmo
  ul al. pl. os inż mgr hab płk gen por św im np tzn tzw tj m.in wg ks red
  вул бул бульв просп пл пров пер буд кв корп кім каб обл смт сел хут проф доц акад канд інж ген полк кап лейт ім св гр тов
  напр див пор порівн т.зв ред упоряд вид зб зав заст нач дир англ нім фр лат укр рос грец
  ул наб оф д-р г-н г-жа им см ср т.е т.к т.н т.наз напр чл.-кор
  р-н пр-т б-р м с г п п-во`;

/** A number follows: `Fig. 3`, `с. 15`, `Jan. 12`. Otherwise they are words that may end a sentence. */
const BEFORE_A_NUMBER = `
  no nos nr art arts fig figs p pp vol vols ch chap sec par para eq eqs tab abb bd kap s str t rozdz
  jan feb mar apr jun jul aug sep sept oct nov dec
  стор ст рис мал табл гл розд разд ч пп кн вип т тис тыс млн млрд грн руб коп`;

/** Words that begin sentences far more often than names: after `U.S.` or `Inc.` they show that a sentence ended. */
const STARTERS = `
  the this that these those it its he his she her they their we our you your there but and or if in on at as for from by with when
  while after before since although however moreover also not no what who how why where such some many most all both each an
  це цей ця ці він вона воно вони його її їх ми наш але та і й або якщо коли після до за із зі на у в від для проте однак також як що
  це того тому так там тут усі всі серед під при
  это этот эта эти он она оно они его ее их мы наш но и или если когда после для однако также как что поэтому так там тут все
  der die das ein eine er sie es wir ihr und aber oder wenn als nach vor im am an auf für mit von zu doch auch so dann dieser diese
  ten ta to te on ona ono oni one ich my nasz ale i lub jeśli gdy kiedy po przed dla jednak także jak co
  le la les un une il elle ils elles nous mais et ou si quand après avant pour dans en sur ce cette ces`;

/** German and its neighbors write `3. Oktober` for the third of October. */
const AFTER_AN_ORDINAL = `
  januar jänner februar märz april mai juni juli august september oktober november dezember jahrhundert klasse auflage weltkrieg
  leden únor březen duben květen červen červenec srpen září říjen listopad prosinec`;

/** Languages in which a full stop after a number makes it an ordinal. */
const ORDINAL_LANGUAGES = new Set('de pl cs sk hu fi da nb nn no et lv sl hr sr bs is tr'.split(' '));

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const prefixes = setOf(BEFORE_A_WORD);
const numbered = setOf(BEFORE_A_NUMBER);
const starters = setOf(STARTERS);
const ordinals = setOf(AFTER_AN_ORDINAL);

/** A full stop and its surroundings: all lower case but `token`. */
export interface FullStop {
  /** The characters before it, back to white space: `Mr`, `U.S`, `3`, `example.com`. */
  readonly token: string;
  /** It is all that the sentence has so far. */
  readonly alone: boolean;
  /** A number is before the token, as in `5 м.` */
  readonly afterNumber: boolean;
  /** The word that follows, in lower case; empty if none does. */
  readonly next: string;
  readonly nextIsNumber: boolean;
  /** The word that follows is one letter with a full stop. */
  readonly nextIsInitial: boolean;
}

/** Whether a single full stop before a capital letter or a number ends the sentence. */
export function fullStopEnds(stop: FullStop, lang: string | undefined): boolean {
  const { token, next } = stop;
  if (token === '') return true;
  const lower = token.toLowerCase();
  if (stop.alone && /^(\d{1,3}(\.\d{1,3})*|\p{L}|[IVX]{1,5}|[ivx]{1,4})$/u.test(token)) return false;
  if (/^\d+$/.test(token)) {
    return !(token.length <= 2 && (ordinals.has(next) || (isOrdinalLanguage(lang) && !stop.nextIsNumber)));
  }
  if (stop.nextIsNumber || /^[ivxlc]+$/.test(next)) if (numbered.has(lower)) return false;
  // units of measure: 5 м., 12 ft.
  if (stop.afterNumber && token.length <= 2) return true;
  // z. B., J. R. R., В. І.
  if (token.length === 1 && stop.nextIsInitial) return false;
  // initials, U.S., and what comes before a name
  const isInitial = /^(\p{Lu}\.)*\p{Lu}$/u.test(token);
  if (isInitial || prefixes.has(lower)) return starters.has(next);
  return true;
}

function isOrdinalLanguage(lang: string | undefined): boolean {
  return lang !== undefined && ORDINAL_LANGUAGES.has(lang.slice(0, 2).toLowerCase());
}
