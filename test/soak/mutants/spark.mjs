// Faults in what is sent to a cluster: options, references, addresses, the rest of an answer.
const OPTIONS = ['test/stages/options.test.ts'];
const SPARK = ['src/spark'];
const at = (name) => `src/spark/${name}.ts`;

/** @type {import('../check-mutants.mjs').Fault[]} */
export const faults = [
  {
    what: 'an option that workers cannot follow is passed over',
    file: 'src/stages/options.ts',
    from: "if (typeof decision === 'string' || isDefault) continue;",
    to: 'if (decision !== undefined || isDefault) continue;',
    tests: OPTIONS,
  },
  {
    what: 'a method that needs all texts together is taken',
    file: 'src/stages/options.ts',
    from: "if (methodFor(options) === 'bands') return options;",
    to: 'if (methodFor(options) !== undefined) return options;',
    tests: OPTIONS,
  },
  {
    what: 'results of other options may meet',
    file: 'src/stages/options.ts',
    from: 'value !== undefined && !WITHOUT_EFFECT.includes(name)',
    to: "name === 'keep' && !WITHOUT_EFFECT.includes(name)",
    tests: OPTIONS,
  },
  {
    what: 'only the first reference counts',
    file: at('dedup-on-spark'),
    from: '...against.map((path, i)',
    to: '...against.slice(0, 1).map((path, i)',
    tests: SPARK,
  },
  {
    what: 'a reference is cleaned like the input',
    file: at('dedup-on-spark'),
    from: '({ path, reference: 1, i })',
    to: '({ path, reference: 0, i })',
    tests: SPARK,
  },
  {
    what: 'the worker gets no options',
    file: at('dedup-on-spark'),
    from: 'JSON.stringify(this.settings)',
    to: 'JSON.stringify({})',
    tests: SPARK,
  },
  {
    what: 'a Spark that cannot run the statements is tried',
    file: at('dedup-on-spark'),
    from: 'if (Number.parseInt(version, 10) >= LEAST_VERSION) return;',
    to: 'if (Number.parseInt(version, 10) >= LEAST_VERSION - 1) return;',
    tests: SPARK,
  },
  {
    what: 'tables of another run are used',
    file: at('dedup-on-spark'),
    from: 'else if (known !== about) {',
    to: "else if (known === '') {",
    tests: SPARK,
  },
  {
    what: 'a finished step is done again',
    file: at('dedup-on-spark'),
    from: 'if ((await this.marked(name)) !== undefined) return;',
    to: '',
    tests: SPARK,
  },
  {
    what: 'a table of a user may end its name',
    file: at('sql-words'),
    from: "text.replaceAll('`', '``')",
    to: 'text',
    tests: SPARK,
  },
  {
    what: 'a text may end its quotes',
    file: at('sql-words'),
    from: '.replaceAll("\'", "\\\\\'")',
    to: '',
    tests: SPARK,
  },
  {
    what: 'values of an address are not decoded',
    file: at('address'),
    from: 'return decodeURIComponent(text);',
    to: 'return text;',
    tests: SPARK,
  },
  {
    what: 'a value with an equals sign is cut',
    file: at('address'),
    from: "const at = part.indexOf('=');",
    to: "const at = part.lastIndexOf('=');",
    tests: SPARK,
  },
  {
    what: 'parameters of an address are not sent',
    file: at('address'),
    from: 'for (const [name, value] of given) needSent(name, value);',
    to: 'for (const [name, value] of given) needSent(name, value);\n  given = new Map();',
    tests: SPARK,
  },
  {
    what: 'a token goes out without encryption',
    file: at('address'),
    from: "if (token !== undefined && secure === 'false')",
    to: "if (token === '' && secure === 'false')",
    tests: SPARK,
  },
  {
    what: 'a lost answer is asked for from its beginning',
    file: at('connect'),
    from: 'if (id !== undefined) last = Buffer.from(id).toString();',
    to: 'void id;',
    tests: SPARK,
  },
  {
    what: 'an answer that was cut counts as complete',
    file: at('connect'),
    from: 'if (fields.some(({ field }) => field === Response.complete)) return;\n            yield response;\n          }\n',
    to: 'if (fields.some(({ field }) => field === Response.complete)) return;\n            yield response;\n          }\n          return;\n',
    tests: SPARK,
  },
];
