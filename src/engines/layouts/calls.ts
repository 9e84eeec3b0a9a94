/**
 * The arguments of kernels with many: the host writes them to the beginning of the scratch memory of the kernel's instance, and the kernel
 * gets their address. Addresses are `usize`. `engines/kernels/` explains them. Compiled by tsc and asc.
 */
type usize = number;
type u32 = number;
type i32 = number;

// @unmanaged
export class CanonicalizeCall {
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  letters: usize = 0;
  stops: usize = 0;
  mode: u32 = 0;
  out: usize = 0;
  outOffsets: usize = 0;
  words: usize = 0;
  places: usize = 0;
}

// @unmanaged
export class StemWordsCall {
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  tables: usize = 0;
  out: usize = 0;
  outOffsets: usize = 0;
  missing: usize = 0;
  room: u32 = 0;
}

// @unmanaged
export class RegionalWordsCall {
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  table: usize = 0;
  out: usize = 0;
  outOffsets: usize = 0;
  moves: usize = 0;
}

// @unmanaged
export class BandKeysCall {
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  shape: u32 = 0;
  bands: u32 = 0;
  rows: u32 = 0;
  work: usize = 0;
  out: usize = 0;
}

// @unmanaged
export class TopsigCall {
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  width: u32 = 0;
  weights: usize = 0;
  out: usize = 0;
  masks: usize = 0;
}

// @unmanaged
export class BuildSliceCall {
  signatures: usize = 0;
  count: u32 = 0;
  bytes: u32 = 0;
  start: u32 = 0;
  bits: u32 = 0;
  ends: usize = 0;
  ids: usize = 0;
}

// @unmanaged
export class MajorityCentroidsCall {
  signatures: usize = 0;
  bytes: u32 = 0;
  assigned: usize = 0;
  count: u32 = 0;
  centroids: usize = 0;
  centroidCount: u32 = 0;
  work: usize = 0;
}

// @unmanaged
export class AssignListsCall {
  signatures: usize = 0;
  bytes: u32 = 0;
  first: u32 = 0;
  count: u32 = 0;
  centroids: usize = 0;
  centroidCount: u32 = 0;
  margin: u32 = 0;
  work: usize = 0;
  out: usize = 0;
}

// @unmanaged
export class RefineListsCall {
  signatures: usize = 0;
  bytes: u32 = 0;
  first: u32 = 0;
  count: u32 = 0;
  centroids: usize = 0;
  neighbors: usize = 0;
  neighborCount: u32 = 0;
  assigned: usize = 0;
}

// @unmanaged
export class JoinScatterCall {
  values: usize = 0;
  count: u32 = 0;
  firstId: u32 = 0;
  shift: u32 = 0;
  bits: u32 = 0;
  low: u32 = 0;
  high: u32 = 0;
  next: usize = 0;
  records: usize = 0;
  quarter: i32 = 0;
}
