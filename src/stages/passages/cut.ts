/**
 * Cut: a document with pieces comes back without them, with its cuts. `cuts` is JSON: `[{"start","end","words","from":[[document, word, words]]}]`;
 * a word is given by its number in the canonical text of that document.
 */
import { findPlaces, TextFolder } from '../../canonicalize/index.ts';
import { openEngine } from '../../engines/index.ts';
import { lineFormat, textOf } from '../../read/index.ts';
import { cutFromText } from '../../repeats/index.ts';
import type { RowValue, Stage } from '../../stages.ts';
import type { StageOptions } from '../options.ts';
import { bytesIn, textIn } from '../rows.ts';
import type { TrimStageOptions } from './options.ts';

export function cutStage(options: TrimStageOptions, reading: StageOptions): Stage {
  return {
    schema: { number: 'integer', text: 'text', left: 'integer', removed: 'integer', cuts: 'text' },
    needsScheme: true,
    async *run(input) {
      const engine = await openEngine(reading);
      const format = await lineFormat(reading);
      const folder = new TextFolder(engine.heap, engine.kernels);
      try {
        for await (const rows of input) {
          const found: Record<'number' | 'text' | 'left' | 'removed' | 'cuts', RowValue[]> = {
            ...{ number: [], text: [], left: [], removed: [], cuts: [] },
          };
          const numbers = rows.integers('number');
          const hasText = rows.bytes('text') !== undefined;
          for (let row = 0; row < rows.length; row++) {
            const item = hasText ? undefined : format.readLine(bytesIn(rows, 'line', row), row + 1);
            if (!hasText && (item === undefined || item.problem !== undefined)) continue;
            const text = item === undefined ? textIn(rows, 'text', row) : textOf(item as never);
            const lang = item === undefined ? rows.bytes('lang')?.(row) : undefined;
            const pieces = Uint32Array.from(textIn(rows, 'pieces', row).split(/[,:]/), Number);
            const words = findPlaces(folder, text);
            const code =
              lang === undefined
                ? (item as { lang?: string } | undefined)?.lang
                : Buffer.from(lang).toString();
            const result = cutFromText(text, words, pieces, options, code);
            if (result.cuts.length === 0) continue;
            found.number.push(numbers[row]);
            found.text.push(Buffer.from(result.text));
            found.left.push(result.left);
            found.removed.push(result.isRemoved ? 1 : 0);
            const cuts = result.cuts.map(({ start, end, from: first, to, places }) => ({
              ...{ start, end, words: to - first, from: places },
            }));
            found.cuts.push(Buffer.from(JSON.stringify(cuts)));
          }
          yield found;
        }
      } finally {
        folder.close();
        await engine.close();
      }
    },
  };
}
