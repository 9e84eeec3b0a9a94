// Damages files the way disks, networks and attackers do: flips, cuts, splices, wrong lengths, endless nesting. The same numbers give the
// same damage.

/** @param random Gives an integer from 0 up to its argument. @param other Bytes of another file, to splice with. */
export function mutate(bytes, other, random) {
  let mutant = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0; times--) {
    mutant = MUTATIONS[random(MUTATIONS.length)](mutant, other, random);
    if (mutant.length > MAX_BYTES) mutant = mutant.subarray(0, MAX_BYTES);
  }
  return mutant;
}

/** A source of random integers, the same for the same two numbers. */
export function randomOf(seed, number) {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const MAX_BYTES = 4 << 20;
/** Bytes that repeating a part may add. */
const MAX_REPEATED = 300_000;
const BYTES = [0, 1, 0x20, 0x22, 0x3c, 0x5c, 0x7b, 0x7f, 0x80, 0xc0, 0xfe, 0xff];
const LENGTHS = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
const NUMBERS = ['0', '-1', '1', '65536', '2147483648', '4294967295', '99999999999999999999', '1e999', 'NaN'];
const OPENINGS = [
  '<div>',
  '{',
  '[',
  '(',
  '<<',
  '{\\b ',
  '"',
  '<p><b>',
  '=?utf-8?q?',
  '\n\n',
  '\0',
  '--b\n',
  '<w:p><w:txbxContent>',
];

const MUTATIONS = [
  flipBits,
  setBytes,
  setBytes,
  writeLength,
  writeLength,
  replaceNumber,
  truncate,
  remove,
  copyWithin,
  swap,
  insert,
  repeat,
  nest,
  splice,
];

function flipBits(bytes, _, random) {
  for (let times = 1 + random(8); times > 0 && bytes.length > 0; times--)
    bytes[random(bytes.length)] ^= 1 << random(8);
  return bytes;
}

function setBytes(bytes, _, random) {
  for (let times = 1 + random(4); times > 0 && bytes.length > 0; times--)
    bytes[random(bytes.length)] = random(3) === 0 ? random(256) : BYTES[random(BYTES.length)];
  return bytes;
}

function writeLength(bytes, _, random) {
  const width = [1, 2, 4, 8][random(4)];
  if (bytes.length < width) return bytes;
  const at = random(bytes.length - width + 1);
  const value = LENGTHS[random(LENGTHS.length)];
  const field = Buffer.alloc(8);
  field.writeUInt32LE(value);
  const shown = field.subarray(0, width);
  bytes.set(random(2) === 0 ? shown : shown.reverse(), at);
  return bytes;
}

/** A number in digits, as text formats have their lengths. */
function replaceNumber(bytes, _, random) {
  const isDigit = (at) => bytes[at] >= 0x30 && bytes[at] <= 0x39;
  let start = random(bytes.length + 1);
  while (start < bytes.length && !isDigit(start)) start++;
  let end = start;
  while (end < bytes.length && isDigit(end)) end++;
  return replace(bytes, start, end, Buffer.from(NUMBERS[random(NUMBERS.length)]));
}

function truncate(bytes, _, random) {
  return random(2) === 0
    ? bytes.subarray(0, random(bytes.length + 1))
    : bytes.subarray(0, Math.max(0, bytes.length - 1 - random(20)));
}

function remove(bytes, _, random) {
  const [start, end] = range(bytes, random);
  return replace(bytes, start, end, NOTHING);
}

function copyWithin(bytes, _, random) {
  const [start, end] = range(bytes, random);
  const at = random(bytes.length + 1);
  return replace(bytes, at, random(2) === 0 ? at : at + end - start, bytes.subarray(start, end));
}

function swap(bytes, _, random) {
  const [start, middle] = range(bytes, random);
  const end = Math.min(bytes.length, middle + random(200));
  return Buffer.concat([
    bytes.subarray(0, start),
    bytes.subarray(middle, end),
    bytes.subarray(start, middle),
    bytes.subarray(end),
  ]);
}

function insert(bytes, _, random) {
  const at = random(bytes.length + 1);
  return replace(bytes, at, at, Buffer.from(Array.from({ length: 1 + random(40) }, () => random(256))));
}

function repeat(bytes, _, random) {
  const [start, end] = range(bytes, random, 60);
  return replace(bytes, start, end, repeated(bytes.subarray(start, end), random));
}

function nest(bytes, _, random) {
  const at = random(bytes.length + 1);
  return replace(bytes, at, at, repeated(Buffer.from(OPENINGS[random(OPENINGS.length)], 'latin1'), random));
}

function splice(bytes, other, random) {
  return Buffer.concat([
    bytes.subarray(0, random(bytes.length + 1)),
    other.subarray(random(other.length + 1)),
  ]);
}

const NOTHING = Buffer.alloc(0);

/** Often short, seldom up to all of it. */
function range(bytes, random, longest = random(4) === 0 ? bytes.length : 100) {
  const start = random(bytes.length + 1);
  return [start, Math.min(bytes.length, start + 1 + random(longest))];
}

function repeated(part, random) {
  if (part.length === 0) return part;
  const times = Math.min(2 ** random(18), Math.floor(MAX_REPEATED / part.length));
  return Buffer.alloc(times * part.length, part);
}

function replace(bytes, start, end, content) {
  return Buffer.concat([bytes.subarray(0, start), content, bytes.subarray(end)]);
}
