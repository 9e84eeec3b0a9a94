// How well detected passages agree with planted ones, as in the PAN competitions (Potthast et al. 2010, "An Evaluation Framework for
// Plagiarism Detection"). A case and a detection are two spans of characters: `a` of the text, `b` of the source. A detection finds a
// case if they overlap on both sides; only then do the characters that they share count.

/** Sums over pairs of texts; `figures` says what they give. */
export class PanMeasures {
  precisions = 0;
  recalls = 0;
  detections = 0;
  cases = 0;
  /** Characters of all detections, of all cases, and those that both have. */
  detected = 0;
  planted = 0;
  shared = 0;
  /** Cases that were found, and how many detections found them. */
  found = 0;
  pieces = 0;

  /** Adds one pair of texts. */
  add(cases, detections) {
    const finds = (r, s) => overlap(r.a, s.a) > 0 && overlap(r.b, s.b) > 0;
    for (const r of detections) {
      this.precisions += commonShare(
        r,
        cases.filter((s) => finds(r, s)),
      );
    }
    for (const s of cases) {
      const own = detections.filter((r) => finds(r, s));
      this.recalls += commonShare(s, own);
      this.pieces += own.length;
      if (own.length > 0) this.found++;
    }
    this.detections += detections.length;
    this.cases += cases.length;
    const common = detections.flatMap((r) =>
      cases.filter((s) => finds(r, s)).map((s) => ({ a: cut(r.a, s.a), b: cut(r.b, s.b) })),
    );
    this.detected += size(detections);
    this.planted += size(cases);
    this.shared += size(common);
  }

  figures() {
    const granularity = this.found === 0 ? 1 : this.pieces / this.found;
    const rate = (precision, recall) => {
      const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
      return { precision, recall, plagdet: f1 / Math.log2(1 + granularity) };
    };
    return {
      granularity,
      macro: rate(
        this.detections === 0 ? 0 : this.precisions / this.detections,
        this.cases === 0 ? 0 : this.recalls / this.cases,
      ),
      micro: rate(
        this.detected === 0 ? 0 : this.shared / this.detected,
        this.planted === 0 ? 0 : this.shared / this.planted,
      ),
    };
  }
}

/** The share of the characters of one pair of spans that others have, each counted once. */
function commonShare(one, others) {
  const common = others.map((other) => ({ a: cut(one.a, other.a), b: cut(one.b, other.b) }));
  return size(common) / size([one]);
}

/** Characters of all spans on both sides, each counted once. */
function size(list) {
  return unionLength(list.map(({ a }) => a)) + unionLength(list.map(({ b }) => b));
}

function unionLength(spans) {
  let length = 0;
  let reached = 0;
  for (const { start, end } of [...spans].sort((x, y) => x.start - y.start)) {
    length += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return length;
}

function cut(x, y) {
  return { start: Math.max(x.start, y.start), end: Math.min(x.end, y.end) };
}

function overlap(x, y) {
  const { start, end } = cut(x, y);
  return end - start;
}
