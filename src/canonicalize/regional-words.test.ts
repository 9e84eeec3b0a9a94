import { describe, expect, test } from 'vitest';
import { canonicalText } from './canonical-text.ts';

/** The characters of the canonical text. */
async function characters(text: string): Promise<string> {
  return (await canonicalText(text, { ngram: 1 })).replaceAll(' ', '');
}

describe('regional words', () => {
  test('regional words become one, in either script, the longest first', async () => {
    expect(await characters('滑鼠與網路')).toBe('鼠标与网络');
    expect(await characters('滑鼠与网路')).toBe('鼠标与网络');
    expect(await characters('乙太網路')).toBe('以太网');
  });

  test('regional words that mean different things in both regions all become one', async () => {
    // a program is 程式 in Taiwan and 程序 on the mainland; a process is 程序 in Taiwan and 进程 on the mainland
    const words = await Promise.all(['程式', '程序', '进程', '進程'].map(characters));
    expect(new Set(words).size).toBe(1);
  });

  test('regional words leave the same page in both scripts with the same words', async () => {
    const pages = ['這個軟體會讀取檔案，再將結果寫入資料庫。', '这个软件会读取文件，再将结果写入数据库。'];
    const [tw, cn] = await Promise.all(pages.map((page) => canonicalText(page)));
    expect(tw).toBe(cn);
    // converted by characters only
    const [bare, simplified] = await Promise.all(
      ['開發軟體檔案', '开发软体档案'].map((page) => canonicalText(page)),
    );
    expect(bare).toBe(simplified);
  });

  test('regional words are not found across what separates words, or in other scripts', async () => {
    expect(await characters('程 式、程，式')).toBe('程式程式');
    expect(await canonicalText('program Програма')).toBe('program програма');
  });
});
