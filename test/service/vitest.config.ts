/** The tests of the service (`npm run test:service`). They are not part of `npm test`. */
import { defineConfig } from 'vitest/config';
import { bundledPages } from '../../scripts/bundle-pages.mjs';

export default defineConfig({
  plugins: [bundledPages()],
  test: {
    include: ['test/service/**/*.test.ts'],
    globalSetup: ['test/build.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
