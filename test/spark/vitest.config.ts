/** Dedup on a real Spark (`npm run test:spark`). It needs Java and PySpark (`.ci/install-spark`) and is not part of `npm test`. */
import { defineConfig } from 'vitest/config';
import { bundledPages } from '../../scripts/bundle-pages.mjs';

export default defineConfig({
  plugins: [bundledPages()],
  test: {
    include: ['test/spark/**/*.test.ts'],
    globalSetup: ['test/build.setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
