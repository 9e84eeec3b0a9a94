/** All tests. `npm test` runs `main` and `debug-kernels`; other projects take long or need what `npm ci` does not install, and have a command. */
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { bundledPages } from './scripts/bundle-pages.mjs';

const MINUTE = 60_000;

const main: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'main',
    // modules are loaded once for all files: that is a quarter of the time
    isolate: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['browser', 'docs', 'gpu', 'opensearch', 'redis', 'runtimes', 'service-heavy', 'spark'].map(
      (name) => `test/${name}/**`,
    ),
  },
};

/** The tests of kernels again, on the build with assertions and guards. */
const debugKernels: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'debug-kernels',
    isolate: false,
    include: ['src/engines/**/*.test.ts'],
    exclude: [
      'src/engines/workers/**',
      'src/engines/scalar/**',
      'src/engines/mixed-hash.test.ts',
      // the debug build exports its guards besides the kernels
      'src/engines/kernels.test.ts',
      'src/engines/wasm/debug.test.ts',
    ],
    setupFiles: ['src/engines/wasm/debug.setup.cases.ts'],
  },
};

/** A folder of tests that take turns with other such folders, because each wants the whole machine. */
function heavy(
  folder: string,
  groupOrder: number,
  { minutes = 10, maxWorkers = 2, globalSetup = [] as string[] } = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: folder.split('/').at(-1),
      include: [`${folder}/**/*.test.ts`],
      maxWorkers,
      globalSetup,
      sequence: { groupOrder },
      testTimeout: minutes * MINUTE,
      hookTimeout: minutes * MINUTE,
    },
  };
}

const DEVICES = { globalSetup: ['test/gpu/swiftshader.setup.ts'] };

export default defineConfig({
  // the pages of the report come from their sources, never from an older build
  plugins: [bundledPages()],
  test: {
    globalSetup: ['test/build.setup.ts'],
    pool: 'forks',
    // one less than there are processors is the default, and half of a machine with two
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 5 * MINUTE,
    hookTimeout: 5 * MINUTE,
    // on a busy machine a second, the default, is soon over
    expect: { poll: { timeout: MINUTE } },
    projects: [
      main,
      debugKernels,
      // a model of an engine compiles for a minute on a busy machine
      heavy('hardware', 1, { minutes: 30, globalSetup: ['hardware/test/say-what-is-missing.ts'] }),
      heavy('test/redis', 2),
      heavy('test/spark', 3, { minutes: 30, maxWorkers: 1 }),
      // a GPU in software is slow, and slower on a busy machine
      heavy('test/gpu', 4, DEVICES),
      heavy('test/runtimes', 5, DEVICES),
      heavy('test/browser', 6),
      heavy('test/service-heavy', 7),
      // each file starts nodes of its own
      heavy('test/opensearch', 8, { maxWorkers: 1 }),
      // a part of `npm run check:docs`
      heavy('test/docs', 9),
    ],
  },
});
