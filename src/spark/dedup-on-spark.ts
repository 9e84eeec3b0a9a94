/**
 * `dedup` on a Spark cluster, over Spark Connect: the statements of `dedup.sql`, with the worker called by `TRANSFORM`. Nothing but
 * this process is needed here; the executors need the archive of `neardup spark-archive`. `neardup_spark.py` does the same from Python.
 */

import type { Removed } from '../answers/copies.ts';
import type { Summary } from '../answers/runs.ts';
import { keepPolicy, keepSql } from '../duplicates/index.ts';
import { NeardupError } from '../errors.ts';
import { asksForId, noSuchId } from '../read/index.ts';
import type { RunOptions } from '../run-options.ts';
import { resolveStageOptions, schemeOf } from '../stages/index.ts';
import { SparkSession } from './connect.ts';
import { absolute, bare, scan, scanAgain } from './scan-files.ts';
import { named, quoteName } from './sql-words.ts';
import { readStatements, type Statement } from './statements.ts';

export interface SparkOptions extends Partial<RunOptions> {
  /** `sc://host:15002` */
  readonly spark: string;
  /** A folder that all executors can write to: `s3a://bucket/clean`. It gets `kept` and `removed`. */
  readonly output: string;
  /** References: documents that resemble one of theirs are removed. */
  readonly against?: string | readonly string[];
  /** The command of the worker on executors. A task that takes longer than six hours fails. @default 'timeout 21600 ./nd/neardup worker' */
  readonly sparkWorker?: string;
  /** Other options of `dedup`. */
  readonly [option: string]: unknown;
}

const LEAST_VERSION = 4;

type Counts = Omit<Summary, 'seconds' | 'engine'> & { short: number; inBoth: number };

/** Gives the removed documents, and returns the summary. */
export async function* runOnSpark(
  inputs: readonly string[],
  options: SparkOptions,
): AsyncGenerator<Removed, Summary> {
  const {
    spark,
    output,
    against,
    sparkWorker = 'timeout 21600 ./nd/neardup worker',
    onProblem,
    onProgress,
    signal,
    ...others
  } = options;
  const start = performance.now();
  const job = new SparkJob(
    new SparkSession(spark, signal),
    inputs,
    [against ?? []].flat(),
    output.replace(/\/+$/, ''),
    sparkWorker,
    others,
  );
  try {
    for (const statement of await job.begin()) {
      onProgress?.({ stage: 'match', documents: 0, note: `Spark: ${statement.name}` });
      await job.step(statement);
    }
    const counts = await job.write((place, problem) => onProblem?.({ source: place, reason: problem }));
    yield* job.removed();
    const { short, inBoth, ...always } = counts;
    const some = { ...(short > 0 && { short }), ...(inBoth > 0 && { inBoth }) };
    return { ...always, ...some, seconds: Math.round(performance.now() - start) / 1000, engine: 'spark' };
  } finally {
    job.close();
  }
}

class SparkJob {
  private readonly statements = readStatements();
  private readonly work: string;
  private readonly scheme: string;
  private readonly keep: string;
  readonly idField: string;
  /** The values of `${name}` in a statement. */
  private readonly given: Map<string, string>;

  constructor(
    private readonly session: SparkSession,
    private readonly inputs: readonly string[],
    private readonly against: readonly string[],
    private readonly output: string,
    private readonly worker: string,
    private readonly settings: object,
  ) {
    const resolved = resolveStageOptions(settings);
    this.scheme = schemeOf(resolved);
    this.keep = resolved.keep;
    this.idField = resolved.idField;
    this.work = `${output}.work`;
    const { field } = keepPolicy(this.keep)!;
    const sources = [
      ...inputs.map((path, i) => ({ path, reference: 0, i })),
      ...against.map((path, i) => ({ path, reference: 1, i })),
    ];
    const names = sources.map(
      ({ path, reference, i }) =>
        `(${reference}, ${i}, ${quoteName(bare(path))}, ${quoteName(bare(absolute(path)))})`,
    );
    this.given = new Map([
      ['input', scan(sources)],
      ['rows', scanAgain(sources.filter(({ reference }) => reference === 0))],
      ['names', names.join(', ')],
      ['bytes', 'string'],
      ['keep', field === undefined ? '' : ', keepNumber double, keepDate double, keepText string'],
      ['keep_names', field === undefined ? '' : ', k.keepNumber, k.keepDate, k.keepText'],
      ['field', quoteName(field ?? '').slice(1, -1)],
      ['only_against', String(resolved.onlyAgainst)],
      ['value', keepSql(this.keep)],
    ]);
  }

  /** The statements to run. */
  async begin(): Promise<Statement[]> {
    await this.checkVersion();
    // the same parts of files in every pass, however many executors there are
    await this.session.run('SET spark.sql.files.minPartitionNum = 1');
    const about = JSON.stringify([this.scheme, this.inputs, this.against]);
    const known = await this.marked('run');
    if (known === undefined) await this.mark('run', about);
    else if (known !== about) {
      throw new NeardupError('BAD_OPTION', `${this.work} has the tables of another run.`, {
        advice: 'Delete it, or choose another output.',
      });
    }
    return this.statements;
  }

  /** `dedup.sql` reads files with `WITH`, which older versions do not have. */
  private async checkVersion(): Promise<void> {
    for await (const { version } of this.session.rows<{ version: string }>('SELECT version() AS version')) {
      if (Number.parseInt(version, 10) >= LEAST_VERSION) return;
      const got = version.split(' ', 1)[0];
      throw new NeardupError('BAD_OPTION', `Expected Spark ${LEAST_VERSION}.0 or later, got ${got}.`, {
        option: 'spark',
        advice: 'Use a newer Spark, or `neardup worker` with your own steps: docs/worker.md.',
      });
    }
  }

