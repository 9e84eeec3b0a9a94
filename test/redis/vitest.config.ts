/** The tests with real Redis servers (`npm run test:redis`). They are not part of `npm test`. */
import { defineConfig } from 'vitest/config';
import { bundledPages } from '../../scripts/bundle-pages.mjs';

export default defineConfig({
  plugins: [bundledPages()],
  test: {
    include: ['test/redis/*.test.ts'],
    globalSetup: ['test/build.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
