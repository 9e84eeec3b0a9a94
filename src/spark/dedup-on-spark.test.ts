/** What is sent to Spark, shown by a server that does nothing. `test/spark` has a real one. */
import { afterEach, expect, test } from 'vitest';
import { runOnSpark, type SparkOptions } from './dedup-on-spark.ts';
import { sendEnd, sendRow, startFakeSpark, stopFakeSpark } from './fake-spark.cases.ts';

afterEach(stopFakeSpark);

const INPUT = "/in`put's";

/** The statements that a run sends, and how it ends. @param rows The row that a query with this text gives; all others give none. */
async function sent(options: Partial<SparkOptions>, rows: Readonly<Record<string, object>> = {}) {
  const answers = { 'SELECT version()': { version: '4.0.0 abc' }, 'AS inBoth': { kept: 7 }, ...rows };
  const { calls, address } = await startFakeSpark(({ fields }) => (stream) => {
    const found = Object.entries(answers).find(([text]) => fields.get(3)!.includes(text));
    if (found !== undefined) sendRow(stream, 'a', found[1]);
    sendEnd(stream, 'b');
  });
  const run = runOnSpark([INPUT], { spark: address, output: '/out', ...options });
  let error: unknown;
  try {
    for (let next = await run.next(); next.done !== true; ) next = await run.next();
  } catch (cause) {
    error = cause;
  }
  const statements = calls
    .filter(({ method }) => method === 'ExecutePlan')
    .map(({ fields }) => fields.get(3)!);
  return { error, of: (word: string) => statements.filter((text) => text.includes(word)) };
}

test('every input and every reference is read on Spark, each as what it is and under its own name', async () => {
  const { error, of } = await sent({ against: ['/ref', '/ref 2'] });
  expect(error).toBeUndefined();
  const [keys] = of("DIRECTORY '/out.work/keys'");
  const read = [
    ...keys.matchAll(
      /SELECT value AS line, (\d) AS reference, concat_ws\('\\t', \d, (\d), .*? FROM text\.(`[^ ]*(?: 2)?`) /g,
    ),
  ];
  expect(read.map(([, reference, number, path]) => [reference, number, path])).toEqual([
    ['0', '0', "`/in``put's`"],
    ['1', '0', '`/ref`'],
    ['1', '1', '`/ref 2`'],
  ]);
  const [blocks] = of("DIRECTORY '/out.work/blocks'");
  expect(blocks).toContain(
    `(0, 0, '/in\`put\\'s', '/in\`put\\'s'), (1, 0, '/ref', '/ref'), (1, 1, '/ref 2', '/ref 2')`,
  );
});

test('every stage of a run on Spark has the options of the call', async () => {
  const { of } = await sent({ shingle: 2, threshold: 0.7, keep: 'longest' });
  const stages = of('TRANSFORM');
  expect(stages.length).toBeGreaterThan(2);
  for (const stage of stages) expect(stage).toContain('{"shingle":2,"threshold":0.7,"keep":"longest"}');
});

test('Spark 3.5 is refused by name, with the least version that will do', async () => {
  const { error, of } = await sent({}, { 'SELECT version()': { version: '3.5.9 def' } });
  expect(error).toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringMatching(/^Expected Spark 4\.0 or later, got 3\.5\.9\./),
  });
  expect(of('INSERT')).toEqual([]);
});

test('the work folder of another run is refused', async () => {
  const { error, of } = await sent({}, { 'text.`/out.work/done/run`': { value: '["another"]' } });
  expect(error).toMatchObject({ code: 'BAD_OPTION', message: '/out.work has the tables of another run.' });
  expect(of('INSERT')).toEqual([]);
});

test('a run on Spark that was cut off goes on after the steps that were finished', async () => {
  const { error, of } = await sent({}, { 'text.`/out.work/done/keys`': { value: 'done' } });
  expect(error).toBeUndefined();
  expect(of("DIRECTORY '/out.work/keys'")).toEqual([]);
  expect(of("DIRECTORY '/out.work/blocks'")).toHaveLength(1);
});
