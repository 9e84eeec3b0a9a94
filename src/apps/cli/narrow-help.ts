/** Help that fits a narrow terminal, such as half of a screen or a phone: what an option does is below it there. */
import type { Help } from 'commander';

/** Below this width there is no room for two columns. */
const TWO_COLUMNS = 70;
const LEAST_WIDTH = 24;

/** Columns of the terminal. `COLUMNS` says it where there is none. */
export function helpWidth(): number {
  const columns = process.stdout.columns ?? Number(process.env.COLUMNS);
  return columns > 0 ? Math.max(LEAST_WIDTH, columns) : 80;
}

export const NARROW_HELP: Partial<Help> = {
  minWidthToWrap: LEAST_WIDTH / 2,
  styleUsage: (usage) =>
    'Usage: '.length + usage.length > helpWidth() ? usage.replace(' [', '\n  [') : usage,
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? 80;
    const indent = width < TWO_COLUMNS ? 6 : termWidth + 4;
    const text = helper.boxWrap(description, width - indent).replaceAll('\n', `\n${' '.repeat(indent)}`);
    if (width < TWO_COLUMNS) return `  ${term}${text === '' ? '' : `\n      ${text}`}`;
    return `  ${term.padEnd(termWidth)}  ${text}`.trimEnd();
  },
};

/** Wraps a line for a narrow terminal; a wide one has it as it is. @param indent Spaces before each line. @param end What a line that goes on ends with. */
export function wrapped(text: string, indent: number, end = ''): string {
  const width = helpWidth();
  if (width >= TWO_COLUMNS) return ' '.repeat(indent) + text;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && indent + line.length + 1 + word.length + end.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => ' '.repeat(indent) + line).join(`${end}\n`);
}
