/** Before any test, and again when files change in watch mode: builds what has changed, so that workers and kernels are never old. */
import type { TestProject } from 'vitest/node';
import { build } from '../scripts/build.mjs';

export default function setup(project: TestProject): void {
  // for `test/soak/check-mutants.mjs`, whose faults are in what tests load from src/
  if (process.env.NEARDUP_BUILD === 'no') return;
  const buildChanged = () => build(['wasm', 'debug', 'js'], { ifChanged: true });
  buildChanged();
  project.onTestsRerun(async () => buildChanged());
}
