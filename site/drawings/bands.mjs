// Bands: how likely two texts are to have one in common, by their resemblance. The curve is 1 − (1 − s^r)^b.
import { box, curve, figure, line, text } from './svg.mjs';

const [LEFT, TOP, WIDTH, HEIGHT] = [70, 20, 440, 220];
const CHOSEN = { bands: 24, rows: 6 };
const OTHERS = [
  { bands: 52, rows: 3, name: '52 of 3, for 0.5' },
  { bands: 16, rows: 9, name: '16 of 9, for 0.9' },
];

export function bands() {
  const x = (s) => LEFT + WIDTH * s;
  const y = (p) => TOP + HEIGHT * (1 - p);
  const points = ({ bands: b, rows: r }) =>
    Array.from({ length: 101 }, (_, i) => [x(i / 100), y(1 - (1 - (i / 100) ** r) ** b)]);
  const axes = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    line(LEFT, y(share), LEFT + WIDTH, y(share), 'thin'),
    text(LEFT - 10, y(share) + 4, `${100 * share} %`, 'soft small', 'end'),
    text(x(share), TOP + HEIGHT + 18, String(share), 'soft small', 'middle'),
  ]);
  const table = Array.from({ length: CHOSEN.bands }, (_, band) => {
    const [column, row] = [band % 6, Math.floor(band / 6)];
    const same = band === 9;
    const at = [590 + 56 * column, 62 + 36 * row];
    return [
      box(at[0], at[1], 50, 28, same ? 'hit' : 'box'),
      ...Array.from({ length: CHOSEN.rows }, (_, hash) =>
        line(at[0] + 6 + 7.5 * hash, at[1] + 8, at[0] + 6 + 7.5 * hash, at[1] + 20),
      ),
    ];
  });
  return figure(
    'A curve that rises steeply between a resemblance of 0.5 and 0.8, beside 24 bands of six min-hashes of which one is the same in both texts.',
    'Left: the chance to become a candidate, by the share of shingles that two texts have in common. Other thresholds take other bands. Right: one equal band of 24 is enough.',
    960,
    290,
    [
      axes,
      line(x(0.8), TOP, x(0.8), TOP + HEIGHT, 'line'),
      text(x(0.8) - 6, TOP + HEIGHT - 8, 'threshold', 'soft small', 'end'),
      OTHERS.map((other) => curve(points(other), 'other')),
      text(x(0.19), y(0.3), OTHERS[0].name, 'soft small', 'end'),
      text(x(0.82), y(0.45), OTHERS[1].name, 'soft small', 'start'),
      curve(points(CHOSEN), 'chosen'),
      text(x(0.59), y(0.62), '24 bands of 6, for 0.8', 'strong', 'end'),
      text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, 'resemblance of two texts', 'soft', 'middle'),
      text(590, 44, '24 bands of a text', 'strong'),
      table,
      text(590, 230, 'The marked band has the same six min-hashes', 'soft small'),
      text(590, 246, 'in another text: the two are compared.', 'soft small'),
    ],
  );
}
