/** Schemas of requests, with the field names of the command line. TypeScript types and OpenAPI derive from them. */
import { Type } from 'typebox';
import { OPTIONS, type OptionRule, type ValueSchema } from '../../index.ts';
import { NAME_PATTERN } from './collections.ts';
import { REVIEW_STATES, SCOPES } from './service-answers.ts';

/** Bytes would be a fairer limit, but a schema counts characters. */
export const ID_LENGTH = 1024;

export const IdSchema = Type.String({ minLength: 1, maxLength: ID_LENGTH, format: 'whole-characters' });
export const CollectionNameSchema = Type.String({ pattern: NAME_PATTERN });
/** By which a client asks how far its request is. */
export const ProgressIdSchema = Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' });

export const InCollectionSchema = Type.Object({ name: CollectionNameSchema });
export const ClassNameSchema = Type.String({ minLength: 1, maxLength: 200, format: 'whole-characters' });
export const InDocumentSchema = Type.Object({ name: CollectionNameSchema, id: IdSchema });
export const ShareSchema = Type.Number({ minimum: 0, maximum: 1 });
export const CountSchema = Type.Integer({ minimum: 0 });
export const MomentSchema = Type.String({ format: 'date-time' });
/** A date, or a time from now. */
export const WhenSchema = Type.String({
  pattern:
    '^(?:[0-9]{1,6}[sm]|[0-9]{1,5}h|[0-9]{1,4}d|20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,3})?Z)?)$',
});
/** An option of the library, within the bounds of its rule. @param narrower Bounds of the service. */
export function optionOf<T>({ schema }: OptionRule<T>, narrower: ValueSchema = {}) {
  return Type.Optional(Type.Unsafe<Exclude<T, undefined>>({ ...schema, ...narrower }));
}

/** Two letters that stand for a language, and `auto`. */
const Language = Type.Enum(['auto', ...languageCodes()]);
export const MetaSchema = Type.Record(Type.String(), Type.Unknown());

/** A document as it is sent: other fields belong to its `meta`. */
const documentFields = {
  text: Type.String(),
  lang: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
  expires: Type.Optional(Type.Union([WhenSchema, Type.Integer({ minimum: 1, maximum: 2 ** 32 - 1 })])),
};
export const NewTextSchema = Type.Object(
  { ...documentFields, id: Type.Optional(IdSchema) },
  { additionalProperties: true },
);
export const NewDocumentSchema = Type.Object(
  { ...documentFields, id: IdSchema },
  { additionalProperties: true },
);

export const AddQuerySchema = Type.Object(
  {
    onDuplicate: optionOf(OPTIONS['collection.add'].onDuplicate),
    expires: Type.Optional(WhenSchema),
    refresh: optionOf(OPTIONS['collection.add'].refresh),
  },
  { additionalProperties: false },
);

export const SettingsSchema = Type.Object(
  {
    threshold: optionOf(OPTIONS.createCollection.threshold),
    shingle: optionOf(OPTIONS.createCollection.shingle),
    unit: optionOf(OPTIONS.createCollection.unit),
  },
  { additionalProperties: false },
);

/** The SHA-256 of both texts of a pair, to recognize them. */
export const TextHashesSchema = Type.Object(
  { a: Type.String({ pattern: '^[0-9a-f]{64}$' }), b: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  { additionalProperties: false },
);

/** What a person says of a pair. */
export const reviewFields = {
  state: Type.Optional(Type.Enum(REVIEW_STATES)),
  note: Type.Optional(Type.String({ maxLength: 10_000 })),
};

export const LangSchema = Type.Optional(Type.String({ minLength: 1, maxLength: 35 }));

/** A text that is sent, or the id of a stored document. */
export const GivenTextSchema = Type.Union([
  Type.Object(
    { text: Type.String(), id: Type.Optional(IdSchema), lang: LangSchema },
    { additionalProperties: false },
  ),
  Type.Object({ id: IdSchema, lang: LangSchema }, { additionalProperties: false }),
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
  exclude: Type.Optional(Type.Array(GivenTextSchema, { maxItems: 100 })),
  clauses: optionOf(OPTIONS.compare.clauses),
  excludeQuotations: optionOf(OPTIONS.compare.excludeQuotations),
  excludeBibliography: optionOf(OPTIONS.compare.excludeBibliography),
};

export const NewKeySchema = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    scopes: Type.Array(Type.Enum(SCOPES), { minItems: 1, uniqueItems: true }),
    prefix: Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH })),
    expires: Type.Optional(MomentSchema),
    rate: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
);

export const LIMIT = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most }));

function languageCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return pairs.filter((code) => names.of(code) !== undefined);
}
