// What may be said once: the default of an option, in its rule, the keep policies, in their table, and the fields of an answer, in its
// declaration. Patterns find second copies.

/** A rule of an option in a table of rules, and what it is made of. */
const RULE =
  /^ {2}(\w+): (?:\{\s*\.\.\.)?((?:integer|number|share|oneOf|text|onOrOff|bounded)\((?:[^()]|\([^()]*\))*\))/gm;

/** A property of an interface whose comment says a constant as its default. */
const COMMENTED = /@default (-?[\d_.]+|'[^']*'|true|false|\[\])(?=[\s,]|$)[^@;]*?\*\/\s+readonly (\w+)\??:/g;

const POLICIES = 'duplicates/keep/policies.ts';

/** @param modules As `readModules` gives them. */
export function* secondCopies(modules) {
  const rules = modules.flatMap((module) => [...rulesIn(module)]);
  yield* equalRules(rules);
  for (const { path, source } of modules) {
    for (const [, value, name] of source.text.matchAll(COMMENTED)) {
      const isCopy = rules.some((rule) => rule.name === name && firstArgument(rule.made) === plain(value));
      if (isCopy) yield `src/${path} says the default of ${name} (${value}): its rule does`;
    }
    if (path === 'apps/cli/flags.ts' && source.text.includes('(default'))
      yield `src/${path} says a default: the rule of the option does`;
  }
  yield* policyLists(modules);
  yield* answersAgain(modules);
}

function* rulesIn({ path, source }) {
  for (const [, name, made] of source.text.matchAll(RULE)) yield { path, name, made };
}

/** Two rules of one name and one content; a switch that is off is no copy of another one. */
function* equalRules(rules) {
  for (const [i, { path, name, made }] of rules.entries()) {
    const first = rules.slice(0, i).find((rule) => rule.name === name && rule.made === made);
    if (first === undefined || made === 'onOrOff(false)') continue;
    yield `src/${path} states the rule of ${name} again: it is in src/${first.path}`;
  }
}

const plain = (value) => value.replaceAll('_', '');

function firstArgument(made) {
  return plain(/\(([^,)]*)/.exec(made)[1].trim());
}

/** Lines with four policies are a list of them. */
function* policyLists(modules) {
  const table = modules.find(({ path }) => path === POLICIES)?.source.text ?? '';
  const names = [...table.matchAll(/^ {2}(\w+): \{ by:/gm)].map(([, name]) => name);
  for (const { path, source } of modules) {
    if (path === POLICIES) continue;
    for (const line of source.text.split('\n')) {
      const listed = names.filter((name) => new RegExp(`\\b${name}\\b`).test(line));
      if (listed.length >= 4)
        yield `src/${path} lists keep policies (${listed.join(', ')}): src/${POLICIES} does`;
    }
  }
}

/** The log of a collection has documents in a form of its own, with seconds for dates. */
const LOG = 'collection/store/records.ts';

/** Answers with fewer fields may look like something else. */
const LEAST_FIELDS = 4;

/** Types and schemas written by hand that have all fields of a declared answer. */
function* answersAgain(modules) {
  const isDeclaring = ({ path }) => path.startsWith('answers/') || path === 'apps/http/service-answers.ts';
  const answers = declaredAnswers(modules.filter(isDeclaring));
  for (const module of modules) {
    if (isDeclaring(module) || module.path === LOG) continue;
    const { path, source } = module;
    for (const [, name = 'a schema', body] of source.text.matchAll(BY_HAND)) {
      const fields = new Set(
        [...body.matchAll(/(?:^|[{,])\s*(?:readonly )?(\w+)\??:/gm)].map(([, field]) => field),
      );
      const copied = answers.find((answer) => answer.fields.every((field) => fields.has(field)));
      if (copied !== undefined)
        yield `src/${path} states the fields of ${copied.name} again (${name}): they are in src/${copied.path}`;
    }
  }
}

/** The body of an interface, or of an object that TypeBox describes. */
const BY_HAND = /(?:^(?:export )?interface (\w+)[^{]*|Type\.Object\()\{([\s\S]*?)\n?\s*\}(?:\n|\))/gm;

/** The answers with their fields, those of other answers that they spread included. */
function declaredAnswers(modules) {
  const known = new Map();
  for (const { path, source } of modules) {
    for (const [, name, body] of source.text.matchAll(
      /^(?:export )?const (\w+) = object\(\{\n([\s\S]*?)^\}\);/gm,
    ))
      known.set(name, { name, path, body });
  }
  const fieldsOf = (name) => {
    const { body = '' } = known.get(name) ?? {};
    const spread = [...body.matchAll(/^ {2}\.\.\.fieldsIn\((\w+)\)/gm)].flatMap(([, other]) =>
      fieldsOf(other),
    );
    return [...spread, ...[...body.matchAll(/^ {2}(\w+)(?::|,$)/gm)].map(([, field]) => field)];
  };
  const all = [...known.values()].map(({ name, path }) => ({ name, path, fields: fieldsOf(name) }));
  return all.filter(({ fields }) => fields.length >= LEAST_FIELDS);
}
