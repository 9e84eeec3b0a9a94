/**
 * Shared by all shaders: the bindings, and how the items (words or characters) of a text are found.
 *
 * The text is cut into pieces of 64 bytes. `countItems` counts the items that begin in each piece, `sumPieces` adds these counts up,
 * and `findItems` writes every item to its place; `findDocuments` finds the first item of every document. An item is the mixed hash of
 * its bytes for the fast checksum, and otherwise where it begins and ends. 64-bit values are `vec2<u32>`, low half first.
 */
import { Shape } from '../../layouts/shingle-bits.ts';

/** Bytes of a piece of text. */
export const PIECE_BYTES = 64;
/** Threads of a workgroup. */
export const LANES = 64;
/** Items and shingles over this many bytes are left to wasm: one thread would be busy for too long. */
export const LONGEST = 65_536;

/** The fields of the uniform `batch`, all u32. */
export const BATCH_FIELDS = [
  'bytes',
  'documents',
  'pieces',
  'shape',
  'bands',
  'rows',
  'divisor',
  'lastBin',
] as const;

/** Places in the buffer `state`: not 0 if wasm must do it; how many shingles were kept, and how many there are; then counts by bins. */
export const STATE = { odd: 0, kept: 1, shingles: 2, bins: 4 } as const;

export const BATCH = /* wgsl */ `
struct Batch { ${BATCH_FIELDS.map((name) => `${name}: u32`).join(', ')} }
@group(0) @binding(0) var<uniform> batch: Batch;
// UTF-8; every document ends with a NUL
@group(0) @binding(1) var<storage, read> text: array<u32>;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;
// items before each piece, and the number of all
@group(0) @binding(3) var<storage, read_write> pieces: array<u32>;
@group(0) @binding(4) var<storage, read_write> items: array<vec2<u32>>;
// the first item of each document, and the number of all
@group(0) @binding(5) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(6) var<storage, read_write> results: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> state: array<atomic<u32>>;

const TOPS = 0x80808080u;

fn isOfCharacters() -> bool { return (batch.shape & ${Shape.unitMask}u) == ${Shape.character}u; }
fn isFast() -> bool { return (batch.shape & ${Shape.checksumMask}u) == 0u; }
fn isSorted() -> bool { return (batch.shape & ${Shape.free}u) != 0u; }
fn leaveToWasm() { atomicStore(&state[${STATE.odd}], 1u); }

/// A dispatch has two dimensions, because one holds 65,535 workgroups only.
fn groupOf(group: vec3<u32>, groups: vec3<u32>) -> u32 { return group.y * groups.x + group.x; }

fn byteAt(at: u32) -> u32 { return (text[at >> 2u] >> ((at & 3u) * 8u)) & 0xffu; }

fn wordAt(at: u32) -> u32 {
  let shift = (at & 3u) * 8u;
  if (shift == 0u) { return text[at >> 2u]; }
  return (text[at >> 2u] >> shift) | (text[(at >> 2u) + 1u] << (32u - shift));
}

/// The highest bit of every byte that is part of an item (above 0x20).
fn letters(four: u32) -> u32 { return (((four & 0x7f7f7f7fu) + 0x5f5f5f5fu) | four) & TOPS; }

/// The highest bit of every byte of these four at which an item begins.
fn startsIn(at: u32) -> u32 {
  let four = text[at];
  var before = 0u;
  if (at > 0u) { before = text[at - 1u]; }
  let all = letters(four);
  let follows = (all << 8u) | (letters(before) >> 24u);
  if (!isOfCharacters()) { return all & ~follows; }
  // bytes 10xxxxxx continue a character if it began at most three bytes before; any others are not UTF-8
  let more = four & ~(four << 1u) & TOPS;
  let leads = all & ~more;
  let earlier = letters(before) & ~(before & ~(before << 1u) & TOPS);
  let near = (leads << 8u) | (leads << 16u) | (leads << 24u) | (earlier >> 8u) | (earlier >> 16u) | (earlier >> 24u);
  if ((more & ~(follows & near)) != 0u) { leaveToWasm(); }
  return leads;
}

fn itemEnd(start: u32) -> u32 {
  var end = start + 1u;
  if (isOfCharacters()) {
    while (end < start + 4u && (byteAt(end) & 0xc0u) == 0x80u) { end++; }
    return end;
  }
  while (byteAt(end) > 0x20u) {
    end++;
    if (end - start > ${LONGEST}u) { leaveToWasm(); break; }
  }
  return end;
}

/// The mixed hash (mixed-hash.ts): eight bytes at a time, the last eight full, zeros in front of the first.
fn mixedHash(start: u32, end: u32) -> vec2<u32> {
  let head = start + ((end - start) & 7u);
  var hash = vec2<u32>(0u, 0u);
  var at = start;
  for (; at < head; at++) {
    hash = vec2<u32>((hash.x >> 8u) | (hash.y << 24u), (hash.y >> 8u) | (byteAt(at) << 24u));
  }
  // nothing stays nothing
  hash = mixBoth(hash);
  for (; at < end; at += 8u) { hash = mixBoth(hash ^ vec2<u32>(wordAt(at), wordAt(at + 4u))); }
  return hash;
}

fn mixBoth(halves: vec2<u32>) -> vec2<u32> {
  var low = halves.x;
  var high = (halves.y * 0x9e3779b1u) ^ low;
  high ^= high >> 14u;
  low += high * 0x85ebca6bu;
  low ^= low >> 15u;
  high += low * 0xc2b2ae35u;
  high ^= high >> 16u;
  low += high * 0x27d4eb2fu;
  low ^= low >> 15u;
  return vec2<u32>(low, high);
}

/// Every input bit reaches every output bit (scalar/mix.ts).
fn finish(value: u32) -> u32 {
  var x = (value ^ (value >> 16u)) * 0x7feb352du;
  x = (x ^ (x >> 15u)) * 0x846ca68bu;
  return x ^ (x >> 16u);
}

fn rotl(x: u32, n: u32) -> u32 { return (x << n) | (x >> (32u - n)); }

/// How many shingles items of this number make.
fn shinglesOf(count: u32) -> u32 {
  if (count == 0u) { return 0u; }
  return (count - widthOf(count)) / stepOf() + 1u;
}

fn widthOf(count: u32) -> u32 { return min(batch.shape & ${Shape.widthMask}u, count); }
fn stepOf() -> u32 { return ((batch.shape >> ${Shape.stepShift}u) & 0xffu) + 1u; }

/// Items in the first \`fours\` groups of four bytes of a piece.
fn itemsBefore(piece: u32, fours: u32) -> u32 {
  var count = 0u;
  let first = piece * ${PIECE_BYTES / 4}u;
  for (var at = first; at < min(first + fours, (batch.bytes + 3u) / 4u); at++) { count += countOneBits(startsIn(at)); }
  return count;
}

@compute @workgroup_size(${LANES})
fn countItems(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
              @builtin(local_invocation_index) lane: u32) {
  let piece = groupOf(group, groups) * ${LANES}u + lane;
  if (piece < batch.pieces) { pieces[piece] = itemsBefore(piece, ${PIECE_BYTES / 4}u); }
}

var<workgroup> sums: array<u32, 256>;

/// One workgroup: a thread adds up the counts of its pieces, all threads add up these sums, and each writes those of its pieces.
@compute @workgroup_size(256)
fn sumPieces(@builtin(local_invocation_index) lane: u32) {
  let share = (batch.pieces + 255u) / 256u;
  let begin = min(lane * share, batch.pieces);
  let end = min(begin + share, batch.pieces);
  var sum = 0u;
  for (var piece = begin; piece < end; piece++) { sum += pieces[piece]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var distance = 1u; distance < 256u; distance *= 2u) {
    var before = 0u;
    if (lane >= distance) { before = sums[lane - distance]; }
    workgroupBarrier();
    sums[lane] += before;
    workgroupBarrier();
  }
  var next = sums[lane] - sum;
  for (var piece = begin; piece < end; piece++) {
    let count = pieces[piece];
    pieces[piece] = next;
    next += count;
  }
  if (lane == 255u) {
    pieces[batch.pieces] = next;
    atomicStore(&state[${STATE.shingles}], shinglesOf(next));
  }
}

@compute @workgroup_size(${LANES})
fn findItems(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
             @builtin(local_invocation_index) lane: u32) {
  let piece = groupOf(group, groups) * ${LANES}u + lane;
  if (piece >= batch.pieces) { return; }
  var next = pieces[piece];
  let first = piece * ${PIECE_BYTES / 4}u;
  for (var at = first; at < min(first + ${PIECE_BYTES / 4}u, (batch.bytes + 3u) / 4u); at++) {
    for (var starts = startsIn(at); starts != 0u; starts &= starts - 1u) {
      let start = 4u * at + countTrailingZeros(starts) / 8u;
      let end = itemEnd(start);
      if (isFast()) { items[next] = mixedHash(start, end); }
      else { items[next] = vec2<u32>(start, end); }
      next++;
    }
  }
}

@compute @workgroup_size(${LANES})
fn findDocuments(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
                 @builtin(local_invocation_index) lane: u32) {
  let document = groupOf(group, groups) * ${LANES}u + lane;
  if (document > batch.documents) { return; }
  let start = offsets[document];
  let piece = start / ${PIECE_BYTES}u;
  var first = pieces[piece];
  if (start % ${PIECE_BYTES}u != 0u) {
    first += itemsBefore(piece, (start % ${PIECE_BYTES}u) / 4u);
    if ((start & 3u) != 0u) {
      let early = (1u << ((start & 3u) * 8u)) - 1u;
      first += countOneBits(startsIn(start >> 2u) & early);
    }
  }
  firsts[document] = first;
}
`;
