/**
 * Keep policies: which document of a group stays. A new one is an entry of `KEEP_POLICIES`, for one machine and for
 * Spark; what is compared for the first time is also a case of `policy` in `keep-order.ts`.
 */
import type { OptionRule } from '../../option-rules.ts';

/** The document with the least value is kept, or with the greatest; of equal ones the first. Those without a value come last. */
export interface KeepPolicy {
  /** The compared property: of the document, of its file, or a field. `dedup.sql` has columns of these names. */
  readonly by: 'number' | 'words' | 'modified' | 'size' | 'field';
  readonly order: 'least' | 'greatest';
  /** The value in SQL, to be ordered upward. @default by `by` and `order` */
  readonly sql?: string;
  readonly field?: string;
}

const KEEP_POLICIES: Readonly<Record<string, KeepPolicy>> = {
  // rows are in this order anyway
  first: { by: 'number', order: 'least', sql: 'CAST(NULL AS double)' },
  last: { by: 'number', order: 'greatest' },
  longest: { by: 'words', order: 'greatest' },
  shortest: { by: 'words', order: 'least' },
  newest: { by: 'modified', order: 'greatest' },
  oldest: { by: 'modified', order: 'least' },
  largest: { by: 'size', order: 'greatest' },
};
const BY_FIELD: Readonly<Record<string, KeepPolicy['order']>> = { max: 'greatest', min: 'least' };

/** The policy that a name stands for, if it does. `max:date` looks at the field `date`. */
export function keepPolicy(name: string): KeepPolicy | undefined {
  if (Object.hasOwn(KEEP_POLICIES, name)) return KEEP_POLICIES[name];
  const [, kind, field] = /^(\w+):(.+)$/.exec(name) ?? [];
  return Object.hasOwn(BY_FIELD, kind ?? '') ? { by: 'field', order: BY_FIELD[kind], field } : undefined;
}

/** The rule of the option `keep`. @param hasFiles False for stored documents: no policy can look at their files. */
export function keepRule(hasFiles: boolean): OptionRule<string> {
  const isByFile = ({ by }: KeepPolicy) => by === 'modified' || by === 'size';
  const names = Object.keys(KEEP_POLICIES).filter((name) => hasFiles || !isByFile(KEEP_POLICIES[name]));
  const kinds = Object.keys(BY_FIELD);
  const shown = [...names, ...kinds.map((kind) => `${kind}:FIELD`)];
  const pattern = `^(?:${names.join('|')}|(?:${kinds.join('|')}):.+)$`;
  return {
    default: 'first',
    schema: { type: 'string', pattern },
    isAllowed: (value) => typeof value === 'string' && new RegExp(pattern).test(value),
    expected: `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`,
  };
}

/** The SQL expression by which Spark orders documents; values of a field are known when all documents were read. */
export function keepSql(name: string): string {
  const { by, order, sql = order === 'least' ? by : `-${by}` } = keepPolicy(name)!;
  return sql;
}
