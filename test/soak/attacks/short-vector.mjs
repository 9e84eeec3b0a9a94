// Two words with one sdbm value. sdbm is linear: the value of a word is the sum of byte[i] * K^(n-1-i) modulo 2^64. So differences of words
// that change nothing form a lattice, and reducing its basis (Lenstra, Lenstra, Lovász 1982) gives one that is short enough for
// letters. `node test/soak/attacks/short-vector.mjs` prints it.
import { pathToFileURL } from 'node:url';

const FACTOR = 65_599n;
const MODULUS = 1n << 64n;
const LENGTH = 16;

/** A difference of two words of 16 letters that have the same value, as short as reduction finds. */
export function shortVector() {
  const basis = Array.from({ length: LENGTH }, (_, i) => {
    const row = Array(LENGTH).fill(0n);
    if (i === LENGTH - 1) row[i] = MODULUS;
    else {
      row[i] = 1n;
      row[LENGTH - 1] = -(FACTOR ** BigInt(LENGTH - 1 - i) % MODULUS);
    }
    return row;
  });
  const longest = (row) => Math.max(...row.map((x) => Math.abs(Number(x))));
  return reduce(basis)
    .sort((a, b) => longest(a) - longest(b))[0]
    .map(Number);
}

/** Reduces a basis in place, in whole numbers only (Cohen 1993, algorithm 2.6.7). */
function reduce(basis) {
  const n = basis.length;
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0n);
  const round = (a, b) => (2n * a + b - modulo(2n * a + b, 2n * b)) / (2n * b);
  const lambda = basis.map(() => Array(n).fill(0n));
  // d[i + 1] is the determinant of the first i + 1 vectors
  const d = [1n, dot(basis[0], basis[0])];
  const shorten = (k, l) => {
    if (2n * abs(lambda[k][l]) <= d[l + 1]) return;
    const q = round(lambda[k][l], d[l + 1]);
    basis[k] = basis[k].map((x, i) => x - q * basis[l][i]);
    lambda[k][l] -= q * d[l + 1];
    for (let i = 0; i < l; i++) lambda[k][i] -= q * lambda[l][i];
  };
  for (let k = 1, known = 0; k < n; ) {
    if (k > known) {
      known = k;
      for (let j = 0; j <= k; j++) {
        let u = dot(basis[k], basis[j]);
        for (let i = 0; i < j; i++) u = (d[i + 1] * u - lambda[k][i] * lambda[j][i]) / d[i];
        if (j < k) lambda[k][j] = u;
        else d[k + 1] = u;
      }
    }
    shorten(k, k - 1);
    if (4n * d[k + 1] * d[k - 1] >= 3n * d[k] * d[k] - 4n * lambda[k][k - 1] ** 2n) {
      for (let l = k - 2; l >= 0; l--) shorten(k, l);
      k++;
      continue;
    }
    [basis[k], basis[k - 1]] = [basis[k - 1], basis[k]];
    for (let j = 0; j < k - 1; j++) [lambda[k][j], lambda[k - 1][j]] = [lambda[k - 1][j], lambda[k][j]];
    const lam = lambda[k][k - 1];
    const b = (d[k - 1] * d[k + 1] + lam * lam) / d[k];
    for (let i = k + 1; i <= known; i++) {
      const t = lambda[i][k];
      lambda[i][k] = (d[k + 1] * lambda[i][k - 1] - lam * t) / d[k];
      lambda[i][k - 1] = (b * t + lam * lambda[i][k]) / d[k + 1];
    }
    d[k] = b;
    k = Math.max(k - 1, 1);
  }
  return basis;
}

function modulo(a, b) {
  return ((a % b) + b) % b;
}

function abs(a) {
  return a < 0n ? -a : a;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(JSON.stringify(shortVector()));
