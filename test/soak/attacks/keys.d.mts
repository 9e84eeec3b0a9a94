/** What tests use of `keys.mjs`. */
export function forgedTexts(words: number): string[];
export function idsWithOneHash(count: number): string[];
export function cluster(documents: number, own?: number): { id: string; text: string }[];
