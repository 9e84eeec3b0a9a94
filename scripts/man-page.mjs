// The manual page, made of the command's own help: a section for every command.

/** @param help Prints the help of a call: `help('dedup', '--help-all')`. */
export function manPage(version, help) {
  const top = help('--help');
  const [, list] = /^Commands:\n([\s\S]*?)\n\n/m.exec(top);
  const commands = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
  const shown = commands.filter((name) => name !== 'help');
  return [
    `.TH NEARDUP 1 "" "neardup ${version}" "User Commands"`,
    '.SH NAME',
    'neardup \\- find duplicate and near-duplicate documents',
    '.SH SYNOPSIS',
    '.B neardup',
    '.I COMMAND',
    '[options]',
    section('DESCRIPTION', top),
    ...shown.map((name) =>
      section(`neardup ${name}`, help(name, ALL.includes(name) ? '--help' : '--help-all')),
    ),
    '',
  ].join('\n');
}

/** Commands that show every option in their help, or whose commands have helps of their own. */
const ALL = ['serve', 'keys', 'mcp', 'app', 'completion', 'collection', 'worker'];

function section(title, text) {
  const lines = text.trimEnd().split('\n').map(escaped);
  return [`.SH "${escaped(title)}"`, '.nf', ...lines, '.fi'].join('\n');
}

/** A dot or quote at the beginning of a line is a request, and a backslash begins an escape. */
function escaped(line) {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
