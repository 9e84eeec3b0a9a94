/** Where the names in a graph are written: beside their circles, on the side where they cover fewest lines and other names. */
import type { Point } from './layout.ts';

export interface Label extends Point {
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface LabelBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A circle, and how wide its name is. */
export interface Named extends Point {
  readonly width: number;
}

/** From the middle of a circle to the nearest edge of its name. */
const GAP = 12;
/** Height of a name, and its part below the line. */
const HEIGHT = 15;
const BELOW_LINE = 4;
/** What covering a line costs is 1. A name over another, over a circle or outside of the picture is worse. */
const COSTS = { name: 6, circle: 3, outside: 100 };

export function placeLabels(
  nodes: readonly Named[],
  lines: readonly (readonly [Point, Point])[],
  picture: LabelBox,
): Label[] {
  const taken: LabelBox[] = [];
  return nodes.map((node) => {
    const costs = SIDES.map((side) => {
      const box = boxOf(labelAt(node, side), node.width);
      return {
        side,
        box,
        cost:
          COSTS.outside * Number(!isInside(box, picture)) +
          COSTS.name * taken.filter((other) => overlap(box, other)).length +
          COSTS.circle * nodes.filter((other) => isPointIn(other, box)).length +
          lines.filter(([from, to]) => isCrossed(box, from, to)).length,
      };
    });
    const best = costs.reduce((least, each) => (each.cost < least.cost ? each : least));
    taken.push(best.box);
    return labelAt(node, best.side);
  });
}

/** The box that a name takes. */
export function boxOf({ x, y, anchor }: Label, width: number): LabelBox {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y + BELOW_LINE - HEIGHT, bottom: y + BELOW_LINE };
}

const SIDES = ['above', 'below', 'right', 'left'] as const;

function labelAt({ x, y }: Point, side: (typeof SIDES)[number]): Label {
  if (side === 'above') return { x, y: y - GAP - BELOW_LINE, anchor: 'middle' };
  if (side === 'below') return { x, y: y + GAP + HEIGHT - BELOW_LINE, anchor: 'middle' };
  const middle = y + HEIGHT / 2 - BELOW_LINE;
  return side === 'right'
    ? { x: x + GAP, y: middle, anchor: 'start' }
    : { x: x - GAP, y: middle, anchor: 'end' };
}

function isInside(inner: LabelBox, outer: LabelBox): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

function overlap(x: LabelBox, y: LabelBox): boolean {
  return x.left < y.right && y.left < x.right && x.top < y.bottom && y.top < x.bottom;
}

function isPointIn({ x, y }: Point, { left, right, top, bottom }: LabelBox): boolean {
  return x > left && x < right && y > top && y < bottom;
}

/** Whether a line goes through a box (Liang and Barsky: cut the line at each edge and see whether a part remains). */
export function isCrossed({ left, right, top, bottom }: LabelBox, from: Point, to: Point): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ]) {
    if (step === 0 && room < 0) return false;
    if (step < 0) enters = Math.max(enters, room / step);
    if (step > 0) leaves = Math.min(leaves, room / step);
  }
  return enters < leaves;
}