  async step(statement: Statement): Promise<void> {
    const { kind, name, query, stage } = statement;
    if (kind === 'view')
      await this.session.run(`CREATE OR REPLACE TEMPORARY VIEW ${name} AS ${this.fill(query)}`);
    if (name === 'id_field') await this.checkIds(query);
    if (name === 'kind' && this.given.get('field') !== '') await this.chooseValue(query);
    if (kind !== 'table' && kind !== 'stage') return;
    const path = `${this.work}/${name}`;
    this.given.set(name, `parquet.${named(path)}`);
    if ((await this.marked(name)) !== undefined) return;
    const rows = stage === undefined ? this.fill(query) : this.throughWorker(this.fill(query), stage);
    await this.insert(path, 'parquet', rows);
    await this.mark(name, 'done');
  }

  /** Writes the results, tells the problems, and counts. */
  async write(onProblem: (place: string, problem: string) => void): Promise<Counts> {
    await this.insert(`${this.output}/removed`, 'json', 'SELECT * FROM removed');
    await this.insert(`${this.output}/kept`, 'text', 'SELECT * FROM kept');
    for await (const row of this.query<{ place: string; problem: string }>('problems'))
      onProblem(row.place, row.problem);
    for await (const counts of this.query<Counts>('summary')) return counts;
    throw new Error('spark: no summary');
  }

  removed(): AsyncGenerator<Removed> {
    return this.session.rows('SELECT * FROM removed');
  }

  close(): void {
    this.session.close();
  }

  private query<T>(name: string): AsyncGenerator<T> {
    return this.session.rows(this.fill(this.statements.find((each) => each.name === name)!.query));
  }

  private fill(text: string): string {
    return text.replaceAll(/\$\{(\w+)\}/g, (_, name) => this.given.get(name)!);
  }

  private insert(path: string, format: string, query: string): Promise<void> {
    return this.session.run(`INSERT OVERWRITE DIRECTORY ${quoteName(path)} USING ${format} ${query}`);
  }

  /**
   * Rows go to the worker as JSON, and come back so. A line that is no JSON fails the run. A worker that fails says why in its last
   * line, after a byte that JSON never has: its standard error may come too late for Spark, and after a broken pipe Spark
   * reports only the pipe. So the worker reads the rest of the input, too.
   */
  private throughWorker(query: string, { name, columns }: NonNullable<Statement['stage']>): string {
    const flag = (word: string) => `--${word}`;
    const words = [name, JSON.stringify(this.settings), flag('rows'), 'lines', flag('scheme'), this.scheme];
    const worker = `${this.worker} ${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')}`;
    const command = `exec 3>&1; said=$(set -o pipefail; ${worker} 2>&1 >&3 | tail -c 1000); code=$?
[ $code = 0 ] && exit 0
cat > /dev/null
[ $code = 124 ] && said="its time was over $said"
printf '\\002neardup worker ${name}: exit code %s: %s\\n' $code "$(tr -s '\\n\\t' '  ' <<< "$said")"
exit $code`;
    const format = `ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t'`;
    const rows = `SELECT to_json(struct(*)) AS row FROM (${query})`;
    const answers = `SELECT TRANSFORM(row) ${format} USING ${quoteName(command)} AS (answer string) ${format} FROM (${rows})`;
    const read = `from_json(answer, ${quoteName(this.fill(columns))}, map('mode', 'FAILFAST'))`;
    const answer = `IF(instr(answer, char(2)) > 0, raise_error(substring_index(answer, char(2), -1)), ${read})`;
    return `SELECT t.* FROM (SELECT ${answer} AS t FROM (${answers})) WHERE t.number IS NOT NULL`;
  }

  /** As on one machine: a field for ids that no document has is refused. It is known when all were read. */
  private async checkIds(query: string): Promise<void> {
    if (!asksForId(this)) return;
    for await (const { ids } of this.session.rows<{ ids: string }>(this.fill(query))) {
      if (ids === 'none') throw noSuchId(this.idField, 'None of the documents has it.');
    }
  }

  /** The value by which documents are ranked if the policy names a field: its kind is known when all were read. */
  private async chooseValue(query: string): Promise<void> {
    for await (const { kind } of this.session.rows<{ kind: string }>(this.fill(query))) {
      if (kind === 'none' || kind === 'mixed') {
        const expected = kind === 'none' ? 'a field that documents have' : 'a field with values of one kind';
        throw new NeardupError('BAD_OPTION', `Expected \`keep\` to name ${expected}, got \`${this.keep}\`.`, {
          option: 'keep',
        });
      }
      const isText = kind === 'keepText';
      // inverted digits, and an end that sorts after every digit: this puts texts in descending order
      const down = isText
        ? `concat(translate(hex(keepText), '0123456789ABCDEF', 'FEDCBA9876543210'), 'G')`
        : `-${kind}`;
      const up = isText ? 'hex(keepText)' : kind;
      this.given.set('value', keepPolicy(this.keep)!.order === 'greatest' ? down : up);
    }
  }

  private async marked(name: string): Promise<string | undefined> {
    try {
      for await (const { value } of this.session.rows<{ value: string }>(
        `SELECT value FROM text.${named(`${this.work}/done/${name}`)}`,
      ))
        return value;
    } catch (error) {
      if (!String(error).includes('PATH_NOT_FOUND')) throw error;
    }
    return undefined;
  }

  private mark(name: string, about: string): Promise<void> {
    return this.insert(`${this.work}/done/${name}`, 'text', `SELECT ${quoteName(about)} AS value`);
  }
}
