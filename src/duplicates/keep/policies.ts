/** Keep policies: which document of a group stays. A new one is an entry of `KEEP_POLICIES`, for one machine and for Spark. */

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

/** A pattern that matches every valid name. */
export function keepPattern(): string {
  return `^(?:${Object.keys(KEEP_POLICIES).join('|')}|(?:${Object.keys(BY_FIELD).join('|')}):.+)$`;
}

/** The names of all policies, in words. */
export function keepNames(): string {
  const names = [...Object.keys(KEEP_POLICIES), ...Object.keys(BY_FIELD).map((kind) => `${kind}:FIELD`)];
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The SQL expression by which Spark orders documents; values of a field are known when all documents were read. */
export function keepSql(name: string): string {
  const { by, order, sql = order === 'least' ? by : `-${by}` } = keepPolicy(name)!;
  return sql;
}
