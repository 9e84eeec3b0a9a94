/** Output that a page shows, without what differs from run to run: times and rates, and threads from machine to machine. */
export function comparable(output: string): string {
  return output
    .replace(/ *[\d.]+ s +(?:[\d,]+ documents\/s, )?(?:wasm|scalar|gpu)\b.*$/gm, ' TIME')
    .replace(/"seconds":[\d.]+,"engine":"[^"]*"/g, 'TIME')
    .replace(/^( +\w+) +/gm, '$1 ');
}
