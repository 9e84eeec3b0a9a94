/**
 * Repeats: which runs of words stand at several places of a corpus? `trim` cuts all places but the first. `decontaminate` finds and cuts what stands
 * in evaluation sets.
 *
 * A window is a run of `least` canonical words. It is a repeat if an equal window stands at an earlier place; places are ordered by the keep
 * policy, then by word. The words of repeats go, in whole sentences unless the options say otherwise. What goes depends on the texts alone:
 * on no hash, thread or batch.
 */
/** What is compared: windows of words, or whole paragraphs, lines or sentences. */
export type RepeatUnit = 'passage' | 'paragraph' | 'line' | 'sentence';

/** What is cut as a whole. */
export type CutUnit = 'sentences' | 'words' | 'lines' | 'paragraphs';

/** How repeats are found and cut. */
export interface RepeatOptions {
  /** Words of the shortest repeat, 1 to 1,000. In scripts without spaces, 8 characters count as 5 words. @default 50, or 8 with another `unit` */
  readonly least?: number;
  /** What is compared: windows of `least` words, or whole paragraphs, lines or sentences of at least as many. */
  readonly unit: RepeatUnit;
  /** What is cut as a whole: a sentence goes if all of its words are repeats. @default 'sentences', or the `unit` */
  readonly cut?: CutUnit;
  /** Places at which a run of words stands at least, 2 to 255, before it is cut. */
  readonly copies: number;
  /** Documents that something was cut from are removed if fewer words than this are left. */
  readonly leastLeft: number;
  /** Which place of a repeat stays: that in the document which this policy keeps (as in `dedup`), or `none`. */
  readonly keep: string;
}

/** What becomes of documents that have an item of an evaluation set. */
export type DecontaminateAction = 'report' | 'cut' | 'drop';

/** How items of evaluation sets are looked for. */
export interface ItemOptions {
  /** The field that names the set of an item. @default the name of its file */
  readonly suiteField?: string;
  /** The fields with the text of an item, with commas between them: `question,answer`. @default `textField` */
  readonly itemFields?: string;
  /** Items of fewer words are not looked for, 5 to 1,000. In scripts without spaces, 8 characters count as 5 words. */
  readonly least: number;
  /** The share of an item's words that a document has, from 50 words on; of an item of up to 20 words it has all. Above 0, up to 1. */
  readonly share: number;
  /** `drop` removes documents that have an item, `cut` cuts the item's words. @default 'drop' with an output, else 'report' */
  readonly action?: DecontaminateAction;
  /** Documents that something was cut from are removed if fewer words than this are left. */
  readonly leastLeft: number;
}
