/** The tables of docs/commands.md that are made from the tables of the command line. */
import { COMMANDS, type CommandRules, flagsOf, isCommon } from '../src/apps/cli/command-table.ts';
import { helpOf } from '../src/apps/cli/flag-help.ts';
import { optionName } from '../src/apps/cli/flags.ts';
import { buildProgram } from '../src/apps/cli/program.ts';

const DEDUP = COMMANDS.find(({ name }) => name === 'dedup')!;
const DEDUP_RULES: CommandRules = DEDUP.rules!;

/** Commands that take no documents, and how they are called. */
const OTHERS = ['serve [DIR…]', 'keys create|list|revoke', 'mcp PLACE…', 'app -o FILE'];

/** The block between `<!-- NAME -->` and `<!-- end -->`, by its name. */
export const TABLES: Readonly<Record<string, () => string>> = {
  commands: () =>
    table(
      ['command', 'does'],
      [...COMMANDS.map(({ usage, summary }) => [usage, summary]), ...OTHERS.map(described)].map(
        ([usage, summary]) => [`\`${usage}\``, summary],
      ),
    ),
  options: () =>
    table(
      ['option', 'meaning'],
      flagsOf(DEDUP)
        .filter((flag) => isCommon(flag, DEDUP))
        .map((flag) => [`\`${flag.flags}\``, helpOf(flag, DEDUP_RULES[optionName(flag)])]),
    ),
};

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
