// Where the fused kernel keeps its own work arrays, in the part of the simhash kernel (simhash/layout.ts), whose copy of
// a fill it uses for the staged text.
import { BLOCK, COPY_AT, FILL } from "../simhash/layout";

// Folded text with zeros for separators; zeros lie before it.
export const STAGED_AT: usize = COPY_AT;
// Staged bytes of a fill, at most: positions and ranks have room for so many, and a block of zeros follows.
export const MOST_STAGED: usize = FILL - BLOCK;

// In front of GAPS_AT.
export const CHANGES_AT: usize = 0xE500;
export const MOST_CHANGES: usize = 768;
