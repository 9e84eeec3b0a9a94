/** The program: its commands and their help, built from the tables COMMANDS and FLAGS. */
import { Argument, Command, Option } from 'commander';
import { type OptionRule, readCollections, shownFormats, visible, visibleText } from '../../index.ts';
import {
  COMMANDS,
  type CommandEntry,
  type CommandRules,
  commandsOf,
  DOCUMENTS,
  flagsOf,
  isCommon,
  lastArgument,
} from './command-table.ts';
import type { Shell } from './completion.ts';
import { examplesText } from './examples-text.ts';
import { choicesOf, helpOf } from './flag-help.ts';
import { type Flag, longName, optionName } from './flags.ts';
import type { GateFlags } from './gate/gate-flags.ts';
import { helpWidth, NARROW_HELP } from './narrow-help.ts';
import { keysCommand, mcpCommand, pythonCallsCommand, serveCommand } from './service-commands.ts';
import { version } from './version.ts';

/** Options of the library, by their names there. */
export type LibraryOptions = Readonly<Record<string, unknown>>;

/** Options that the commands use themselves. */
export interface OwnOptions extends GateFlags {
  readonly quiet?: boolean;
  readonly color?: 'auto' | 'always' | 'never';
  readonly exitCode?: boolean;
  readonly filesFrom?: string;
  readonly problems?: string;
  readonly full?: boolean;
  readonly matrix?: boolean;
  readonly html?: string;
  readonly all?: boolean;
  readonly truth?: string;
  readonly found?: string;
  readonly errors?: string;
  readonly curve?: string;
  readonly csv?: string;
  readonly queries?: readonly string[];
  readonly signatures?: readonly string[];
  readonly npy?: string;
  readonly fingerprints?: boolean;
  readonly canonical?: boolean;
  readonly rows?: string;
  readonly scheme?: string;
  readonly matching?: boolean;
  readonly evidence?: boolean;
  readonly spark?: string;
  readonly sparkWorker?: string;
}

export type Action = (paths: string[], options: LibraryOptions, own: OwnOptions) => Promise<number>;

const EXAMPLES_IN_SHORT_HELP = 3;

