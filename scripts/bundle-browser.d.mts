/** One script, no module, with everything that an entry needs in a browser. */
export function singleFile(entry: string): Promise<string>;
