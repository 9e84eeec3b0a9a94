type Structure = 'scan' | 'slices' | 'sketches' | 'clusters';
type Change = (part: Buffer, file: Buffer, entry: number) => void;

export const CHANGES: readonly [Structure, string, string, Change][];
export const DOCUMENTS: readonly { readonly id: string; readonly text: string }[];
export const STRUCTURES: Readonly<
  Record<Structure, { readonly sliceBits?: number; readonly listSize?: number }>
>;
export function craft(folder: string, name: string, change: Change): Buffer;
export function saveIn(folder: string, file: Uint8Array): string;
