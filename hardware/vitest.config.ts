/** The hardware's tests (`npm run test:hardware`). They need simulators and are not part of `npm test`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['hardware/test/**/*.test.ts'],
    globalSetup: ['hardware/test/say-what-is-missing.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // a model of an engine compiles for a minute on a busy machine
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
