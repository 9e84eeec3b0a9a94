/** The door of pipeline/: what rooms and the public API may call. The frame itself is `src/pipeline.ts`. */

export {
  CANONICAL_TEXTS_RULES,
  type CanonicalDocument,
  type CanonicalTextsOptions,
  canonicalTexts,
} from './canonical-texts.ts';
export {
  type DocumentFingerprint,
  FINGERPRINT_RUN_RULES,
  type FingerprintRunOptions,
  fingerprint,
  fingerprintLines,
} from './fingerprint.ts';
export {
  computeImages,
  DOCUMENT_IMAGES_RULES,
  type DocumentImage,
  type DocumentImagesOptions,
  documentImages,
  type ImageOptions,
  imageTexts,
  resolveImageOptions,
} from './images.ts';
export { closeRun, load } from './load.ts';
export { resolveVerbOptions, VERB_RULES, type VerbOptions } from './options.ts';
export { type Fates, SecondPass } from './second-pass.ts';
