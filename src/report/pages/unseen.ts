/** Letters of a document that nobody sees, as its reader tells them. */

export interface UnseenText {
  readonly words: number;
  /** How they begin. */
  readonly text: string;
}

/** @param meta The fields of a document beside its text. */
export function unseenOf(meta: Readonly<Record<string, unknown>> = {}): UnseenText | undefined {
  const { unseenText } = meta as { readonly unseenText?: UnseenText };
  return typeof unseenText?.words === 'number' && typeof unseenText.text === 'string'
    ? unseenText
    : undefined;
}
