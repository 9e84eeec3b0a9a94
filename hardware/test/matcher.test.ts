/** The matcher answers as a linear scan does, one question each cycle. */

import { expect, it } from 'vitest';
import { random } from './documents.ts';
import { runPlainBench } from './icarus.ts';
import { describeWith, VERILATOR } from './tools.ts';
import { compile, run } from './verilator.ts';

const STORED = 256;
const QUESTIONS = 4000;

describeWith(VERILATOR, 'fingerprint_matcher', () => {
  it('the matcher finds in a million comparisons what a linear scan finds', () => {
    const { commands, answers, comparisons, matches } = randomSession(5);
    expect(comparisons).toBeGreaterThanOrEqual(1_000_000);
    expect(matches).toBeGreaterThan(1000);
    const program = compile({ top: 'fingerprint_matcher', parameters: { STORED } });
    for (const gaps of [{}, { inputGaps: 20, outputGaps: 50 }])
      expect(run(program, commands, gaps).lines).toEqual(answers);
  });

  it('the matcher takes one fingerprint each cycle', () => {
    const program = compile({ top: 'fingerprint_matcher', parameters: { STORED } });
    const { statistics } = run(program, 'ask 0123456789abcdef\n'.repeat(1000));
    const { questions, cycles } = JSON.parse(statistics);
    // ten cycles from the last question to its answer
    expect(cycles).toBeLessThanOrEqual(questions + 10);
  });
});

describeWith(['icarus'], 'within_distance', () => {
  it('the matcher counts differing bits as a plain loop does, for every distance', () => {
    expect(runPlainBench('within_distance_bench', { QUESTIONS: 10_000 })).toEqual(['10000 0']);
  });
});

/** Loads, removals and questions, with the answers of a linear scan. */
function randomSession(seed: number) {
  const draw = random(seed);
  const word = () => (BigInt(draw(2 ** 32)) << 32n) | BigInt(draw(2 ** 32));
  const near = (value: bigint) => {
    for (let flips = draw(9); flips > 0; flips--) value ^= 1n << BigInt(draw(64));
    return value;
  };
  const hex = (value: bigint) => value.toString(16).padStart(16, '0');
  const stored: (bigint | undefined)[] = Array.from({ length: STORED }, word);
  const commands = stored.map((value, place) => `load ${place} ${hex(value!)}`);
  const answers: string[] = [];
  let distance = 3;
  let comparisons = 0;
  let matches = 0;
  for (let question = 0; question < QUESTIONS; question++) {
    const place = draw(STORED);
    if (question % 1000 === 999) {
      distance = [0, 7, 63, 3][draw(4)];
      commands.push(`distance ${distance}`);
    } else if (draw(20) === 0) {
      stored[place] = undefined;
      commands.push(`remove ${place}`);
    } else if (draw(10) === 0) {
      stored[place] = draw(2) === 0 ? word() : near(stored[draw(STORED)] ?? 0n);
      commands.push(`load ${place} ${hex(stored[place])}`);
    }
    const asked = draw(4) === 0 ? word() : near(stored[draw(STORED)] ?? 0n);
    commands.push(`ask ${hex(asked)}`);
    const found = [...stored.keys()].filter(
      (at) => stored[at] !== undefined && bits(stored[at] ^ asked) <= distance,
    );
    answers.push(found.join(' '));
    comparisons += STORED;
    matches += found.length;
  }
  return { commands: `${commands.join('\n')}\n`, answers, comparisons, matches };
}

function bits(value: bigint): number {
  let count = 0;
  for (; value !== 0n; value &= value - 1n) count++;
  return count;
}
