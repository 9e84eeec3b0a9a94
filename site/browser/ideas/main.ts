/** Five ideas of four papers as small pictures, by the library's own functions. */
import { matrixIdea } from './matrix.ts';
import { shinglesIdea } from './shingles.ts';
import { simhashIdea } from './simhash.ts';
import { slicesIdea } from './slices.ts';
import { tablesIdea } from './tables.ts';

simhashIdea();
tablesIdea();
slicesIdea();
shinglesIdea();
matrixIdea();
