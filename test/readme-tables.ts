/** The table of docs/commands.md, which is made from those of the command line. */
import { COMMANDS } from '../src/apps/cli/command-table.ts';
import { buildProgram } from '../src/apps/cli/program.ts';

/** Commands that take no documents, and how they are called. */
const OTHERS = ['serve [DIR…]', 'keys create|list|revoke', 'mcp PLACE…', 'app -o FILE'];

/** The block between `<!-- commands -->` and `<!-- end -->`. */
export function commandsTable(): string {
  const all = [...COMMANDS.map(({ usage, summary }) => [usage, summary]), ...OTHERS.map(described)];
  return table(
    ['command', 'does'],
    all.map(([usage, summary]) => [`\`${usage}\``, summary]),
  );
}

function described(usage: string): readonly [usage: string, summary: string] {
  const program = buildProgram([], () => undefined);
  return [usage, program.commands.find((command) => command.name() === usage.split(' ')[0])!.summary()];
}

/** A Markdown table with columns of even width. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll(/[|*]/g, '\\$&')));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [first, ...others] = cells;
  return [line(first), rule, ...others.map(line)].join('\n');
}
