import { describe, expect, it } from 'vitest';
import { openSegmenter } from './segment.ts';

/** Cuts after every second character. */
const fake = (name: string) =>
  name.endsWith('/dict')
    ? { dict: new Uint8Array(1) }
    : { Jieba: { withDict: () => ({ cut: (text: string) => text.match(/..?/gu) }) } };

describe('Chinese words', () => {
  it('Chinese words get spaces around them, and nothing else changes', () => {
    expect(openSegmenter(fake)('用Vim编辑文件。e\u0301!')).toBe(' 用 Vim 编辑 文件 。é!');
  });

  it('Chinese words are cut alike in both scripts', () => {
    expect(openSegmenter(fake)('編輯檔案')).toBe(openSegmenter(fake)('编辑档案'));
  });

  it('Chinese words go over one line break, and not over two', () => {
    const segment = openSegmenter(fake);
    expect(segment('编辑文\r\n  件')).toBe(segment('编辑文件'));
    expect(segment('编辑文\u2028件')).toBe(segment('编辑文\v件'));
    expect(segment('编辑文\u2028件')).toBe(segment('编辑文件'));
    expect(segment('编辑文\n\n件')).not.toBe(segment('编辑文件'));
  });

  it('a missing package for Chinese words is an error that says what to do', () => {
    const missing = () => {
      throw new Error('Cannot find module');
    };
    expect(() => openSegmenter(missing)).toThrow(
      expect.objectContaining({ code: 'NOT_INSTALLED', advice: expect.stringContaining('@node-rs/jieba') }),
    );
  });
});
