/** Arguments of the kernel `mayShare`. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

// @unmanaged
export class MayShare {
  /** A canonical batch. */
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  /** Address of the letter table. */
  letters: usize = 0;
  /** Addresses and shifts of sets of u32: the hashes of the words of the text that is looked for, and those of its runs and sentences. */
  words: usize = 0;
  wordShift: u32 = 0;
  keys: usize = 0;
  keyShift: u32 = 0;
  /** The factor that both sets were made with. */
  factor: u32 = 0;
  /** Address of u8[4][128]: the numbers of words of its sentence keys, by group. */
  lengths: usize = 0;
  /** Address of the results, u8[count]. */
  out: usize = 0;
}
