// Checksums over the bytes of a shingle: begin, add its items one after the other, end.

import { Shape } from '../../src/engines/layouts/shingle-bits';
import { crc32, initCrc32 } from '../checksums/crc32';
import { md5Begin, md5Block } from '../checksums/md5';
import { sha1Begin, sha1Block } from '../checksums/sha1';
import { CHECKSUM_BLOCK_AT, CHECKSUM_STATE_AT, CRC32_AT, SHA1_WORDS_AT, scratch } from '../memory';

let kind: u32 = 0;
let isSpaced: bool = false;
let crc: u32 = 0;
// bytes added so far
let length: usize = 0;

export function initByteChecksum(): void {
  initCrc32(scratch + CRC32_AT);
}

export function beginBytes(shape: u32): void {
  kind = shape & Shape.checksumMask;
  isSpaced = (shape & Shape.unitMask) !== Shape.character;
  length = 0;
  if (kind === Shape.crc32) crc = ~0;
  else if (kind === Shape.md5) md5Begin(scratch + CHECKSUM_STATE_AT);
  else sha1Begin(scratch + CHECKSUM_STATE_AT);
}

// Adds an item, after one space if it is not the first and items are words.
export function addItem(item: u64): void {
  const block = scratch + CHECKSUM_BLOCK_AT;
  if (isSpaced && length > 0) {
    if (kind === Shape.crc32) {
      store<u8>(block, 0x20);
      crc = crc32(scratch + CRC32_AT, crc, block, block + 1);
      length++;
    } else {
      store<u8>(block + (length & 63), 0x20);
      length++;
      if ((length & 63) === 0) takeBlock();
    }
  }
  let p = <usize>(<u32>item);
  const end = p + <usize>(item >> 32);
  if (kind === Shape.crc32) {
    crc = crc32(scratch + CRC32_AT, crc, p, end);
    length += end - p;
    return;
  }
  while (p < end) {
    const filled = length & 63;
    const bytes = min<usize>(64 - filled, end - p);
    memory.copy(block + filled, p, bytes);
    p += bytes;
    length += bytes;
    if ((length & 63) === 0) takeBlock();
  }
}

// The checksum; of MD5 and SHA-1 the first eight bytes as a big-endian number.
export function endBytes(): u64 {
  if (kind === Shape.crc32) return <u64>~crc;
  const block = scratch + CHECKSUM_BLOCK_AT;
  const state = scratch + CHECKSUM_STATE_AT;
  const bits = (<u64>length) << 3;
  let filled = length & 63;
  store<u8>(block + filled++, 0x80);
  if (filled > 56) {
    memory.fill(block + filled, 0, 64 - filled);
    takeBlock();
    filled = 0;
  }
  memory.fill(block + filled, 0, 56 - filled);
  if (kind === Shape.md5) {
    store<u64>(block, bits, 56);
    takeBlock();
    return bswap<u64>(load<u64>(state));
  }
  store<u64>(block, bswap<u64>(bits), 56);
  takeBlock();
  return ((<u64>load<u32>(state)) << 32) | <u64>load<u32>(state, 4);
}

function takeBlock(): void {
  const work = scratch;
  if (kind === Shape.md5) md5Block(work + CHECKSUM_STATE_AT, work + CHECKSUM_BLOCK_AT);
  else sha1Block(work + CHECKSUM_STATE_AT, work + CHECKSUM_BLOCK_AT, work + SHA1_WORDS_AT);
}
