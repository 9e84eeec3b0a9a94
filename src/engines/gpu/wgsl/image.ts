/**
 * Document images on the GPU (paper C): a thread computes the checksum of one shingle, of its bytes for CRC-32 and MD5; `keepShingles`
 * then keeps those that the image may need. The values are counted by their highest bits, so that the caller knows how far to go for the
 * n smallest.
 */
import { Shape } from '../../layouts/shingle-bits.ts';
import { LANES, LONGEST, STATE } from './batch.ts';

/** Bits of a value by which it is counted. */
const BIN_BITS = 12;
export const BINS = 1 << BIN_BITS;

/** The shader that computes the checksums of a shape. */
export function checksumShader(shape: number): string {
  const kind = shape & Shape.checksumMask;
  return kind === 0 ? 'foldShingles' : kind === Shape.crc32 ? 'crcShingles' : 'md5Shingles';
}

/** The CRC-32 contribution of every byte: the content of the buffer `crcTable`. */
export const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** RFC 1321: the 64 steps, written out, so that no table is needed. Those of each round have their function, word and turns. */
const ROUNDS = [
  { mixed: '(b & c) | (~b & d)', word: (i: number) => i, turns: [7, 12, 17, 22] },
  { mixed: '(d & b) | (~d & c)', word: (i: number) => 5 * i + 1, turns: [5, 9, 14, 20] },
  { mixed: 'b ^ c ^ d', word: (i: number) => 3 * i + 5, turns: [4, 11, 16, 23] },
  { mixed: 'c ^ (b | ~d)', word: (i: number) => 7 * i, turns: [6, 10, 15, 21] },
];
const STEPS = Array.from({ length: 64 }, (_, i) => {
  const { mixed, word, turns } = ROUNDS[i >> 4];
  const sine = Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32);
  const turned = `rotl(a + (${mixed}) + ${sine}u + block[${word(i) % 16}], ${turns[i % 4]}u)`;
  return `next = b + ${turned}; a = d; d = c; c = b; b = next;`;
});

/** The entry point that gives every shingle the checksum `value`. */
const entry = (name: string, value: string) => /* wgsl */ `
@compute @workgroup_size(${LANES})
fn ${name}(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
           @builtin(local_invocation_index) lane: u32) {
  let items = pieces[batch.pieces];
  let i = groupOf(group, groups) * ${LANES}u + lane;
  if (i >= shinglesOf(items)) { return; }
  let first = i * stepOf();
  let count = widthOf(items);
  let value = ${value};
  results[i] = value;
  if (isDivisible(value)) { atomicAdd(&state[${STATE.bins}u + binOf(value)], 1u); }
}
`;

