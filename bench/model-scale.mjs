// What dedup of 10^9 and 10^10 documents would take on machines that are not here: a model whose inputs were measured.
// node bench/model-scale.mjs [--cores 64] [--near 0.25] [--bytes 2000]
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { cores: { type: 'string' }, near: { type: 'string' }, bytes: { type: 'string' } },
});
const cores = Number(values.cores ?? 64);
/** Share of documents that share a band key with another one, and bytes of a document. */
const near = Number(values.near ?? 0.25);
const bytes = Number(values.bytes ?? 2000);

/**
 * Measured on 17 November 2026 by `node test/soak/check-spark.mjs --faults` on the 1,000,000 generated documents of `test/spark/sets.mjs` (8 % exact
 * copies, 14 % near ones): microseconds of CPU a document on two shared cores, the start of Spark and the work that faults made it do again
 * included, so that a run without faults takes less. Raw output: bench/results/scale-spark-million-faults.txt.
 */
const COST = { jvm: 420.4, worker: 99.6, python: 45.2, oneMachine: 22.9 };
/** One machine's memory: 570 MB there, 273 MB with the first 100,000 of them (spark-100000.txt). */
const MEMORY = { start: 240e6, document: 330 };
/** The bytes of a document there: of tables between the steps and of shuffles, without texts and texts alone. */
const MEASURED = { bytes: 1553, tables: 205, tableTexts: 912, shuffled: 769, shuffledTexts: 1023 };
/** Dollars: a core hour, and a terabyte-hour of disk. */
const PRICE = { core: 0.05, disk: 0.11 };
/**
 * The one process that finds components: the most bytes and seconds of CPU a text (200 million texts by `bench/measure-components.mjs`,
 * bench/results/scale-components.txt), and the most texts.
 */
const COMPONENTS = { bytes: 32, seconds: 1e-6, texts: 2 ** 30 };

const format = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
for (const documents of [1e8, 1e9, 1e10]) {
  const coreHours = (documents * (COST.jvm + COST.worker + COST.python)) / 3.6e9;
  const texts = bytes / MEASURED.bytes;
  const shuffled = documents * (MEASURED.shuffled + texts * MEASURED.shuffledTexts);
  const stored = documents * (MEASURED.tables + texts * MEASURED.tableTexts);
  const hours = coreHours / (0.7 * cores);
  const memory = near * documents * COMPONENTS.bytes;
  console.log(
    `\n${documents.toExponential(0)} documents of ${bytes} bytes, ${near * 100} % with candidates, ${cores} cores`,
  );
  console.log(
    `  CPU            ${format.format(coreHours)} core hours, ${format.format(hours)} hours at 70 % use`,
  );
  console.log(
    `  read           ${format.format((2 * documents * bytes) / 1e12)} TB (keys, and kept documents)`,
  );
  console.log(`  shuffled       ${format.format(shuffled / 1e12)} TB`);
  console.log(`  between steps  ${format.format(stored / 1e12)} TB`);
  console.log(
    near * documents > COMPONENTS.texts
      ? `  components     not possible: more than ${COMPONENTS.texts.toLocaleString('en')} texts for one process`
      : `  components     ${format.format(memory / 1e9)} GB and ${format.format((near * documents * COMPONENTS.seconds) / 60)} minutes in one process`,
  );
  console.log(
    `  money          $${format.format(coreHours * PRICE.core + (hours * (shuffled + stored) * PRICE.disk) / 1e12)}`,
  );
  const alone = MEMORY.start + documents * MEMORY.document;
  console.log(
    `  one machine    ${format.format((documents * COST.oneMachine) / 3.6e9)} core hours, ${format.format(alone / 1e9)} GB of memory${documents > 2 ** 32 ? ': not possible, numbers of documents have 32 bits' : ''}`,
  );
}
