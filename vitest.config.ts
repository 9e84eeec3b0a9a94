import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bundledPages } from './scripts/bundle-pages.mjs';

export default defineConfig({
  // the pages of the report come from their sources, never from an older build
  plugins: [bundledPages()],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    // one less than there are processors is the default, and half of a machine with two
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
