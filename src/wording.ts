/**
 * Sentences that name options and functions. A caller of the library knows the option `maxText`, a user of the command line
 * --max-text: so a sentence keeps these names apart from its words, and the app that prints it decides how they are written.
 *
 * A wording is plain data: it can be sent to another thread.
 */

/** An option, with the value to give it if the sentence proposes one. */
export interface OptionName {
  readonly option: string;
  readonly value?: string;
}

/** A function of the library. */
export interface FunctionName {
  readonly call: string;
}

export type Name = OptionName | FunctionName;

/** A sentence: words, or words with names between them. */
export type Wording = string | readonly (string | Name)[];

/**
 * A sentence with names in it.
 *
 * @example
 * wording`Raise the limit with ${option('maxText')}, or compare parts of the text.`
 */
export function wording(
  words: TemplateStringsArray,
  ...values: readonly (Wording | Name | number)[]
): Wording {
  const parts: (string | Name)[] = [];
  words.forEach((text, i) => {
    if (text !== '') parts.push(text);
    if (i < values.length) parts.push(...partsOf(values[i]));
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

/** The problem of a document that cannot be read. */
export interface Told {
  /** As text, with names as the library writes them. */
  readonly problem: string;
  /** The sentence with its names kept apart, if it has any. */
  readonly wording?: Wording;
  /** True for a file of a kind that is not read, such as a picture or a spreadsheet. */
  readonly foreign?: true;
}

export function told(sentence: Wording): Told {
  return typeof sentence === 'string'
    ? { problem: sentence }
    : { problem: inWords(sentence), wording: sentence };
}

export function option(name: string, value?: string): OptionName {
  return value === undefined ? { option: name } : { option: name, value };
}

export function call(name: string): FunctionName {
  return { call: name };
}

/** The sentence as text. @param nameOf How a name is written. @default as callers of the library write it */
export function inWords(sentence: Wording, nameOf: (name: Name) => string = inCode): string {
  if (typeof sentence === 'string') return sentence;
  return sentence.map((part) => (typeof part === 'string' ? part : nameOf(part))).join('');
}

/** `maxText`, `method: 'simhash'`, `buildIndex`, each in backquotes. */
export function inCode(name: Name): string {
  if ('call' in name) return `\`${name.call}\``;
  return name.value === undefined ? `\`${name.option}\`` : `\`${name.option}: '${name.value}'\``;
}

function partsOf(value: Wording | Name | number): readonly (string | Name)[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return [value];
  return 'length' in value ? value : [value];
}
