/** What the service takes and gives, with the field names of the command line. TypeScript types and OpenAPI come from these schemas. */
import { Type } from 'typebox';
import { OPTIONS, type OptionRule, type ValueSchema } from '../../index.ts';
import { NAME_PATTERN } from './collections.ts';
import { SCOPES } from './keys.ts';

/** Bytes would be a fairer limit, but a schema counts characters. */
export const ID_LENGTH = 1024;

export const Id = Type.String({ minLength: 1, maxLength: ID_LENGTH, format: 'whole-characters' });
export const CollectionName = Type.String({ pattern: NAME_PATTERN });
export const InCollection = Type.Object({ name: CollectionName });
export const InDocument = Type.Object({ name: CollectionName, id: Id });
export const Share = Type.Number({ minimum: 0, maximum: 1 });
export const Count = Type.Integer({ minimum: 0 });
export const Moment = Type.String({ format: 'date-time' });
/** A date, or a time from now. */
export const When = Type.String({
  pattern:
    '^(?:[0-9]{1,6}[sm]|[0-9]{1,5}h|[0-9]{1,4}d|20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,3})?Z)?)$',
});
/** An option of the library, within the bounds of its rule. @param narrower Bounds of the service. */
export function optionOf<T>({ schema }: OptionRule<T>, narrower: ValueSchema = {}) {
  return Type.Optional(Type.Unsafe<Exclude<T, undefined>>({ ...schema, ...narrower }));
}

/** Two letters that stand for a language, and `auto`. */
const Language = Type.Enum(['auto', ...languageCodes()]);
export const Meta = Type.Record(Type.String(), Type.Unknown());

export const Pair = Type.Object({
  a: Type.String(),
  b: Type.String(),
  resemblance: Share,
  containment: Type.Object({ aInB: Share, bInA: Share }),
  distance: Count,
  identical: Type.Boolean(),
  sameBytes: Type.Optional(Type.Boolean()),
  copies: Type.Optional(Count),
});

/** A document as it is sent: other fields belong to its `meta`. */
const documentFields = {
  text: Type.String(),
  lang: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
  expires: Type.Optional(Type.Union([When, Type.Integer({ minimum: 1, maximum: 2 ** 32 - 1 })])),
};
export const NewText = Type.Object(
  { ...documentFields, id: Type.Optional(Id) },
  { additionalProperties: true },
);
export const NewDocument = Type.Object({ ...documentFields, id: Id }, { additionalProperties: true });

export const AddQuery = Type.Object(
  {
    onDuplicate: optionOf(OPTIONS['collection.add'].onDuplicate),
    expires: Type.Optional(When),
    refresh: optionOf(OPTIONS['collection.add'].refresh),
  },
  { additionalProperties: false },
);

const States = ['added', 'replaced', 'unchanged', 'duplicate', 'refused', 'failed'] as const;

export const AddAnswer = Type.Object({
  id: Type.String(),
  state: Type.Enum(States),
  duplicateOf: Type.Optional(Pair),
  truncated: Type.Optional(Type.Literal(true)),
  empty: Type.Optional(Type.Literal(true)),
  reason: Type.Optional(Type.String()),
  commit: Type.Optional(Count),
});

export const AddLine = Type.Union([
  AddAnswer,
  Type.Object({
    summary: Type.Object({
      documents: Count,
      added: Count,
      replaced: Count,
      unchanged: Count,
      duplicates: Count,
      refused: Count,
      failed: Count,
      commit: Type.Optional(Count),
      seconds: Type.Number(),
    }),
  }),
]);

export const Document = Type.Object({
  id: Type.String(),
  text: Type.String(),
  lang: Type.Optional(Type.String()),
  meta: Type.Optional(Meta),
  seen: Moment,
  expires: Type.Optional(Moment),
});

export const ListedDocument = Type.Object({
  id: Type.String(),
  words: Count,
  lang: Type.Optional(Type.String()),
  meta: Type.Optional(Meta),
  seen: Moment,
  expires: Type.Optional(Moment),
  start: Type.String(),
});

export const RemoveAnswer = Type.Object({
  id: Type.String(),
  state: Type.Enum(['removed', 'missing']),
});

export const CheckAnswer = Type.Object({
  id: Type.Optional(Type.String()),
  pairs: Type.Array(Pair),
  candidates: Count,
  truncated: Type.Boolean(),
  documents: Type.Optional(Count),
  commit: Type.Optional(Count),
});

export const Settings = Type.Object(
  {
    threshold: optionOf(OPTIONS.createCollection.threshold),
    shingle: optionOf(OPTIONS.createCollection.shingle),
    unit: optionOf(OPTIONS.createCollection.unit),
  },
  { additionalProperties: false },
);

