/** The tests of the browser bundle (`npm run test:browser`). They need Chromium and are not part of `npm test`. */
import { defineConfig } from 'vitest/config';
import { bundledPages } from '../../scripts/bundle-pages.mjs';

export default defineConfig({
  plugins: [bundledPages()],
  test: {
    include: ['test/web/**/*.web.test.ts'],
    root: "/work/wt/browser",
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
