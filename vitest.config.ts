import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bundledPages } from './scripts/bundle-pages.mjs';

export default defineConfig({
  // the pages of the report come from their sources, never from an older build
  plugins: [bundledPages()],
  test: {
    globalSetup: ['test/build.setup.ts'],
    pool: 'forks',
    // one less than there are processors is the default, and half of a machine with two
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          // modules are loaded once for all files: that is a quarter of the time
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          // these have their own commands
          exclude: [
            'test/browser/**',
            'test/redis/**',
            'test/gpu/**',
            'test/runtimes/**',
            'test/spark/**',
            'test/service/**',
          ],
        },
      },
      {
        extends: true,
        // the tests of kernels again, on the build with assertions and guards
        test: {
          name: 'debug kernels',
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
      },
    ],
  },
});
