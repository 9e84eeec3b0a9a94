// SHA-1 (RFC 3174): one block of 64 bytes into the state of five words.

export function sha1Begin(state: usize): void {
  store<u32>(state, 0x67452301);
  store<u32>(state, 0xefcdab89, 4);
  store<u32>(state, 0x98badcfe, 8);
  store<u32>(state, 0x10325476, 12);
  store<u32>(state, 0xc3d2e1f0, 16);
}

// `words` has room for 80 words: the block, and the words derived from it.
export function sha1Block(state: usize, block: usize, words: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(words + i, bswap<u32>(load<u32>(block + i)));
  for (let at = words + 64; at < words + 320; at += 4) {
    store<u32>(at, rotl(load<u32>(at - 12) ^ load<u32>(at - 32) ^ load<u32>(at - 56) ^ load<u32>(at - 64), 1));
  }
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  let d = load<u32>(state, 12);
  let e = load<u32>(state, 16);
  for (let at = words; at < words + 320; at += 4) {
    let f: u32;
    if (at < words + 80) f = (d ^ (b & (c ^ d))) + 0x5a827999;
    else if (at < words + 160) f = (b ^ c ^ d) + 0x6ed9eba1;
    else if (at < words + 240) f = ((b & c) | (d & (b | c))) + 0x8f1bbcdc;
    else f = (b ^ c ^ d) + 0xca62c1d6;
    const next = rotl(a, 5) + f + e + load<u32>(at);
    e = d;
    d = c;
    c = rotl(b, 30);
    b = a;
    a = next;
  }
  store<u32>(state, load<u32>(state) + a);
  store<u32>(state, load<u32>(state, 4) + b, 4);
  store<u32>(state, load<u32>(state, 8) + c, 8);
  store<u32>(state, load<u32>(state, 12) + d, 12);
  store<u32>(state, load<u32>(state, 16) + e, 16);
}
