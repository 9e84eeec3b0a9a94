/**
 * Options of reading that change nothing because no input is of a format whose reader looks at them: `--main` for text files, `--attachments` without
 * a mail. Only a few inputs are looked at; with more inputs, or with archives, which may hold anything, nothing is refused.
 */
import { uselessOption } from '../option-rules.ts';
import type { ReadOptions, Source } from '../read.ts';
import { HEAD_BYTES } from './foreign-formats.ts';
import { LOOKED_AT_BY, READ_RULES } from './options.ts';
import { findReader } from './readers.ts';
import { peek } from './sources/peek.ts';

/** Sources that are looked at. */
const FEW_SOURCES = 200;
/** Limits are for what may come; they need not be reached. */
const LIMITS = ['documentSeconds', 'documentMemory'];

export async function refuseUselessFor(sources: readonly Source[], options: ReadOptions): Promise<void> {
  const names = (Object.keys(LOOKED_AT_BY) as (keyof ReadOptions)[]).filter(
    (name) => !LIMITS.includes(name) && options[name] !== READ_RULES[name].default,
  );
  if (options.format !== 'auto' || names.length === 0 || sources.length > FEW_SOURCES) return;
  const formats = new Set<string>();
  for (const source of sources) {
    const format = await formatOf(source, options);
    if (format === undefined) return;
    formats.add(format);
  }
  const isLookedAt = (name: keyof ReadOptions) => LOOKED_AT_BY[name]!.some((format) => formats.has(format));
  // attachments are of any format
  if (formats.size === 0 || (options.attachments && isLookedAt('attachments'))) return;
  const useless = names.find((name) => !isLookedAt(name));
  if (useless === undefined) return;
  throw uselessOption(
    useless,
    `the input is ${[...formats].join(', ')}`,
    `Leave it out. It is for ${LOOKED_AT_BY[useless]!.join(', ')}.`,
  );
}

/** Undefined if it is not known before the source is read: an archive, something that is empty or cannot be read. */
async function formatOf(source: Source, options: ReadOptions): Promise<string | undefined> {
  try {
    const { head, chunks } = await peek(source.open(), HEAD_BYTES);
    await chunks.return?.();
    if (head.length === 0) return undefined;
    const { found } = await findReader(source, head, options);
    return 'name' in found ? found.name : undefined;
  } catch {
    return undefined;
  }
}