/** A key for some documents does not learn how many others there are. */
export const Info = Type.Object({
  name: CollectionName,
  documents: Type.Optional(Count),
  dead: Type.Optional(Count),
  commit: Type.Optional(Count),
  bytes: Type.Optional(Count),
  logBytes: Type.Optional(Count),
  memory: Type.Optional(Count),
  segments: Type.Optional(Count),
  settings: Meta,
  engine: Type.String(),
});

const Side = Type.Object({ start: Count, end: Count, sentence: Count, sentences: Count, words: Count });
const PART = { a: Side, b: Side, kind: Type.String(), score: Type.Number() };
const Both = (schema: typeof Count | typeof Number) =>
  Type.Object({ a: schema as typeof Count, b: schema as typeof Count });

const Disguises = Type.Object({
  mixedWords: Count,
  invisible: Count,
  examples: Type.Array(Type.Object({ start: Count, end: Count, text: Type.String(), readAs: Type.String() })),
});

/** What both texts of a pair are known by: the SHA-256 of each. */
export const TextHashes = Type.Object(
  { a: Type.String({ pattern: '^[0-9a-f]{64}$' }), b: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  { additionalProperties: false },
);

export const Comparison = Type.Object({
  a: Type.String(),
  b: Type.String(),
  similarity: Type.Object({ a: Share, b: Share }),
  identical: Type.Boolean(),
  sameBytes: Type.Optional(Type.Boolean()),
  kinds: Type.Record(Type.String(), Type.Number()),
  words: Both(Count),
  sentences: Both(Count),
  disguises: Type.Optional(Type.Object({ a: Type.Optional(Disguises), b: Type.Optional(Disguises) })),
  passages: Type.Array(
    Type.Object({
      ...PART,
      best: Type.Boolean(),
      parts: Type.Optional(Type.Array(Type.Object({ ...PART, again: Type.Optional(Type.Literal(true)) }))),
    }),
  ),
  inCollection: Type.Optional(Type.Boolean()),
  texts: Type.Optional(TextHashes),
});

export const ComparisonSummary = Type.Object({
  a: Type.String(),
  similarity: Share,
  kinds: Type.Record(Type.String(), Type.Number()),
  words: Count,
  sources: Count,
  passages: Count,
  documents: Type.Optional(Count),
  candidates: Type.Optional(Type.Array(Type.Object({ id: Type.String(), words: Count, share: Share }))),
  boilerplate: Type.Optional(Type.Array(Meta)),
  engine: Type.String(),
});

export const Lang = Type.Optional(Type.String({ minLength: 1, maxLength: 35 }));

/** A text that is sent, or the id of a stored document. */
export const GivenText = Type.Union([
  Type.Object({ text: Type.String(), id: Type.Optional(Id), lang: Lang }, { additionalProperties: false }),
  Type.Object({ id: Id, lang: Lang }, { additionalProperties: false }),
]);

/** How texts are compared. */
export const compareFields = {
  minWords: optionOf(OPTIONS.compare.minWords, { maximum: 1_000_000 }),
  // whatever is given of the two, the first is not above the second
  similarWeight: optionOf(OPTIONS.compare.similarWeight, { maximum: OPTIONS.compare.rightWeight.default }),
  rightWeight: optionOf(OPTIONS.compare.rightWeight, { minimum: OPTIONS.compare.rightWeight.default }),
  lang: Type.Optional(Language),
  thesaurus: Type.Optional(Type.Enum(['auto', 'built-in', 'none'])),
  /** Texts that do not count. */
  exclude: Type.Optional(Type.Array(GivenText, { maxItems: 100 })),
  excludeQuotations: optionOf(OPTIONS.compare.excludeQuotations),
  excludeBibliography: optionOf(OPTIONS.compare.excludeBibliography),
};

export const DocumentText = Type.Object({
  id: Type.String(),
  text: Type.Optional(Type.String()),
  paragraphs: Type.Optional(Type.Array(Type.Object({ start: Count, end: Count }))),
  lang: Type.Optional(Type.String()),
  meta: Type.Optional(Meta),
  state: Type.Optional(Type.Literal('failed')),
  reason: Type.Optional(Type.String()),
});

export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.String(),
  advice: Type.String(),
  instance: Type.String(),
});

const keyFields = {
  name: Type.Optional(Type.String({ maxLength: 200 })),
  scopes: Type.Array(Type.Enum(SCOPES), { minItems: 1, uniqueItems: true }),
  prefix: Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH })),
  expires: Type.Optional(Moment),
  rate: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
};
export const NewKey = Type.Object(keyFields, { additionalProperties: false });
export const Key = Type.Object({
  key: Type.String(),
  ...keyFields,
  created: Moment,
  secret: Type.Optional(Type.String()),
});

export const LIMIT = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most }));

function languageCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return pairs.filter((code) => names.of(code) !== undefined);
}
