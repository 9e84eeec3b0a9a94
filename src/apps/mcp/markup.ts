/** How a text that an agent gives is marked up: documents of a shelf are compared without their marks, and so must it be. */
import { Type } from 'typebox';
import { texts } from '../../index.ts';

const ENDINGS = { text: 'txt', markdown: 'md', html: 'html' } as const;

export type Markup = keyof typeof ENDINGS;

export const FORMAT = Type.Optional(
  Type.Union([Type.Literal('text'), Type.Literal('markdown'), Type.Literal('html')], {
    description: 'how the text is marked up, as the content of a file of that kind is (default: text)',
  }),
);

/** The text as it would be read from a file of the format. */
export async function textAsRead(text: string, format: Markup = 'text'): Promise<string> {
  if (format === 'text') return text;
  const [read] = await texts([new File([text], `text.${ENDINGS[format]}`)]).toArray();
  return read?.text ?? '';
}
