/** Files that `scripts/bundle-browser.mjs` puts into the bundle: gzip, as Base64. */
declare module 'embedded:*' {
  const packed: string;
  export default packed;
}

declare module 'stopword';
declare module 'snowball-stemmers';
