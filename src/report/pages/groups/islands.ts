/**
 * Islands: the groups and their texts as JSON inside the page, written in portions while the groups come, so that
 * memory stays bounded and the page's script can parse the texts of a portion when they are asked for.
 */

import type { Group, Removed } from '../../../results.ts';
import { shortened } from '../../numbers.ts';
import { island, jsonIsland } from '../escape.ts';
import type { PageTarget } from '../html-page.ts';
import type { PageLimits } from './limits.ts';
import type { GroupRow, MemberRow, TextRow, Totals } from './rows.ts';

/** A text to be shown, and its language if it is known. */
export interface ReportText {
  readonly text: string;
  /** ISO 639-1 code. */
  readonly lang?: string;
}

/** Gives the text of a document, or nothing if there is none to show. */
export type TextSource = (id: string) => Promise<ReportText | undefined>;

/** A portion is written when it has this many groups, or members, or bytes of text. */
const PORTION = { groups: 200, members: 2_000, texts: 400_000 };
/** Steps of the histogram between 0 and 1. */
const STEPS = 100;
const ENCODER = new TextEncoder();

export class Islands {
  private readonly target: PageTarget;
  private readonly text: TextSource;
  private readonly limits: PageLimits;
  private rows: GroupRow[] = [];
  private texts: string[] = [];
  private members = 0;
  private textBytes = 0;
  private portions = 0;
  private portionMembers = 0;
  private portionBytes = 0;
  private unlistedGroups = 0;
  private unlistedMembers = 0;
  private textsLeftOut = false;
  private readonly histogram = new Array<number>(STEPS + 1).fill(0);

  constructor(target: PageTarget, text: TextSource, limits: PageLimits) {
    this.target = target;
    this.text = text;
    this.limits = limits;
  }

  async add(group: Group): Promise<void> {
    for (const { resemblance } of group.members) this.histogram[Math.floor(resemblance * STEPS + 1e-9)]++;
    const listed = group.members.slice(0, this.limits.members - this.members);
    const unlisted = group.members.length - listed.length;
    this.unlistedMembers += unlisted;
    if (listed.length === 0) {
      this.unlistedGroups++;
      return;
    }
    this.members += listed.length;
    this.portionMembers += listed.length;
    this.rows.push([group.group, group.kept, listed.map(memberRow), unlisted]);
    await this.addTexts(group.kept, listed);
    if (
      this.rows.length >= PORTION.groups ||
      this.portionMembers >= PORTION.members ||
      this.portionBytes >= PORTION.texts
    ) {
      await this.flush();
    }
  }

  /** Writes what is left and the totals. */
  async end(): Promise<Totals> {
    await this.flush();
    const totals: Totals = {
      histogram: this.histogram,
      unlistedGroups: this.unlistedGroups,
      unlistedMembers: this.unlistedMembers,
      textsLeftOut: this.textsLeftOut,
      textMegabytes: this.limits.texts / 1e6,
      textsPerGroup: this.limits.textsPerGroup,
    };
    await this.target.write(island('totals', jsonIsland(totals)));
    return totals;
  }

  /** The kept text and those of the first members, while the budget lasts. A pair needs both or none. */
  private async addTexts(kept: string, members: readonly Removed[]): Promise<void> {
    const keptText = this.hasRoom() ? await this.text(kept) : undefined;
    if (keptText !== undefined) {
      const rows = [this.textRow(kept, keptText)];
      for (const { id } of members.slice(0, this.limits.textsPerGroup)) {
        const text = this.hasRoom() ? await this.text(id) : undefined;
        if (text !== undefined) rows.push(this.textRow(id, text, text.text === keptText.text));
      }
      if (rows.length > 1) this.texts.push(...rows);
    }
    if (!this.hasRoom() || members.length > this.limits.textsPerGroup) this.textsLeftOut = true;
  }

  private hasRoom(): boolean {
    return this.textBytes < this.limits.texts;
  }

  private textRow(id: string, { text, lang }: ReportText, sameAsKept = false): string {
    const shown = cut(text, this.limits.text);
    const row: TextRow = [
      id,
      sameAsKept ? 0 : shown,
      lang ?? '',
      shown.length < text.length ? text.length : 0,
    ];
    const json = jsonIsland(row);
    const bytes = ENCODER.encode(json).length;
    this.textBytes += bytes;
    this.portionBytes += bytes;
    return json;
  }

  private async flush(): Promise<void> {
    if (this.rows.length === 0) return;
    const portion = this.portions++;
    await this.target.write(island(`groups-${portion}`, jsonIsland(this.rows)));
    await this.target.write(island(`texts-${portion}`, `[${this.texts.join(',\n')}]`));
    this.rows = [];
    this.texts = [];
    this.portionMembers = 0;
    this.portionBytes = 0;
  }
}

function memberRow({ id, resemblance, containment, distance }: Removed): MemberRow {
  return [id, shortened(resemblance), shortened(containment.inKept), shortened(containment.ofKept), distance];
}

/** At most `length` code units, without half a character at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
