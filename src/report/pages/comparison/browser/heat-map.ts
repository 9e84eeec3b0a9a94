/** The comparison matrix of the source that is shown: click a field to go to its passage. */
import { find } from '../../browser/find.ts';
import { say } from '../../say.ts';
import type { ComparisonModel } from './model.ts';
import type { ComparisonReader } from './reader.ts';

export class HeatMap {
  private readonly model: ComparisonModel;
  private readonly reader: Pick<ComparisonReader, 'shows' | 'jump'>;
  private readonly picture = find<SVGElement>('map-picture');
  private source = 0;

  constructor(model: ComparisonModel, reader: Pick<ComparisonReader, 'shows' | 'jump'>) {
    this.model = model;
    this.reader = reader;
    this.listen();
  }

  draw(source: number): void {
    this.source = source;
    const { map } = this.model.sources[source];
    find('map').hidden = map.levels.every((path) => path === '');
    this.picture.setAttribute('viewBox', `0 0 ${Math.max(1, map.columns)} ${Math.max(1, map.rows)}`);
    map.levels.forEach((path, level) => {
      find(`map-${level}`).setAttribute('d', path);
    });
  }

  private listen(): void {
    const says = find('map-says');
    const hint = says.textContent;
    this.picture.addEventListener('click', (event) => {
      const passage = this.nearestPassage(this.sentencesAt(event));
      if (passage >= 0) this.reader.jump(passage);
    });
    this.picture.addEventListener('pointermove', (event) => {
      const { inText, inSource } = this.sentencesAt(event);
      says.textContent = say.mapPlace(inText + 1, inSource + 1, this.model.sources.length > 1);
    });
    this.picture.addEventListener('pointerleave', () => {
      says.textContent = hint;
    });
  }

  /** The sentences under the pointer, from 0. */
  private sentencesAt(event: MouseEvent): { inText: number; inSource: number } {
    const { map } = this.model.sources[this.source];
    const { left, top, width, height } = this.picture.getBoundingClientRect();
    return {
      inText: fieldAt((event.clientY - top) / height, map.rows) * map.rowSentences,
      inSource: fieldAt((event.clientX - left) / width, map.columns) * map.columnSentences,
    };
  }

  /** -1 if this source has no passage that counts. */
  private nearestPassage({ inText, inSource }: { inText: number; inSource: number }): number {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    this.model.passages.forEach(({ source, a, b }, passage) => {
      const distance = Math.abs(a.sentence - inText) + Math.abs(b.sentence - inSource);
      if (source !== this.source || distance >= least || !this.reader.shows(passage)) return;
      nearest = passage;
      least = distance;
    });
    return nearest;
  }
}

/** The number of the field at a place of 0 to 1. */
function fieldAt(place: number, fields: number): number {
  return Math.max(0, Math.min(fields - 1, Math.floor(place * fields)));
}
