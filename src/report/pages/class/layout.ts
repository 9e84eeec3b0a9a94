/** Where the documents of a graph are drawn: those that share passages near each other. The same input gives the same picture. */

export interface Point {
  x: number;
  y: number;
}

export interface Link {
  readonly from: number;
  readonly to: number;
  /** 0 to 1: the larger, the nearer. */
  readonly weight: number;
}

const ROUNDS = 300;
/** Links shorter than this pull no more: circles must not cover each other. */
const NEAREST = 0.06;

/** Points between 0 and 1 for nodes 0 to `count` - 1 (Fruchterman and Reingold: springs along links, all nodes push each other away). */
export function layOut(count: number, links: readonly Link[]): Point[] {
  // on a spiral, so that no two are at the same place
  const points = Array.from({ length: count }, (_, i): Point => {
    const angle = i * 2.399963;
    const radius = 0.45 * Math.sqrt((i + 0.5) / count);
    return { x: 0.5 + radius * Math.cos(angle), y: 0.5 + radius * Math.sin(angle) };
  });
  const ideal = 0.7 / Math.sqrt(Math.max(1, count));
  const moves = points.map((): Point => ({ x: 0, y: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    const step = 0.08 * (1 - round / ROUNDS) + 0.001;
    for (const [i, point] of points.entries()) {
      // a weak pull to the middle keeps clusters that have no link together
      moves[i] = { x: (0.5 - point.x) * 0.05, y: (0.5 - point.y) * 0.05 };
    }
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) push(points, moves, i, j, (distance) => (ideal * ideal) / distance);
    }
    for (const { from, to, weight } of links) {
      push(points, moves, from, to, (distance) =>
        distance < NEAREST ? 0 : (-(distance * distance) / ideal) * (0.5 + weight),
      );
    }
    for (const [i, move] of moves.entries()) {
      const length = Math.hypot(move.x, move.y) || 1;
      const capped = Math.min(length, step) / length;
      points[i].x += move.x * capped;
      points[i].y += move.y * capped;
    }
  }
  return fitted(points);
}

function push(
  points: Point[],
  moves: Point[],
  i: number,
  j: number,
  force: (distance: number) => number,
): void {
  const dx = points[i].x - points[j].x;
  const dy = points[i].y - points[j].y;
  const distance = Math.max(1e-4, Math.hypot(dx, dy));
  const by = force(distance) / distance;
  moves[i].x += dx * by;
  moves[i].y += dy * by;
  moves[j].x -= dx * by;
  moves[j].y -= dy * by;
}

/** Stretched to fill the square. */
function fitted(points: readonly Point[]): Point[] {
  const stretch = (values: readonly number[]) => {
    const least = Math.min(...values);
    const extent = Math.max(...values) - least;
    return values.map((value) => (extent < 1e-9 ? 0.5 : (value - least) / extent));
  };
  const [xs, ys] = [stretch(points.map(({ x }) => x)), stretch(points.map(({ y }) => y))];
  return points.map((_, i) => ({ x: xs[i], y: ys[i] }));
}

/** Where squares with sides of these lengths go: row by row, somewhat wider than high. @param widest Of a row of several squares. */
export function packSquares(
  sides: readonly number[],
  widest: number,
): { places: Point[]; width: number; height: number } {
  const area = sides.reduce((sum, side) => sum + side * side, 0);
  const limit = Math.max(...sides, Math.min(widest, Math.sqrt(area * 2.4)));
  let [x, y, high, width] = [0, 0, 0, 0];
  const places = sides.map((side) => {
    if (x > 0 && x + side > limit) [x, y, high] = [0, y + high, 0];
    const place = { x, y };
    x += side;
    high = Math.max(high, side);
    width = Math.max(width, x);
    return place;
  });
  return { places, width, height: y + high };
}
