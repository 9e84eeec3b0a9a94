/** What tests use of `terminal.mjs`. */
export const HOSTILE: string;
export const RAW: RegExp;
export function hostileFiles(): Record<string, string>;
export function hostileCalls(folder: string): string[][];
