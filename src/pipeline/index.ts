/** The door of pipeline/: what rooms and the public API may call. The frame itself is `src/pipeline.ts`. */
export { type DocumentFingerprint, fingerprint, fingerprintLines } from './fingerprint.ts';
export { closeRun, load } from './load.ts';
