/** The door of pipeline/: what rooms and the public API may call. The frame itself is `src/pipeline.ts`. */

export { type CanonicalDocument, canonicalTexts } from './canonical-texts.ts';
export { type DocumentFingerprint, fingerprint, fingerprintLines } from './fingerprint.ts';
export { computeImages, type DocumentImage, documentImages, imageTexts } from './images.ts';
export { closeRun, load } from './load.ts';
export {
  CANONICAL_TEXTS_RULES,
  type CanonicalTextsOptions,
  DOCUMENT_IMAGES_RULES,
  type DocumentImagesOptions,
  FINGERPRINT_RUN_RULES,
  type FingerprintRunOptions,
  type ImageOptions,
  resolveImageOptions,
  resolveVerbOptions,
  VERB_RULES,
  type VerbOptions,
} from './options.ts';
export { type Fates, SecondPass } from './second-pass.ts';
