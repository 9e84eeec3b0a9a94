/** Takes the place of vitest when tests of test/flow run in a page: collects them, and runs them one after the other. */
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import * as chai from 'chai';

for (const matchers of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(matchers);

export const { expect } = chai;

const tests: { name: string; run: () => unknown }[] = [];
let group = '';

export function describe(name: string, add: () => void): void {
  const outer = group;
  group = `${outer}${name} > `;
  add();
  group = outer;
}

export function test(name: string, run: () => unknown): void {
  tests.push({ name: group + name, run });
}

describe.each = eachOf(describe);
test.each = eachOf(test);

/** Adds once for every row. */
function eachOf(add: (name: string, run: () => void) => void) {
  return (rows: readonly unknown[]) => (name: string, run: (...args: never[]) => void) => {
    for (const row of rows) {
      const args = (Array.isArray(row) ? row : [row]) as never[];
      add(`${name}: ${args[0]}`, () => run(...args));
    }
  };
}

export interface FlowTests {
  /** How many ran, and what failed. */
  runTests(): Promise<{ count: number; failures: string[] }>;
}

const page: FlowTests = {
  async runTests() {
    const failures: string[] = [];
    for (const { name, run } of tests) {
      try {
        await run();
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    return { count: tests.length, failures };
  },
};
Object.assign(globalThis, page);
