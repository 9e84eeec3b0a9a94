/**
 * Islands: the groups and their texts as JSON inside the page, written in portions while groups are found, so that
 * memory stays bounded and the page's script can parse the texts of a portion when they are asked for.
 */

import type { Group, Removed } from '../../../answers/copies.ts';
import type { Disguises } from '../../../answers/disguises.ts';
import type { ShownValues } from '../../../document.ts';
import { describeDisguises } from '../../disguises.ts';
import { shortened, shownResemblance } from '../../numbers.ts';
import { shownValues } from '../../shown-values.ts';
import { island, jsonIsland } from '../escape.ts';
import type { PageTarget } from '../html-page.ts';
import type { ListedMembers } from './listed-members.ts';
import type { PageText } from './page-texts.ts';
import type { GroupRow, MemberRow, TextRow, Totals } from './rows.ts';

/** A portion is written when it has this many groups, or members, or characters of texts. */
const PORTION = { groups: 200, members: 2_000, texts: 400_000 };
/** Steps of the histogram between 0 and 1. */
const STEPS = 100;

export class Islands {
  private readonly target: PageTarget;
  private readonly texts: ReadonlyMap<string, PageText>;
  private readonly listedOf: ListedMembers;
  private rows: GroupRow[] = [];
  private textRows: string[] = [];
  private members = 0;
  /** Listed members whose texts are in the page. */
  private openMembers = 0;
  private portions = 0;
  private portionMembers = 0;
  private portionLength = 0;
  private unlistedGroups = 0;
  private unlistedMembers = 0;
  private readonly histogram = new Array<number>(STEPS + 1).fill(0);

  constructor(target: PageTarget, texts: ReadonlyMap<string, PageText>, listedOf: ListedMembers) {
    this.target = target;
    this.texts = texts;
    this.listedOf = listedOf;
  }

  async add(group: Group): Promise<void> {
    for (const member of group.members) this.histogram[Math.floor(shownResemblance(member) * STEPS + 1e-9)]++;
    const listed = this.listedOf(group);
    const unlisted = group.members.length - listed.length;
    this.unlistedMembers += unlisted;
    if (listed.length === 0) {
      this.unlistedGroups++;
      return;
    }
    this.members += listed.length;
    this.portionMembers += listed.length;
    const shown = shownOf(group.keptDisguises, group.keptFields);
    const members = listed.map((member) => memberRow(member, shownOf(member.disguises, member.fields)));
    this.rows.push([group.group, group.kept, members, unlisted, ...shown]);
    this.addTexts(group.kept, listed);
    if (
      this.rows.length >= PORTION.groups ||
      this.portionMembers >= PORTION.members ||
      this.portionLength >= PORTION.texts
    ) {
      await this.flush();
    }
  }

  /** Writes the rest and the totals. */
  async end(): Promise<Totals> {
    await this.flush();
    const totals: Totals = {
      histogram: this.histogram,
      unlistedGroups: this.unlistedGroups,
      unlistedMembers: this.unlistedMembers,
      listedMembers: this.members,
      openMembers: this.openMembers,
    };
    await this.target.write(island('totals', jsonIsland(totals)));
    return totals;
  }

  /** The kept text and those of members, if the page has them. */
  private addTexts(kept: string, members: readonly Removed[]): void {
    const keptText = this.texts.get(kept);
    const shown = members.filter(({ id }) => this.texts.has(id));
    this.openMembers += shown.length;
    if (keptText === undefined || shown.length === 0) return;
    this.addText(kept, keptText.shown, keptText);
    for (const { id } of shown) {
      const text = this.texts.get(id)!;
      this.addText(
        id,
        text.shown === keptText.shown && text.length === keptText.length ? 0 : text.shown,
        text,
      );
    }
  }

  private addText(
    id: string,
    shown: TextRow[1],
    { lang, length, shown: { length: cutLength } }: PageText,
  ): void {
    const row: TextRow = [id, shown, lang, cutLength < length ? length : 0];
    const json = jsonIsland(row);
    this.textRows.push(json);
    this.portionLength += json.length;
  }

  private async flush(): Promise<void> {
    if (this.rows.length === 0) return;
    const portion = this.portions++;
    await this.target.write(island(`groups-${portion}`, jsonIsland(this.rows)));
    await this.target.write(island(`texts-${portion}`, `[${this.textRows.join(',\n')}]`));
    this.rows = [];
    this.textRows = [];
    this.portionMembers = 0;
    this.portionLength = 0;
  }
}

/** The end of a row: what disguises the text, and fields of the document; nothing, if there is neither. */
function shownOf(disguises: Disguises | undefined, fields: ShownValues = {}): [shown?: string] {
  const shown = [disguises === undefined ? '' : describeDisguises(disguises), shownValues(fields)];
  const both = shown.filter((each) => each !== '').join(' · ');
  return both === '' ? [] : [both];
}

function memberRow(member: Removed, shown: [shown?: string]): MemberRow {
  const { id, containment, distance, sameBytes } = member;
  const contained = [containment.inKept, containment.ofKept].map(shortened) as [number, number];
  const sameFile = sameBytes === true ? 1 : 0;
  return [id, shownResemblance(member), ...contained, distance, sameFile, ...shown];
}
