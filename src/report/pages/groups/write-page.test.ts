import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Group, Removed } from '../../../answers/copies.ts';
import type { ReportText } from './page-texts.ts';
import type { GroupRow, TextRow, Totals } from './rows.ts';
import { sampleTexts } from './sample-texts.cases.ts';
import { type HtmlReportData, writeHtmlReport } from './write-page.ts';

function group(number: number, resemblances: number[]): Group {
  const kept = `kept ${number}`;
  const members = resemblances.map(
    (resemblance, i): Removed => ({
      id: `copy ${number}.${i}`,
      keptId: kept,
      resemblance,
      containment: { inKept: 1, ofKept: 0.99999 },
      distance: 3,
      identical: resemblance === 1,
      group: number,
    }),
  );
  return { group: number, size: members.length + 1, kept, members };
}

interface Sample extends Partial<HtmlReportData> {
  readonly text?: (id: string) => ReportText;
}

async function pageOf(groups: Group[], sample: Sample = {}): Promise<string> {
  const { text = (id) => ({ text: `text of ${id}`, lang: 'en' }), ...data } = sample;
  const chunks: string[] = [];
  const removed = groups.reduce((sum, { members }) => sum + members.length, 0);
  const rest = { groups: groups.length, empty: 0, unreadable: 0, seconds: 75.2, engine: 'scalar' };
  await writeHtmlReport(
    { write: (chunk) => void chunks.push(String(chunk)) },
    {
      inputs: ['corpus.jsonl'],
      summary: { documents: removed + 10, kept: 10, removed, ...rest },
      options: { threshold: '0.8' },
      groups,
      texts: sampleTexts(groups, text, data.limits),
      problems: [],
      ...data,
    },
  );
  return chunks.join('');
}

/** All islands whose id begins with `name`, joined. */
function islands<T>(page: string, name: string): T[] {
  const found = page.matchAll(
    new RegExp(`<script type="application/json" id="${name}[^"]*">(.*?)</script>`, 'gs'),
  );
  return [...found].flatMap((match) => JSON.parse(match[1]));
}

describe('the HTML report', () => {
  it('carries all groups, scores and texts, in portions and in order', async () => {
    const groups = Array.from({ length: 450 }, (_, i) => group(i + 1, [1, 0.87654321]));
    const page = await pageOf(groups);
    const rows = islands<GroupRow>(page, 'groups-');
    expect(page.match(/id="groups-\d+"/g)).toHaveLength(3);
    expect(rows.map((row) => row[0])).toEqual(groups.map((each) => each.group));
    expect(rows[1]).toEqual([
      2,
      'kept 2',
      [
        ['copy 2.0', 1, 1, 0.9999, 3, 0],
        ['copy 2.1', 0.8765, 1, 0.9999, 3, 0],
      ],
      0,
    ]);
    expect(islands<TextRow>(page, 'texts-')[3]).toEqual(['kept 2', 'text of kept 2', 'en', 0]);
    expect(islands<TextRow>(page, 'texts-')).toHaveLength(3 * 450);
  });

  it('names a few inputs in its title, counts the others, and lists them all below', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `essays/${i}.docx`);
    const titleOf = (page: string) => /<title>(.*?)<\/title>/.exec(page)![1];
    expect(titleOf(await pageOf([], { inputs: names(1) }))).toBe('Near-duplicates in essays/0.docx');
    expect(titleOf(await pageOf([], { inputs: [] }))).toBe('Near-duplicates');
    const page = await pageOf([], { inputs: names(200) });
    expect(titleOf(page)).toBe('Near-duplicates in essays/0.docx, essays/1.docx and 198 more');
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page)![1]).toBe(titleOf(page));
    expect(page).toContain('essays/198.docx, essays/199.docx</dd>');
    expect(await pageOf([], { inputs: names(5_000) })).toContain('essays/499.docx and 4,500 more</dd>');
  });

  it('counts resemblances in steps of a hundredth, exact copies apart', async () => {
    const [totals] = islands<Totals>(await pageOf([group(1, [1, 0.999, 0.99, 0.57, 0.8])]), 'totals');
    const steps = totals.histogram.flatMap((count, step) => (count > 0 ? [[step, count]] : []));
    expect(steps).toEqual([
      [57, 1],
      [80, 1],
      [99, 2],
      [100, 1],
    ]);
  });

  it('cuts a long text between characters, and notes its length', async () => {
    const page = await pageOf([group(1, [0.9])], {
      text: (id) => ({ text: id.startsWith('kept') ? `abc😀${'x'.repeat(9)}` : 'short' }),
      limits: { text: 4 },
    });
    expect(islands<TextRow>(page, 'texts-')).toEqual([
      ['kept 1', 'abc', '', 14],
      ['copy 1.0', 'shor', '', 5],
    ]);
  });

  it('holds a text that is the kept one, letter for letter, only once', async () => {
    const page = await pageOf([group(1, [1])], { text: () => ({ text: 'the same' }) });
    expect(islands<TextRow>(page, 'texts-').map((row) => row[1])).toEqual(['the same', 0]);
  });

  it('the HTML report has the texts of the least alike pairs if there is no room for all, and says how many', async () => {
    const groups = Array.from({ length: 20 }, (_, i) => group(i + 1, [1 - i / 100, 1]));
    const sample: Sample = { text: (id) => ({ text: 'x'.repeat(900) + id }), limits: { texts: 6_000 } };
    const page = await pageOf(groups, sample);
    expect(islands<GroupRow>(page, 'groups-')).toHaveLength(20);
    expect(islands<TextRow>(page, 'texts-').map(([id]) => id)).toEqual(
      [18, 19, 20].flatMap((number) => [`kept ${number}`, `copy ${number}.0`]),
    );
    expect(page).toContain('3 of 40 removed documents can be opened');
    expect(await pageOf(groups)).not.toContain('can be opened');
  });

  it('lists no more members than a browser bears, counts them all, and says so', async () => {
    const page = await pageOf([group(1, [0.9, 0.9]), group(2, [0.9, 0.9, 0.9]), group(3, [0.9])], {
      limits: { members: 3 },
    });
    expect(
      islands<GroupRow>(page, 'groups-').map(([number, , members, more]) => [number, members.length, more]),
    ).toEqual([
      [1, 2, 0],
      [2, 1, 2],
    ]);
    expect(page).toContain('3 removed documents and 1 whole group are counted above but not listed');
  });

  it('lists the least alike members of all groups if there is no room for all, and can open them', async () => {
    const groups = [group(1, [1, 1, 0.95]), group(2, [1, 0.99]), group(3, [0.81, 1, 0.99])];
    const page = await pageOf(groups, { limits: { members: 3 } });
    const rows = islands<GroupRow>(page, 'groups-');
    expect(rows.map(([number, , members, more]) => [number, members.map(([id]) => id), more])).toEqual([
      [1, ['copy 1.2'], 2],
      [2, ['copy 2.1'], 1],
      [3, ['copy 3.0'], 2],
    ]);
    expect(islands<TextRow>(page, 'texts-')).toHaveLength(6);
    expect(page).not.toContain('can be opened');
  });

  it('lets only its own style and script count, by their hashes', async () => {
    const page = await pageOf([group(1, [0.9])]);
    const hash = (tag: string) => {
      const source = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)![1];
      return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    };
    expect(page).toContain(
      `content="default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'"`,
    );
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toMatch(/\s(?:style|on\w+|href|src)=/);
  });
});
