/** The functions of the package for Python, with types and help, made from the tables of the command line: `src/neardup/_verbs.py`. */
import { COMMANDS, type CommandRules, flagsOf } from '../src/apps/cli/command-table.ts';
import { helpOf } from '../src/apps/cli/flag-help.ts';
import { bytes, type Flag, optionName } from '../src/apps/cli/flags.ts';
import type { OptionRule } from '../src/index.ts';

interface Verb {
  readonly name: string;
  /** The command whose options it takes. */
  readonly like: string;
  readonly summary: string;
  /** What comes before the options. */
  readonly takes: readonly string[];
  readonly gives: string;
  /** What it calls, with the options as `options`. */
  readonly calls: string;
  /** Options of the command that it does not take. */
  readonly without?: readonly string[];
  readonly example: string;
}

const DATA = ['data: Any', '*', 'text: Union[str, Sequence[str], None] = None', 'id: Optional[str] = None'];
/** The help of what is no option of the command line. */
const OWN: Readonly<Record<string, string>> = {
  data: 'data: a frame, table, dataset, relation, list, or paths (a string or `Path`)',
  queries: 'queries: a text, or several',
  a: 'a: a text; a file is a `Path`',
  sources: 'sources: the texts and files that it is compared with',
  html: 'html: whether a notebook shows the page with both texts',
  text: 'text: the column or columns of the text (default: text, content, body or article)',
  id: 'id: the column of the ids, which may be missing or repeated (default: id)',
  against: 'against: documents to compare with, in any of the forms of `data`',
  prefix: 'prefix: what the names of the new columns begin with',
  progress: 'progress: whether to show a bar (default: on a terminal and in notebooks)',
};

const AGAINST = 'against: Any = None';
const PROGRESS = 'progress: Optional[bool] = None';

/** They are arguments of their own, or belong to a terminal. */
const NEVER = [
  ...[
    'textField',
    'idField',
    'against',
    'json',
    'quiet',
    'exitCode',
    'queries',
    'in',
    'html',
    'all',
    'fingerprints',
  ],
  ...[
    'againstTextField',
    'collection',
    'spark',
    'sparkWorker',
    'signatures',
    'npy',
    'canonical',
    'duplicateIds',
  ],
];
const FILES = ['output', 'removed', 'report', 'annotate', 'annotatePrefix', 'split', 'unreadable'];

const VERBS: readonly Verb[] = [
  {
    name: 'dedup',
    like: 'dedup',
    summary: 'Removes near-duplicates; every removed document was compared with the one that is kept for it.',
    takes: [...DATA, AGAINST, PROGRESS],
    gives: 'Kept',
    calls: '_calls.dedup(data, text, id, against, progress, options)',
    without: ['annotate', 'annotatePrefix'],
    example: 'neardup.dedup(frame, threshold=0.9).kept()',
  },
  {
    name: 'annotate',
    like: 'dedup',
    summary:
      'Removes nothing: gives all documents with columns that say their group, its size, and whether they are kept.',
    takes: [...DATA, 'prefix: str = "neardup."', PROGRESS],
    gives: 'Any',
    calls: '_calls.annotate(data, text, id, prefix, progress, options)',
    without: [...FILES, 'onlyAgainst', 'containmentOf', 'drop', 'atMost'],
    example: 'neardup.annotate(frame)["neardup.group"]',
  },
  {
    name: 'pairs',
    like: 'pairs',
    summary: 'Lists every pair of near-duplicates with its evidence.',
    takes: [...DATA, PROGRESS],
    gives: 'Results',
    calls: '_calls.listing("pairs", data, text, id, progress, options)',
    example: '[(pair["a"], pair["b"]) for pair in neardup.pairs(frame)]',
  },
  {
    name: 'groups',
    like: 'groups',
    summary: 'Lists groups of near-duplicates: the kept document and its copies.',
    takes: [...DATA, PROGRESS],
    gives: 'Results',
    calls: '_calls.listing("groups", data, text, id, progress, options)',
    without: ['report', ...FILES],
    example: 'len(neardup.groups(frame))',
  },
  {
    name: 'trim',
    like: 'trim',
    summary: 'Cuts passages that stand at several places of the documents; the first place stays.',
    takes: [...DATA, AGAINST, PROGRESS],
    gives: 'Kept',
    calls: '_calls.trim(data, text, id, against, progress, options)',
    example: 'neardup.trim(frame, least=30).kept()',
  },
  {
    name: 'decontaminate',
    like: 'decontaminate',
    summary: 'Finds items of evaluation sets in documents, and cuts them or drops the documents.',
    takes: [DATA[0], AGAINST.replace(' = None', ''), ...DATA.slice(1), PROGRESS],
    gives: 'Kept',
    calls: '_calls.decontaminate(data, text, id, against, progress, options)',
    example: 'neardup.decontaminate(train, test, action="drop").kept()',
  },
  {
    name: 'search',
    like: 'search',
    summary: 'Finds the documents most like a text.',
    takes: ['queries: Union[str, Sequence[str]]', ...DATA, PROGRESS],
    gives: 'Results',
    calls: '_calls.search(queries, data, text, id, progress, options)',
    without: ['measure'],
    example: 'neardup.search("herons on the estuary", frame, k=3)',
  },
  {
    name: 'fingerprint',
    like: 'fingerprint',
    summary: 'Gives the fingerprint of every document.',
    takes: [...DATA, PROGRESS],
    gives: 'Results',
    calls: '_calls.listing("fingerprint", data, text, id, progress, options)',
    without: ['level', 'image', 'checksum', 'step', 'signature', 'unit', 'order', 'shingle', 'output'],
    example: 'neardup.fingerprint(["One text."])[0]["fingerprint"]',
  },
  {
    name: 'compare',
    like: 'compare',
    summary: 'Finds the passages that a text shares with others. A string is a text; a file is a Path.',
    takes: ['a: Any', '*sources: Any', 'html: bool = True'],
    gives: 'Compared',
    calls: '_calls.compare(a, list(sources), html, options)',
    without: [
      ...['sources', 'boilerplate', 'mutual', 'partners', 'onlyIn', 'countCommon', 'by', 'exclude', 'csv'],
      'full',
      'matrix',
      'baseline',
      'updateBaseline',
      'sarif',
      'github',
    ],
    example: 'neardup.compare("One long text …", Path("essay.docx"))',
  },
];

