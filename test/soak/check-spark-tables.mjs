// dedup on Spark over tables: Parquet, Delta, Iceberg, and JSON lines in S3 (moto's server). .ci/install-spark-tables brings the jars.
//   node test/soak/check-spark-tables.mjs LINES [parquet delta iceberg s3]
// The removed documents of each must be those of `neardup dedup LINES`, with their evidence, in its order. Rows of LINES may have no ids: then
// their places in the file must be the same.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { JOB, linesIn, MAIN, PYTHON, run, SUBMIT, settings, WORKER } from './spark-home.mjs';

/** The place of a row in a file that may have any name. */
const PLACE = /^.*\/[^/]+(:\d+)$/;
const [lines, ...chosen] = process.argv.slice(2);
const MAKE = fileURLToPath(new URL('../spark/make_tables.py', import.meta.url));
const JARS = join(dirname(dirname(PYTHON)), 'tables');
const S3 = 'http://127.0.0.1:5723';

const folder = mkdtempSync(join(tmpdir(), 'neardup-tables-'));
const KINDS = {
  parquet: { place: `${folder}/parquet`, conf: {} },
  delta: {
    place: `${folder}/delta`,
    conf: {
      'spark.sql.extensions': 'io.delta.sql.DeltaSparkSessionExtension',
      'spark.sql.catalog.spark_catalog': 'org.apache.spark.sql.delta.catalog.DeltaCatalog',
    },
  },
  iceberg: {
    place: 'lake.texts.documents',
    conf: {
      'spark.sql.catalog.lake': 'org.apache.iceberg.spark.SparkCatalog',
      'spark.sql.catalog.lake.type': 'hadoop',
      'spark.sql.catalog.lake.warehouse': `${folder}/lake`,
    },
  },
  s3: {
    format: 'jsonl',
    place: 's3a://bucket/documents',
    output: 's3a://bucket/clean',
    conf: {
      'spark.hadoop.fs.s3a.endpoint': S3,
      'spark.hadoop.fs.s3a.endpoint.region': 'us-east-1',
      'spark.hadoop.fs.s3a.path.style.access': 'true',
      'spark.hadoop.fs.s3a.access.key': 'key',
      'spark.hadoop.fs.s3a.secret.key': 'secret',
    },
  },
};

/** moto gives objects only to those who sign, as S3 does. */
const READ = `import boto3, sys
s3 = boto3.client('s3', endpoint_url='${S3}', region_name='us-east-1', aws_access_key_id='key', aws_secret_access_key='secret')
for o in s3.list_objects_v2(Bucket='bucket', Prefix=sys.argv[1])['Contents']:
    sys.stdout.write(s3.get_object(Bucket='bucket', Key=o['Key'])['Body'].read().decode())`;

let moto;
try {
  const alone = withPlaces(removedAlone());
  for (const kind of chosen.length > 0 ? chosen : Object.keys(KINDS)) {
    if (kind === 's3') await startS3();
    try {
      const got = withPlaces(await removedOnSpark(kind));
      const isEqual = isDeepStrictEqual(got, alone);
      console.log(`${kind}: ${got.length} of ${alone.length} removed, ${isEqual ? 'equal' : 'NOT EQUAL'}`);
      if (!isEqual) process.exitCode = 1;
    } catch (error) {
      console.log(`${kind}: FAILED\n${error.message}`);
      process.exitCode = 1;
    }
  }
} finally {
  moto?.kill();
  rmSync(folder, { recursive: true });
}

function withPlaces(removed) {
  const placed = (id) => id.replace(PLACE, '$1');
  return removed.map(({ id, keptId, ...others }) => ({ ...others, id: placed(id), keptId: placed(keptId) }));
}

function removedAlone() {
  const args = [MAIN, 'dedup', lines, '--duplicate-ids', 'rename', '--json', '--quiet'];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ summary }) => summary === undefined);
}

async function removedOnSpark(kind) {
  const { place, conf, format = kind, output = `${folder}/out-${kind}` } = KINDS[kind];
  const jars = kind === 'parquet' ? [] : readdirSync(JARS).map((name) => join(JARS, name));
  const spark = [
    ...settings(folder, 'local[2]', { ...conf, 'spark.sql.shuffle.partitions': '2' }),
    ...(jars.length > 0 ? ['--jars', jars.join(',')] : []),
  ];
  await must([...spark, MAKE, lines, format, place]);
  const job = [JOB, place, '-o', output, '--format', format, '--options', '{"duplicateIds": "rename"}'];
  await must([...spark, ...job, '--worker', WORKER]);
  return (kind === 's3' ? linesInS3('clean/removed/') : linesIn(`${output}/removed`)).map((line) =>
    JSON.parse(line),
  );
}

async function must(args) {
  const { code, output } = await run(SUBMIT, args);
  if (code === 0) return;
  const causes = output.split('\n').filter((line) => /^(: |Caused by|\S*(Exception|Error):)/.test(line));
  throw new Error([...new Set(causes)].slice(0, 10).join('\n') || output.slice(-3000));
}

async function startS3() {
  moto = spawn(join(dirname(PYTHON), 'moto_server'), ['-p', new URL(S3).port], { stdio: 'ignore' });
  for (let tries = 0; tries < 300; tries++) {
    const made = await fetch(`${S3}/bucket`, { method: 'PUT' }).catch(() => undefined);
    if (made?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('moto did not start');
}

function linesInS3(prefix) {
  const output = execFileSync(PYTHON, ['-c', READ, `${prefix}part-`], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return output.split('\n').filter((line) => line !== '');
}
