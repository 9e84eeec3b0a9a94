/** The option `markup` for text fields: `html` fields lose their tags, all others stay as they are. */
import type { ReadOptions } from '../../read.ts';

export async function markupRemover(markup: ReadOptions['markup']): Promise<(text: string) => string> {
  if (markup === 'none') return (text) => text;
  const { htmlToText } = await import('./html-to-text.ts');
  return htmlToText;
}
