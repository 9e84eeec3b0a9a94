// Where staged text and raw text diverge: after every character that takes another number of bytes when folded, the
// place in both. Between two entries both advance together.
import { CHANGES_AT, MOST_CHANGES } from '../memory';

// An entry: bytes from the start of the fill in the raw text (u32), and in the staged text (u32).
const ENTRY_SHIFT: usize = 3;

export let changes: usize = 0;

// @inline
export function clearChanges(base: usize): void {
  changes = 1;
  store<u64>(base, 0, CHANGES_AT);
}

// @inline
export function noteChange(base: usize, raw: usize, staged: usize): void {
  assert(changes < MOST_CHANGES);
  store<u64>(base + (changes << ENTRY_SHIFT), <u64>raw | ((<u64>staged) << 32), CHANGES_AT);
  changes++;
}

// No room for the changes that one more character may add (three entries).
// @inline
export function changesAreFull(): bool {
  return changes + 3 > MOST_CHANGES;
}

// The raw place of a staged one that separates words.
export function rawPlace(base: usize, staged: usize): usize {
  let entry = changes - 1;
  while (<usize>load<u32>(base + (entry << ENTRY_SHIFT), CHANGES_AT + 4) > staged) entry--;
  const at = base + (entry << ENTRY_SHIFT);
  return <usize>load<u32>(at, CHANGES_AT) + staged - <usize>load<u32>(at, CHANGES_AT + 4);
}

// Staged places of raw ones that are requested in ascending order, from the entry found last.
export let lastEntry: usize = 0;

// @inline
export function startPlaces(): void {
  lastEntry = 0;
}

// @inline
export function stagedPlace(base: usize, raw: usize): usize {
  while (lastEntry + 1 < changes && <usize>load<u32>(base + (lastEntry << ENTRY_SHIFT), CHANGES_AT + 8) <= raw) lastEntry++;
  const at = base + (lastEntry << ENTRY_SHIFT);
  return <usize>load<u32>(at, CHANGES_AT + 4) + raw - <usize>load<u32>(at, CHANGES_AT);
}
