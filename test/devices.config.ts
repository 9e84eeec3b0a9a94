/**
 * The tests of the GPU engine (`npm run test:gpu`) and of other runtimes (`npm run test:runtimes`). They need SwiftShader, a GPU in
 * software that comes with Chromium, and are not part of `npm test`.
 */
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { bundledPages } from '../scripts/bundle-pages.mjs';

const CHROMIUM = '/usr/lib/chromium';
// test processes inherit these: the loader of Vulkan, and its driver
if (existsSync(`${CHROMIUM}/vk_swiftshader_icd.json`)) {
  process.env.LD_LIBRARY_PATH = CHROMIUM;
  process.env.VK_ICD_FILENAMES = `${CHROMIUM}/vk_swiftshader_icd.json`;
}

export default defineConfig({
  plugins: [bundledPages()],
  test: {
    include: ['test/gpu/**/*.test.ts', 'test/runtimes/**/*.test.ts'],
    globalSetup: ['test/build.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // a GPU in software is slow, and slower on a busy machine
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
