/** `neardup worker …`: a command for each stage of an engine of many machines. */
import type { StageName } from '../../index.ts';
import type { CommandEntry } from './command-table.ts';

const STAGES: Readonly<Record<StageName, string>> = {
  keys: 'hash and band keys of documents',
  components: 'the component of every text',
  verify: 'which texts go, with the evidence',
  ids: 'ids of documents that have none',
  anchors: 'canonical texts and anchors of documents',
  windows: 'windows whose anchors occur twice',
  repeats: 'which words occur at an earlier place',
  kept: 'where words that go have stayed',
  cut: 'documents without the cut passages, and the cuts',
  items: 'items of evaluation sets in documents',
};

export const WORKER_COMMANDS: readonly CommandEntry[] = Object.entries(STAGES).map(([stage, summary]) => ({
  name: stage,
  usage: `worker ${stage} [OPTIONS]`,
  summary,
  description: 'Rows come on standard input and go to standard output; docs/worker.md is the contract.',
  examples: [[`neardup worker ${stage} --rows lines < rows.jsonl`, summary]],
  arguments: [['[options]', 'options of dedup, trim or decontaminate, as one JSON object']],
  also: ['rows', 'scheme'],
  load: async () => (await import('./commands/worker.ts')).workerCommand(stage),
}));