/** The file of the functions. */
export function pythonVerbs(): string {
  const names = VERBS.map(({ name }) => `"${name}"`).join(', ');
  return `"""The verbs of neardup. Made from the one description of the options: UPDATE_README=1 npx vitest run test/python-verbs.test.ts"""

from typing import Any, Dict, Literal, Optional, Sequence, Union

from . import _calls
from ._options import size
from ._results import Compared, Kept, Results

__all__ = [${names}]
${VERBS.map(functionOf).join('')}`;
}

function functionOf(verb: Verb): string {
  const entry = COMMANDS.find(({ name }) => name === verb.like)!;
  const rules: CommandRules = entry.rules!;
  const skipped = new Set([...NEVER, ...(verb.without ?? [])]);
  const flags = flagsOf(entry).filter(
    (flag) => !skipped.has(optionName(flag)) && rules[optionName(flag)] !== undefined,
  );
  const options = flags.map((flag) => ({
    name: snake(optionName(flag)),
    isSize: flag.parse === bytes,
    type: flag.parse === bytes ? 'Union[int, str]' : typeOf(flag, rules[optionName(flag)]),
    help: helpOf(flag, rules[optionName(flag)]).replaceAll(
      /--([a-z-]+)/g,
      (_, name: string) => `\`${name.replaceAll('-', '_')}\``,
    ),
  }));
  const signature = [...verb.takes, ...options.map(({ name, type }) => `${name}: ${optional(type)} = None`)];
  return `

def ${verb.name}(
${signature.map((each) => `    ${each},\n`).join('')}) -> ${verb.gives}:
    """${verb.summary}

${verb.takes
  .flatMap((each) => OWN[/^\*?(\w+)/.exec(each)?.[1] ?? ''] ?? [])
  .map((line) => `    ${line}\n`)
  .join('')}${options.map(({ name, help }) => `    ${name}: ${help}\n`).join('')}
    >>> ${verb.example}
    """
    options: Dict[str, Any] = {
${options.map(({ name, isSize }) => `        "${name}": ${isSize ? `size(${name})` : name},\n`).join('')}    }
    return ${verb.calls}
`;
}

function optional(type: string): string {
  return type.startsWith('Union[') ? `${type.slice(0, -1)}, None]` : `Optional[${type}]`;
}

function typeOf(flag: Flag, { schema }: OptionRule<unknown>): string {
  if (!flag.flags.includes('<')) return 'bool';
  if (schema?.enum !== undefined)
    return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  return { integer: 'int', number: 'float', boolean: 'bool', string: 'str' }[schema?.type ?? 'string'];
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
