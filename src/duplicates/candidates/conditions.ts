/** What fields say of the documents of a run, by their numbers: which may be compared, and which are copies whatever their texts say. */
export interface Conditions {
  /** Equal for documents that no condition tells apart. Others are not one text, even if their words are the same. */
  kindOf(document: number): string;
  /** Texts of classes that are not near each other are not compared. @default all are */
  readonly classes?: TextClasses;
  /** Documents with equal keys are copies; 0 for none. @default none are */
  readonly keyOf?: (document: number) => number;
  /** Documents are compared if their times differ by at most `window` milliseconds; those without a time (NaN) with each other. */
  readonly times?: { of(document: number): number; readonly window: number };
}

/** The classes of texts. All documents of a text are of one class. */
export interface TextClasses {
  classOf(document: number): number;
  /** The classes in which texts of a class look for candidates. */
  near(textClass: number): readonly number[];
}
