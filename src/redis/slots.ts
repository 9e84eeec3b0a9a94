/** Slots of a Redis Cluster: the slot of a key, and keys for a given range of slots. */

export const SLOTS = 16_384;

/** CRC-16 (XMODEM) of the text between the first braces, as the cluster specification says. */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open === -1 ? -1 : key.indexOf('}', open + 1);
  return crc16(close > open + 1 ? key.slice(open + 1, close) : key) % SLOTS;
}

/**
 * A hash tag whose slot is in part `part` of `parts` equal parts of all slots, so that a cluster whose masters have equal parts gets
 * equally many tags on each.
 */
export function tagIn(part: number, parts: number, name: string): string {
  for (let n = 0; ; n++) {
    const tag = `${name}.${part}.${n.toString(36)}`;
    if (Math.floor((slotOf(tag) * parts) / SLOTS) === part) return tag;
  }
}

function crc16(text: string): number {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}
