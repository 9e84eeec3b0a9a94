/** What is wrong with the imports below src/: a sentence each. */
export function layerViolations(): string[];
