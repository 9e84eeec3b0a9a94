/** Ukrainian verbs whose root changes from form to form: пишу and писати, ведуть, вели and вів. */

/**
 * The root that all forms get, then its other shapes. A shape with `.` occurs only before -ти, a shape with `!` is the whole past
 * tense (приніс). Every shape may have a prefix.
 */
const CHANGING = `
  мог мож міг!
  каз каж каза
  пис пиш писа
  бер бра
  жив жи
  ста стан
  да дад дасть! дам! даси!
  зна
  гра
  чу
  вед вес. вів! ве
  нес ніс!
  вез віз!
  клад клас. кла
  крад крас. кра
  пад пас. па
  сяд сіс. сі
  рос ріс!
  біг біж біжа
  ляг ляж ліг!
  пряг пряж
  берег береж беріг!
  поча почн
  ня нім йм ньм
  взя візьм
  мер мр
  тер тр
  пер пр
  зва зов зв
  сла шл
  гна жен
  спа сп
  стоя сто
  боя бо бій
  смія смі
  мрія мрі
  би бʼ
  пи пʼ
  ми
  кри
  бу буд
  йти йд йш й.
  їха їд
  хот хоч хоті
  ник никн никну ник!
  стиг стигн стигну стиг!
  звик звикн звикну звик!
  сяг сягн сягну сяг!
  повіс повід пові повів!
  плака плач
  клика клич
  тек теч тік!
  пек печ пік!
  вчи вч
  розумі
  сиді сид сидж
  леті лет леч
  володі
  вмі
  умі
  зумі
  терпі терп
  шепоті шепоч
  крича крич
  проси прош прос
`;
/** The possible endings of a shape without a mark. */
const AFTER_ROOT =
  'ти в ла ло ли вши у ю еш єш е є емо ємо ете єте уть ють еть єть иш їш ить їть имо їмо ите їте ять ать и іть імо й йте ймо ь ьте учи ючи ачи ячи ов ено но то';

const SHAPES: ReadonlyMap<string, string> = new Map(
  CHANGING.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap((shapes) => shapes.map((shape): [string, string] => [shape, shapes[0]])),
);
const LONGEST_SHAPE = 8;

const ENDINGS: readonly string[] = [...AFTER_ROOT.split(' ').sort((a, b) => b.length - a.length), ''];

const PREFIXES: ReadonlySet<string> = new Set(
  ' в у з с о об обі обо по пере перед при про до на над надо не за ви від віді під піді роз розі зі ді спо уві вві'.split(
    ' ',
  ),
);

/** The prefix and the root of a form of such a verb; undefined for all other words. */
export function rootOf(word: string): string | undefined {
  const given = /^(.*)(да|ста|зна)(?:ю|єш|є|ємо|єте|ють|ва(?:ти|в|ла|ло|ли|й|йте|ймо|вши|но))$/.exec(word);
  if (given !== null && isPrefix(given[1]) && (given[2] !== 'зна' || given[1] !== '')) {
    // дає is of давати, визнає of визнавати, but знає of знати
    return `${given[1] + given[2]}в`;
  }
  const long = /^(.*(?:чу|бу)ва)(?:ти|в|ла|ло|ли|ючи|вши|но)$/.exec(word);
  // відчувати is no verb in -увати: відчуваю, not відчую
  if (long !== null && !long[1].endsWith('требува')) return long[1];
  for (const ending of ENDINGS) {
    const root = word.endsWith(ending) ? beforeEnding(word, ending) : undefined;
    if (root !== undefined) return root;
  }
  return undefined;
}

function beforeEnding(word: string, ending: string): string | undefined {
  const rest = word.slice(0, word.length - ending.length);
  for (let length = Math.min(LONGEST_SHAPE, rest.length); length >= 1; length--) {
    const prefix = rest.slice(0, rest.length - length);
    const shape = rest.slice(-length);
    // a noun, unless there is a prefix: ніс, віз
    if (ending === '' && prefix === '' && shape !== 'міг') continue;
    const root =
      SHAPES.get(ending === '' ? `${shape}!` : shape) ??
      (ending === 'ти' ? SHAPES.get(`${shape}.`) : undefined);
    if (root !== undefined && isPrefix(prefix)) return prefix + root;
  }
  return undefined;
}

/** True for nothing, a prefix, or two. */
function isPrefix(text: string): boolean {
  if (PREFIXES.has(text)) return true;
  for (let at = 1; at < text.length; at++) {
    if (PREFIXES.has(text.slice(0, at)) && PREFIXES.has(text.slice(at))) return true;
  }
  return false;
}