export const IMAGE = /* wgsl */ `
@group(0) @binding(8) var<storage, read> crcTable: array<u32>;

// the items of a shingle, and 64 bytes of it for MD5
var<private> shingle: array<vec2<u32>, 64>;
var<private> block: array<u32, 16>;

fn isCrc() -> bool { return (batch.shape & ${Shape.checksumMask}u) == ${Shape.crc32}u; }

fn crcOf(first: u32, count: u32) -> vec2<u32> {
  if (isTooLong(first, count)) { return vec2<u32>(0u, 0u); }
  takeItems(first, count);
  var sum = 0xffffffffu;
  for (var i = 0u; i < count; i++) {
    let item = shingle[i];
    let space = spacesBefore(i);
    for (var k = 0u; k < space + item.y - item.x; k++) {
      var byte = 0x20u;
      if (k >= space) { byte = byteAt(item.x + k - space); }
      sum = crcTable[(sum ^ byte) & 0xffu] ^ (sum >> 8u);
    }
  }
  return vec2<u32>(~sum, 0u);
}

/// The first 64 bits, as a big-endian number.
fn md5Of(first: u32, count: u32) -> vec2<u32> {
  if (isTooLong(first, count)) { return vec2<u32>(0u, 0u); }
  takeItems(first, count);
  var length = 0u;
  for (var i = 0u; i < count; i++) { length += spacesBefore(i) + shingle[i].y - shingle[i].x; }
  // the bytes, then 0x80 and zeros, then the number of bits
  let end = ((length + 8u) / 64u + 1u) * 64u;
  var sum = vec4<u32>(0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u);
  var i = 0u;
  var next = shingle[0].x;
  for (var at = 0u; at < end; at++) {
    var byte = 0u;
    if (at < length) {
      let isSpace = next == shingle[i].y && !isOfCharacters();
      if (next == shingle[i].y) {
        i++;
        next = shingle[i].x;
      }
      if (isSpace) { byte = 0x20u; }
      else {
        byte = byteAt(next);
        next++;
      }
    }
    else if (at == length) { byte = 0x80u; }
    else if (at + 8u >= end && at + 4u < end) { byte = ((length * 8u) >> (8u * (at & 3u))) & 0xffu; }
    let word = (at >> 2u) & 15u;
    if ((at & 3u) == 0u) { block[word] = byte; } else { block[word] |= byte << ((at & 3u) * 8u); }
    if ((at & 63u) == 63u) { sum += withBlock(sum); }
  }
  return vec2<u32>(swapBytes(sum.y), swapBytes(sum.x));
}

fn withBlock(sum: vec4<u32>) -> vec4<u32> {
  var a = sum.x;
  var b = sum.y;
  var c = sum.z;
  var d = sum.w;
  var next = 0u;
  ${STEPS.join('\n  ')}
  return vec4<u32>(a, b, c, d);
}

fn swapBytes(x: u32) -> u32 {
  return (x << 24u) | ((x & 0xff00u) << 8u) | ((x >> 8u) & 0xff00u) | (x >> 24u);
}

fn isTooLong(first: u32, count: u32) -> bool {
  let isLong = items[first + count - 1u].y - items[first].x > ${LONGEST}u;
  if (isLong) { leaveToWasm(); }
  return isLong;
}

/// Words are joined by one space.
fn spacesBefore(i: u32) -> u32 { return select(0u, 1u, i > 0u && !isOfCharacters()); }

/// The items of a shingle, sorted by their bytes if the shape says so (insertion sort).
fn takeItems(first: u32, count: u32) {
  let sorted = isSorted();
  for (var i = 0u; i < count; i++) {
    let item = items[first + i];
    var at = i;
    while (sorted && at > 0u && comesBefore(item, shingle[at - 1u])) {
      shingle[at] = shingle[at - 1u];
      at--;
    }
    shingle[at] = item;
  }
}

fn comesBefore(a: vec2<u32>, b: vec2<u32>) -> bool {
  let length = min(a.y - a.x, b.y - b.x);
  for (var i = 0u; i < length; i++) {
    let x = byteAt(a.x + i);
    let y = byteAt(b.x + i);
    if (x != y) { return x < y; }
  }
  return a.y - a.x < b.y - b.x;
}

fn isDivisible(value: vec2<u32>) -> bool {
  let m = batch.divisor;
  if (m == 1u) { return true; }
  // 2^32 mod m; the divisor is below 2^16
  let carry = (0xffffffffu % m + 1u) % m;
  return ((value.y % m) * carry + value.x % m) % m == 0u;
}

/// A CRC is a value of 32 bits.
fn binOf(value: vec2<u32>) -> u32 { return select(value.y, value.x, isCrc()) >> ${32 - BIN_BITS}u; }

${entry('foldShingles', 'foldItems(first, count)')}
${entry('crcShingles', 'crcOf(first, count)')}
${entry('md5Shingles', 'md5Of(first, count)')}

/// Moves what is kept to the start of \`items\`, which are no longer needed, in any order.
@compute @workgroup_size(${LANES})
fn keepShingles(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
                @builtin(local_invocation_index) lane: u32) {
  let i = groupOf(group, groups) * ${LANES}u + lane;
  if (i >= shinglesOf(pieces[batch.pieces])) { return; }
  let value = results[i];
  if (binOf(value) <= batch.lastBin && isDivisible(value)) { items[atomicAdd(&state[${STATE.kept}], 1u)] = value; }
}
`;
