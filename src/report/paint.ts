/** ANSI colors for the terminal, if the caller asks for them. */

export type Style = keyof typeof CODES;
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
} as const satisfies Record<string, readonly [on: number, off: number]>;

export type Paint = (style: Style, text: string) => string;

/** Paints, or leaves the text as it is. */
export function painter({ color = false }: { readonly color?: boolean }): Paint {
  if (!color) return (_, text) => text;
  return (style, text) => `\x1b[${CODES[style][0]}m${text}\x1b[${CODES[style][1]}m`;
}
