// Takes the stop words out of one canonical document.
import { SPACE } from "./letters";

// The stop-word table; src/engines/tables.ts has its layout.
const SLOTS_AT: usize = 16;
const MULTIPLIER: u32 = 0x9E3779B1;

// Words left by removeStopWords().
export let wordsLeft: u32 = 0;

// Closes the gaps that stop words leave in [start, end), words separated by single spaces. Returns the new end.
export function removeStopWords(start: usize, end: usize, table: usize): usize {
  let words: u32 = 0;
  let to = start;
  for (let p = start; p < end;) {
    const word = p;
    let hash: u64 = 0;
    for (; p < end && load<u8>(p) != SPACE; p++) hash = hash * 65599 + load<u8>(p);
    if (!holds(table, hash)) {
      if (words > 0) store<u8>(to++, SPACE);
      memory.copy(to, word, p - word);
      to += p - word;
      words++;
    }
    p++;
  }
  wordsLeft = words;
  return to;
}

function holds(table: usize, hash: u64): bool {
  const shift = load<u32>(table);
  const mask = (<u32>-1) >> shift;
  let slot = (<u32>hash ^ <u32>(hash >> 32)) * MULTIPLIER >> shift;
  let held = load<u64>(table + (<usize>slot << 3), SLOTS_AT);
  while (held != hash && held != 0) {
    slot = slot + 1 & mask;
    held = load<u64>(table + (<usize>slot << 3), SLOTS_AT);
  }
  return held != 0;
}
