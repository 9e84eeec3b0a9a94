// The page of all commands with all of their options. It is made of the tables of the command line, which are TypeScript: they are bundled to be read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPages } from '../scripts/bundle-pages.mjs';
import { ROOT } from './contents.mjs';

const CODE = `
export { COMMANDS, commandsOf, flagsOf } from '${ROOT}src/apps/cli/command-table.ts';
export { helpOf } from '${ROOT}src/apps/cli/flag-help.ts';
export { optionName } from '${ROOT}src/apps/cli/flags.ts';
export { buildProgram } from '${ROOT}src/apps/cli/program.ts';`;

export async function optionsPage() {
  const { commandsOf, flagsOf, helpOf, optionName, buildProgram } = await tables();
  const sections = commandsOf().map(({ name, entry }) => {
    const rules = entry.rules ?? {};
    return section(name, entry, byGroup(flagsOf(entry)), (flag) => helpOf(flag, rules[optionName(flag)]));
  });
  const program = buildProgram([], () => undefined);
  const others = ['serve', 'keys', 'mcp', 'app', 'completion'].flatMap((name) =>
    otherSection(
      program.commands.find((each) => each.name() === name),
      '',
    ),
  );
  return [
    '# Every command and option',
    'Made from the tables of the command line; `neardup COMMAND --help-all` prints the same. [Commands and options](commands.html) is the short list.',
    ...sections,
    ...others,
  ].join('\n\n');
}

/** The tables, from the sources: dist has the command as bundles without names. */
async function tables() {
  const id = 'site-tables';
  const bundle = await rolldown({
    input: id,
    platform: 'node',
    external: /^[^./]|node_modules/,
    plugins: [
      bundledPages(),
      {
        name: id,
        resolveId: { order: 'pre', handler: (source) => (source === id ? id : undefined) },
        load: (source) => (source === id ? CODE : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  // as deep below package.json as the command is, which reads its version there
  const folder = `${ROOT}dist/.site/tables`;
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/tables.mjs`;
  writeFileSync(path, output[0].code);
  return import(pathToFileURL(path));
}

function byGroup(flags) {
  const groups = new Map();
  for (const flag of flags) groups.set(flag.group, [...(groups.get(flag.group) ?? []), flag]);
  return groups;
}

function section(name, { usage, description, examples }, groups, help) {
  const rows = [...groups].flatMap(([group, flags]) =>
    flags.map((flag) => [`\`${flag.flags}\``, help(flag), group]),
  );
  return [
    `## ${name}`,
    `\`neardup ${usage.startsWith(name.split(' ')[0]) ? usage : `${name} ${usage}`}\``,
    cellSafe(description),
    examples.length === 0
      ? ''
      : `\`\`\`sh\n${examples.map(([command, meaning]) => `# ${meaning}\n${command}`).join('\n')}\n\`\`\``,
    rows.length === 0 ? '' : table(['option', 'meaning', 'about'], rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function otherSection(command, before) {
  const name = `${before}${command.name()}`;
  const parts = command.commands.flatMap((each) => otherSection(each, `${name} `));
  const options = command.options.map((option) => [`\`${option.flags}\``, option.description]);
  const all = [
    `## ${name}`,
    cellSafe(command.description()),
    ...(options.length > 0 ? [table(['option', 'meaning'], options)] : []),
  ];
  return [all.join('\n\n'), ...parts];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cellSafe(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Angle brackets are values of options here, never markup. */
function cellSafe(text) {
  return text.replaceAll(/(`[^`]*`)|([<*_])/g, (_, code, character) => code ?? `\\${character}`);
}
