/** The door of stages/: what the public API may call. The contract is `src/stages.ts`. */
export * from '../stages.ts';
export { arrowRows } from './arrow.ts';
export { resolveStageOptions, schemeOf } from './options.ts';
export { runStage, type StageRun } from './run-stage.ts';