/** @param args The call's arguments. If they name a command, only that one is built: building all takes longer than parsing. */
export function buildProgram(args: readonly string[], onExit: (code: number) => void): Command {
  const program = new Command('neardup')
    .description(
      'Finds duplicate and near-duplicate documents, proves every match against the text, and shows what is the same.',
    )
    .version(version(), '-V, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .showHelpAfterError('(neardup help shows the commands; neardup help COMMAND explains one)')
    .exitOverride()
    .addHelpText(
      'after',
      examplesText([COMMANDS[0].examples[0], COMMANDS[0].examples[2], COMMANDS[1].examples[1]]),
    )
    .addHelpText(
      'after',
      `
Inputs are files, folders, quoted globs, addresses (s3://, hf://, https://) or - for standard input; ${shownFormats().join(', ')}; \
.gz, .zst, .bz2, .xz, .zip and .tar are opened.
neardup COMMAND --help-all shows every option of a command. Shell completion for bash, zsh and fish: neardup help completion.`,
    );
  for (const entry of namedOf(COMMANDS, args)) program.addCommand(buildCommand(entry, args, onExit));
  program.addCommand(serveCommand());
  program.addCommand(keysCommand());
  program.addCommand(mcpCommand());
  program.addCommand(pythonCallsCommand(), { hidden: true });
  program.addCommand(appCommand());
  program.addCommand(completionCommand());
  explainErrors(program);
  return program;
}

/** Messages repeat the user's input, which must not control the terminal. */
function explainErrors(command: Command): void {
  command.configureHelp(NARROW_HELP);
  command.configureOutput({
    getOutHelpWidth: helpWidth,
    writeErr: (text) => process.stderr.write(visibleText(text)),
    outputError: (text, write) => write(withTakers(text)),
  });
  command.commands.forEach(explainErrors);
}

/** The "unknown option" message. Instead of guessing, it lists the commands that take the option. */
function withTakers(message: string): string {
  const [unknown, flag] = /^error: unknown option '(--[\w-]+)[^\n]*\n/.exec(message) ?? [];
  const takers = commandsOf().filter(({ entry }) => flagsOf(entry).some((each) => longName(each) === flag));
  if (unknown === undefined || takers.length === 0) return message;
  if (flag === '--exclude')
    return `${unknown}Files are left out with --exclude-files; --exclude is an option of compare.\n`;
  return `${unknown}It is an option of ${takers.map(({ name }) => name).join(', ')}.\n`;
}

/** @param before The words before its name, if it is a command of another one. */
function buildCommand(
  entry: CommandEntry,
  args: readonly string[],
  onExit: (code: number) => void,
  before = '',
): Command {
  let examples = EXAMPLES_IN_SHORT_HELP;
  const command = new Command(entry.name)
    .summary(entry.summary)
    .description(entry.description)
    .exitOverride()
    .showHelpAfterError(`(neardup ${before}${entry.name} --help explains the options)`)
    .addHelpText('after', () => examplesText(entry.examples.slice(0, examples)));
  if (entry.commands !== undefined) {
    for (const part of namedOf(entry.commands, args))
      command.addCommand(buildCommand(part, args, onExit, `${before}${entry.name} `));
    return command.helpCommand(false);
  }
  command.helpOption('-h, --help', 'show the most used options');
  // inputs may also come from `--files-from` or from a pipe
  for (const [syntax, meaning] of entry.arguments ?? [DOCUMENTS])
    command.argument(syntax.replace(/^<((?:input|files)\.\.\.)>$/, '[$1]'), meaning);
  const rules: CommandRules = entry.rules ?? {};
  const options = flagsOf(entry).map((flag) => ({ flag, option: toOption(flag, rules[optionName(flag)]) }));
  for (const { flag, option } of options) command.addOption(option.hideHelp(!isCommon(flag, entry)));
  command.option('--help-all', 'show every option').on('option:help-all', () => {
    for (const { flag, option } of options) option.hideHelp(false).helpGroup(`${flag.group}:`);
    examples = entry.examples.length;
    command.help();
  });
  command.action(async (...given: unknown[]) => {
    const values = given.at(-2) as Record<string, unknown>;
    const words = given.slice(0, -2).flat() as (string | undefined)[];
    readCollections();
    const { watchSignals } = await import('./signals.ts');
    const isBusy = values.threads === 1 || (values.engine ?? process.env.NEARDUP_ENGINE) === 'scalar';
    watchSignals(isBusy);
    const action = await entry.load!();
    const pick = (own: boolean) =>
      Object.fromEntries(
        options
          .filter(({ flag }) => (flag.own === true) === own)
          .map(({ flag, option }) => [optionName(flag), values[option.attributeName()]]),
      );
    const own: OwnOptions = pick(true);
    if (own.color !== undefined) (await import('./uses-color.ts')).chooseColor(own.color);
    const paths = words.filter((word) => word !== undefined);
    if (own.filesFrom !== undefined || lastArgument(entry) === DOCUMENTS[0]) {
      const { inputsOf } = await import('./inputs-of.ts');
      paths.push(...(await inputsOf(paths.slice((entry.arguments?.length ?? 1) - 1), own)));
    }
    onExit(await action(paths, pick(false), own));
  });
  return command;
}

/** The commands that the arguments name; all if they name none. */
function namedOf(entries: readonly CommandEntry[], args: readonly string[]): readonly CommandEntry[] {
  const named = entries.filter(({ name }) => args.includes(name));
  return named.length > 0 ? named : entries;
}

function toOption(flag: Flag, rule: OptionRule<unknown> | undefined): Option {
  const option = new Option(flag.flags, helpOf(flag, rule));
  const choices = choicesOf(flag, rule);
  if (choices !== undefined) option.choices(choices);
  if (flag.parse !== undefined) option.argParser(flag.parse);
  return option;
}

function appCommand(): Command {
  return new Command('app')
    .summary('write the page that needs no server')
    .description(
      'Writes one HTML file that compares documents in a browser, offline: drop two documents or a folder on it. Nothing leaves the computer.',
    )
    .option('-o, --output <file>', 'where the page goes', 'neardup.html')
    .exitOverride()
    .addHelpText('after', examplesText([['neardup app', 'then open neardup.html in a browser']]))
    .action(async ({ output }: { output: string }) => {
      const { writeAppPage } = await import('../../index.ts');
      await writeAppPage(output);
      process.stderr.write(`neardup: wrote ${visible(output)}: open it in a browser\n`);
    });
}

function completionCommand(): Command {
  return new Command('completion')
    .summary('print a completion script for a shell')
    .description('Prints a script that completes commands, options and their values.')
    .addArgument(new Argument('[shell]', 'the shell').choices(SHELLS).default('bash'))
    .exitOverride()
    .addHelpText('after', examplesText(COMPLETION_EXAMPLES))
    .action(async (shell: Shell, _: unknown, command: Command) => {
      const { completion } = await import('./completion.ts');
      process.stdout.write(completion(shell, command.parent!));
    });
}

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];
const COMPLETION_EXAMPLES = [
  ['source <(neardup completion bash)', 'in ~/.bashrc'],
  ['source <(neardup completion zsh)', 'in ~/.zshrc, after compinit'],
  ['neardup completion fish | source', 'in ~/.config/fish/config.fish'],
] as const;
