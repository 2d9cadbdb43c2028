/** Labelled examples: measures of a pair, its label from 0 to 1, and its weight. */
export class Examples {
  readonly rows: Float64Array[] = [];
  readonly truths: number[] = [];
  readonly weights: number[] = [];

  add(row: Float64Array, truth: number, weight: number): void {
    this.rows.push(row.slice());
    this.truths.push(truth);
    this.weights.push(weight);
  }

  /** Scales the weights from row `start` to the sum `total`, so that names with many pairs do not dominate. */
  level(start: number, total: number): void {
    let sum = 0;
    for (let at = start; at < this.weights.length; at += 1) sum += this.weights[at] ?? 0;
    for (let at = start; at < this.weights.length; at += 1) this.weights[at] = ((this.weights[at] ?? 0) * total) / sum;
  }
}

/**
 * Ridge logistic regression by Newton's method on standardised columns.
 * @returns coefficients for the raw measures, the constant last
 */
export function logisticRegression({ rows, truths, weights }: Examples, width: number, ridge: number): Float64Array {
  const { means, deviations } = columnStatistics(rows, weights, width);
  const size = width + 1;
  const beta = new Float64Array(size);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const standard = rows.map((row) => {
    const z = Float64Array.from({ length: size }, (_, c) => (c < width ? ((row[c] ?? 0) - (means[c] ?? 0)) / (deviations[c] ?? 1) : 1));
    return z;
  });
  for (let round = 0; round < 20; round += 1) {
    const step = newtonStep(standard, truths, weights, rows.length / total, beta, ridge);
    for (let c = 0; c < size; c += 1) beta[c] = (beta[c] ?? 0) + (step[c] ?? 0);
    if (step.every((each) => Math.abs(each) < 1e-3)) break;
  }
  const raw = Float64Array.from({ length: size }, (_, c) => (c < width ? (beta[c] ?? 0) / (deviations[c] ?? 1) : (beta[width] ?? 0)));
  for (let c = 0; c < width; c += 1) raw[width] = (raw[width] ?? 0) - (raw[c] ?? 0) * (means[c] ?? 0);
  return raw;
}

function columnStatistics(rows: readonly Float64Array[], weights: readonly number[], width: number) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const means = new Float64Array(width);
  const squares = new Float64Array(width);
  for (const [at, row] of rows.entries())
    for (let c = 0; c < width; c += 1) {
      const share = ((weights[at] ?? 0) / total) * (row[c] ?? 0);
      means[c] = (means[c] ?? 0) + share;
      squares[c] = (squares[c] ?? 0) + share * (row[c] ?? 0);
    }
  const deviations = squares.map((square, c) => Math.sqrt(Math.max(0, square - (means[c] ?? 0) ** 2)) || 1);
  return { means, deviations };
}

function newtonStep(
  rows: readonly Float64Array[],
  truths: readonly number[],
  weights: readonly number[],
  scale: number,
  beta: Float64Array,
  ridge: number,
): Float64Array {
  const size = beta.length;
  const gradient = new Float64Array(size);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  for (const [at, row] of rows.entries()) {
    let logit = 0;
    for (let c = 0; c < size; c += 1) logit += (beta[c] ?? 0) * (row[c] ?? 0);
    const chance = 1 / (1 + Math.exp(-logit));
    const weight = (weights[at] ?? 0) * scale;
    const residual = weight * ((truths[at] ?? 0) - chance);
    const curve = weight * chance * (1 - chance);
    for (let r = 0; r < size; r += 1) {
      gradient[r] = (gradient[r] ?? 0) + residual * (row[r] ?? 0);
      const line = hessian[r];
      const value = curve * (row[r] ?? 0);
      if (line) for (let c = 0; c <= r; c += 1) line[c] = (line[c] ?? 0) + value * (row[c] ?? 0);
    }
  }
  for (let r = 0; r < size; r += 1) {
    for (let c = 0; c < r; c += 1) (hessian[c] ?? [])[r] = hessian[r]?.[c] ?? 0;
    if (r < size - 1) {
      (hessian[r] ?? [])[r] = (hessian[r]?.[r] ?? 0) + ridge;
      gradient[r] = (gradient[r] ?? 0) - ridge * (beta[r] ?? 0);
    }
  }
  return solveLinearSystem(hessian, gradient);
}

/** Gauss–Jordan elimination with partial pivoting. */
function solveLinearSystem(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const lines = matrix.map((line, r) => Float64Array.from([...line, right[r] ?? 0]));
  for (let c = 0; c < size; c += 1) {
    let pivot = c;
    for (let r = c + 1; r < size; r += 1) if (Math.abs(lines[r]?.[c] ?? 0) > Math.abs(lines[pivot]?.[c] ?? 0)) pivot = r;
    const [top, chosen] = [lines[c], lines[pivot]];
    if (!top || !chosen) break;
    lines[c] = chosen;
    lines[pivot] = top;
    const divisor = chosen[c] || 1e-9;
    for (const line of lines) {
      if (line === chosen) continue;
      const factor = (line[c] ?? 0) / divisor;
      if (factor !== 0) for (let k = c; k <= size; k += 1) line[k] = (line[k] ?? 0) - factor * (chosen[k] ?? 0);
    }
  }
  return Float64Array.from({ length: size }, (_, r) => (lines[r]?.[size] ?? 0) / (lines[r]?.[r] || 1e-9));
}
