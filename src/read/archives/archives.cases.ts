/** Members of tar archives, made by hand for tests. */

/** One file of a tar archive. */
export function tarFile(name: string, content: string | Uint8Array, type = '0'): Buffer {
  const bytes = Buffer.from(content as string);
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(bytes.length.toString(8).padStart(11, '0'), 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(
    header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0'),
    148,
  );
  header[154] = 0;
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
