// MD5 (RFC 1321): one block of 64 bytes into the state of four words.

export function md5Begin(state: usize): void {
  store<u32>(state, 0x67452301);
  store<u32>(state, 0xefcdab89, 4);
  store<u32>(state, 0x98badcfe, 8);
  store<u32>(state, 0x10325476, 12);
}

// The 64 steps are written out: which variable, which word of the block and which constant differ in each. The constants are the
// first 32 bits of |sin 1|, |sin 2| …
export function md5Block(state: usize, block: usize): void {
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  let d = load<u32>(state, 12);
  a = b + rotl(a + (d ^ (b & (c ^ d))) + 0xd76aa478 + load<u32>(block, 0), 7);
  d = a + rotl(d + (c ^ (a & (b ^ c))) + 0xe8c7b756 + load<u32>(block, 4), 12);
  c = d + rotl(c + (b ^ (d & (a ^ b))) + 0x242070db + load<u32>(block, 8), 17);
  b = c + rotl(b + (a ^ (c & (d ^ a))) + 0xc1bdceee + load<u32>(block, 12), 22);
  a = b + rotl(a + (d ^ (b & (c ^ d))) + 0xf57c0faf + load<u32>(block, 16), 7);
  d = a + rotl(d + (c ^ (a & (b ^ c))) + 0x4787c62a + load<u32>(block, 20), 12);
  c = d + rotl(c + (b ^ (d & (a ^ b))) + 0xa8304613 + load<u32>(block, 24), 17);
  b = c + rotl(b + (a ^ (c & (d ^ a))) + 0xfd469501 + load<u32>(block, 28), 22);
  a = b + rotl(a + (d ^ (b & (c ^ d))) + 0x698098d8 + load<u32>(block, 32), 7);
  d = a + rotl(d + (c ^ (a & (b ^ c))) + 0x8b44f7af + load<u32>(block, 36), 12);
  c = d + rotl(c + (b ^ (d & (a ^ b))) + 0xffff5bb1 + load<u32>(block, 40), 17);
  b = c + rotl(b + (a ^ (c & (d ^ a))) + 0x895cd7be + load<u32>(block, 44), 22);
  a = b + rotl(a + (d ^ (b & (c ^ d))) + 0x6b901122 + load<u32>(block, 48), 7);
  d = a + rotl(d + (c ^ (a & (b ^ c))) + 0xfd987193 + load<u32>(block, 52), 12);
  c = d + rotl(c + (b ^ (d & (a ^ b))) + 0xa679438e + load<u32>(block, 56), 17);
  b = c + rotl(b + (a ^ (c & (d ^ a))) + 0x49b40821 + load<u32>(block, 60), 22);
  a = b + rotl(a + (c ^ (d & (b ^ c))) + 0xf61e2562 + load<u32>(block, 4), 5);
  d = a + rotl(d + (b ^ (c & (a ^ b))) + 0xc040b340 + load<u32>(block, 24), 9);
  c = d + rotl(c + (a ^ (b & (d ^ a))) + 0x265e5a51 + load<u32>(block, 44), 14);
  b = c + rotl(b + (d ^ (a & (c ^ d))) + 0xe9b6c7aa + load<u32>(block, 0), 20);
  a = b + rotl(a + (c ^ (d & (b ^ c))) + 0xd62f105d + load<u32>(block, 20), 5);
  d = a + rotl(d + (b ^ (c & (a ^ b))) + 0x02441453 + load<u32>(block, 40), 9);
  c = d + rotl(c + (a ^ (b & (d ^ a))) + 0xd8a1e681 + load<u32>(block, 60), 14);
  b = c + rotl(b + (d ^ (a & (c ^ d))) + 0xe7d3fbc8 + load<u32>(block, 16), 20);
  a = b + rotl(a + (c ^ (d & (b ^ c))) + 0x21e1cde6 + load<u32>(block, 36), 5);
  d = a + rotl(d + (b ^ (c & (a ^ b))) + 0xc33707d6 + load<u32>(block, 56), 9);
  c = d + rotl(c + (a ^ (b & (d ^ a))) + 0xf4d50d87 + load<u32>(block, 12), 14);
  b = c + rotl(b + (d ^ (a & (c ^ d))) + 0x455a14ed + load<u32>(block, 32), 20);
  a = b + rotl(a + (c ^ (d & (b ^ c))) + 0xa9e3e905 + load<u32>(block, 52), 5);
  d = a + rotl(d + (b ^ (c & (a ^ b))) + 0xfcefa3f8 + load<u32>(block, 8), 9);
  c = d + rotl(c + (a ^ (b & (d ^ a))) + 0x676f02d9 + load<u32>(block, 28), 14);
  b = c + rotl(b + (d ^ (a & (c ^ d))) + 0x8d2a4c8a + load<u32>(block, 48), 20);
  a = b + rotl(a + (b ^ c ^ d) + 0xfffa3942 + load<u32>(block, 20), 4);
  d = a + rotl(d + (a ^ b ^ c) + 0x8771f681 + load<u32>(block, 32), 11);
  c = d + rotl(c + (d ^ a ^ b) + 0x6d9d6122 + load<u32>(block, 44), 16);
  b = c + rotl(b + (c ^ d ^ a) + 0xfde5380c + load<u32>(block, 56), 23);
  a = b + rotl(a + (b ^ c ^ d) + 0xa4beea44 + load<u32>(block, 4), 4);
  d = a + rotl(d + (a ^ b ^ c) + 0x4bdecfa9 + load<u32>(block, 16), 11);
  c = d + rotl(c + (d ^ a ^ b) + 0xf6bb4b60 + load<u32>(block, 28), 16);
  b = c + rotl(b + (c ^ d ^ a) + 0xbebfbc70 + load<u32>(block, 40), 23);
  a = b + rotl(a + (b ^ c ^ d) + 0x289b7ec6 + load<u32>(block, 52), 4);
  d = a + rotl(d + (a ^ b ^ c) + 0xeaa127fa + load<u32>(block, 0), 11);
  c = d + rotl(c + (d ^ a ^ b) + 0xd4ef3085 + load<u32>(block, 12), 16);
  b = c + rotl(b + (c ^ d ^ a) + 0x04881d05 + load<u32>(block, 24), 23);
  a = b + rotl(a + (b ^ c ^ d) + 0xd9d4d039 + load<u32>(block, 36), 4);
  d = a + rotl(d + (a ^ b ^ c) + 0xe6db99e5 + load<u32>(block, 48), 11);
  c = d + rotl(c + (d ^ a ^ b) + 0x1fa27cf8 + load<u32>(block, 60), 16);
  b = c + rotl(b + (c ^ d ^ a) + 0xc4ac5665 + load<u32>(block, 8), 23);
  a = b + rotl(a + (c ^ (b | ~d)) + 0xf4292244 + load<u32>(block, 0), 6);
  d = a + rotl(d + (b ^ (a | ~c)) + 0x432aff97 + load<u32>(block, 28), 10);
  c = d + rotl(c + (a ^ (d | ~b)) + 0xab9423a7 + load<u32>(block, 56), 15);
  b = c + rotl(b + (d ^ (c | ~a)) + 0xfc93a039 + load<u32>(block, 20), 21);
  a = b + rotl(a + (c ^ (b | ~d)) + 0x655b59c3 + load<u32>(block, 48), 6);
  d = a + rotl(d + (b ^ (a | ~c)) + 0x8f0ccc92 + load<u32>(block, 12), 10);
  c = d + rotl(c + (a ^ (d | ~b)) + 0xffeff47d + load<u32>(block, 40), 15);
  b = c + rotl(b + (d ^ (c | ~a)) + 0x85845dd1 + load<u32>(block, 4), 21);
  a = b + rotl(a + (c ^ (b | ~d)) + 0x6fa87e4f + load<u32>(block, 32), 6);
  d = a + rotl(d + (b ^ (a | ~c)) + 0xfe2ce6e0 + load<u32>(block, 60), 10);
  c = d + rotl(c + (a ^ (d | ~b)) + 0xa3014314 + load<u32>(block, 24), 15);
  b = c + rotl(b + (d ^ (c | ~a)) + 0x4e0811a1 + load<u32>(block, 52), 21);
  a = b + rotl(a + (c ^ (b | ~d)) + 0xf7537e82 + load<u32>(block, 16), 6);
  d = a + rotl(d + (b ^ (a | ~c)) + 0xbd3af235 + load<u32>(block, 44), 10);
  c = d + rotl(c + (a ^ (d | ~b)) + 0x2ad7d2bb + load<u32>(block, 8), 15);
  b = c + rotl(b + (d ^ (c | ~a)) + 0xeb86d391 + load<u32>(block, 36), 21);
  store<u32>(state, load<u32>(state) + a);
  store<u32>(state, load<u32>(state, 4) + b, 4);
  store<u32>(state, load<u32>(state, 8) + c, 8);
  store<u32>(state, load<u32>(state, 12) + d, 12);
}
