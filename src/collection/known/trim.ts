/** `trim`, also of shards that come month after month: a folder remembers what was new in each. */

import type { Trimmed } from '../../answers/repeats.ts';
import { NeardupError } from '../../errors.ts';
import { firstGiven } from '../../option-rules.ts';
import type { Input } from '../../read/index.ts';
import { KEEP_NONE, type TrimOnceOptions, trimOnce } from '../../repeats/index.ts';
import type { RunStream } from '../../run-stream.ts';
import { option, type Wording, wording } from '../../wording.ts';
import { KNOWN_TRIM_RULES, type TrimOptions } from '../options.ts';

/**
 * Cuts every passage that stands at an earlier place of the corpus. Every cut word was compared with one that stays.
 *
 * @example
 * const run = trim('corpus.jsonl', { output: 'trimmed.jsonl' });
 * for await (const { id, cuts, left } of run) console.log(id, cuts.length, left);
 * console.log(await run.summary);
 */
export function trim(input: Input, given: TrimOptions = {}): RunStream<Trimmed> {
  // anything but an object is refused there
  if (given?.known === undefined) return trimOnce(input, given);
  const { known, ...others } = given;
  const { isAllowed, expected } = KNOWN_TRIM_RULES.known;
  if (!isAllowed(known)) {
    throw new NeardupError(
      'BAD_OPTION',
      wording`Expected ${option('known')} to be ${expected}, got \`${known}\`.`,
      {
        option: 'known',
      },
    );
  }
  checkOptions(others);
  return trimOnce(input, others, async () => {
    // it is loaded only if a folder is named
    const { PassageFolder } = await import('./passage-folder.ts');
    return new PassageFolder(known);
  });
}

function checkOptions(given: TrimOnceOptions): void {
  if (given.copies !== undefined && given.copies !== 2)
    throw refused('copies', 'the folder does not count places');
  if (given.keep === KEEP_NONE) throw refused('keep', 'what earlier runs have kept stays');
  if (given.unit !== undefined && given.unit !== 'passage')
    throw refused('unit', 'the folder remembers passages');
  const name = firstGiven(given, ['against']);
  if (name !== undefined) throw refused(name, 'what the folder remembers is the reference');
}

function refused(name: string, why: Wording): NeardupError {
  return new NeardupError(
    'BAD_OPTION',
    wording`${option(name)} cannot be used with ${option('known')}: ${why}.`,
    {
      option: name,
      advice: 'Leave out one of the two.',
    },
  );
}
