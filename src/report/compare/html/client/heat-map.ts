/** Runs in the page. The comparison matrix of the source that is shown: press a field to go to its passage. */
import type { ComparisonData } from '../data.ts';
import type { CompareTools } from './compare-tools.ts';
import type { Reader } from './reader.ts';

/** Gives what draws the map of a source. Self-contained: it is sent to the page as source. */
export function heatMap(
  _tools: CompareTools,
  data: ComparisonData,
  texts: Pick<Reader, 'shows' | 'jump'>,
): (source: number) => void {
  const figure = document.getElementById('map')!;
  const picture = document.getElementById('map-picture')!;
  const says = document.getElementById('map-says')!;
  const rest = says.textContent ?? '';
  let shown = 0;

  /** The sentences under the pointer, from 0. */
  function at(event: MouseEvent): { inText: number; inSource: number } {
    const { map } = data.sources[shown];
    const { left, top, width, height } = picture.getBoundingClientRect();
    const place = (offset: number, extent: number, fields: number, sentences: number) =>
      Math.max(0, Math.min(fields - 1, Math.floor((offset / extent) * fields))) * sentences;
    return {
      inText: place(event.clientY - top, height, map.rows, map.rowSentences),
      inSource: place(event.clientX - left, width, map.columns, map.columnSentences),
    };
  }

  picture.addEventListener('click', (event) => {
    const { inText, inSource } = at(event);
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    data.passages.forEach(([source, , , , , sentenceInText, sentenceInSource], passage) => {
      const distance = Math.abs(sentenceInText - inText) + Math.abs(sentenceInSource - inSource);
      if (!texts.shows(passage) || source !== shown || distance >= least) return;
      nearest = passage;
      least = distance;
    });
    if (nearest >= 0) texts.jump(nearest);
  });
  picture.addEventListener('pointermove', (event) => {
    const { inText, inSource } = at(event);
    const number = (value: number) => (value + 1).toLocaleString('en-US');
    says.textContent = `Sentence ${number(inText)} of the text, sentence ${number(inSource)} of the source`;
  });
  picture.addEventListener('pointerleave', () => {
    says.textContent = rest;
  });

  return (source) => {
    shown = source;
    const { map } = data.sources[source];
    figure.hidden = map.levels.every((path) => path === '');
    picture.setAttribute('viewBox', `0 0 ${Math.max(1, map.columns)} ${Math.max(1, map.rows)}`);
    map.levels.forEach((path, level) => {
      document.getElementById(`map-${level}`)!.setAttribute('d', path);
    });
  };
}
