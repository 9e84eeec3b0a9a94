export function readIndexFile(): void {}
export function writeIndexParts(): void {}
