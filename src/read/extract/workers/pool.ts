/**
 * Processes (in a browser: web workers) that extract. Each batch of items has a limit of time: a process that hangs or dies is ended and
 * replaced, and only one document is reported as failed. An idle process is ended after a while.
 */
import { processors } from '../../../platform/host.ts';
import { pdfiumToSend, startProcess } from '../../../platform/processes.ts';
import type { ExtractProcess } from '../../../platform.ts';
import type { ReaderOptions, ReadItem } from '../../../read.ts';
import { tooMuchMemory } from '../../messages.ts';
import type { ExtractInput } from '../extractor.ts';
import type { ExtractorName } from '../extractor-table.ts';
import type { WorkerAnswer, WorkerMessage } from './jobs.ts';
import { Answers, type JobWorker, takeItems } from './take-items.ts';

/** The items that an extractor makes of a file, made in another process. */
export async function* extract(
  extractor: ExtractorName,
  input: ExtractInput,
  options: ReaderOptions,
): AsyncGenerator<ReadItem> {
  const pdfium = extractor === 'pdf' ? await pdfiumToSend() : undefined;
  const worker = await takeWorker(options.documentMemory);
  if (pdfium !== undefined) worker.process.givePdfium?.(pdfium);
  yield* takeItems(worker, { extractor, input }, options, (healthy) => {
    if (healthy) giveBack(worker);
    else worker.process.end();
  });
}

/** Idle workers. The callers decide how many work at a time. */
const idle: ExtractWorker[] = [];
/** As many documents as are read ahead, and the one that is being taken. */
const MAX_IDLE = processors() + 1;

async function takeWorker(memory: number): Promise<ExtractWorker> {
  const fitting = idle.findIndex((worker) => worker.memory === memory && worker.process.isAlive);
  const worker = fitting === -1 ? await ExtractWorker.start(memory) : idle.splice(fitting, 1)[0];
  worker.process.wake();
  return worker;
}

function giveBack(worker: ExtractWorker): void {
  idle.push(worker);
  worker.process.rest(() => discard(worker));
  if (idle.length > MAX_IDLE) discard(idle[0]);
}

function discard(worker: ExtractWorker): void {
  idle.splice(idle.indexOf(worker), 1);
  worker.process.end();
}

class ExtractWorker implements JobWorker {
  private constructor(
    readonly memory: number,
    readonly answers: Answers,
    readonly process: ExtractProcess,
  ) {}

  static async start(memory: number): Promise<ExtractWorker> {
    const answers = new Answers();
    const process = await startProcess<WorkerAnswer>(memory, {
      answered: (answer) => answers.add(answer),
      ended: (failure, outOfMemory) => answers.add(outOfMemory ? tooMuchMemory(memory) : { failure }),
    });
    return new ExtractWorker(memory, answers, process);
  }

  send(message: WorkerMessage): void {
    this.process.send(message);
  }
}
