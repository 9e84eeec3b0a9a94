/** What tests use of `same-content.mjs`. */
export function sameContent(target: string, start: string): string;
export function startOf(text: string): string;
