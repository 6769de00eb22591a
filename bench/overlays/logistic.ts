const NEWTON_STEPS = 9;

/**
 * Logistic regression with a ridge penalty, by Newton's method (Hastie, Tibshirani, Friedman: The
 * Elements of Statistical Learning, 4.4). Each row begins with 1, whose weight is not penalized.
 */
export function fitLogistic(
  rows: readonly Float64Array[],
  right: readonly boolean[],
  ridge: number,
): Float64Array {
  const n = rows[0]?.length ?? 0;
  const weights = new Float64Array(n);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : -ridge * weight));
    const hessian = Array.from({ length: n }, (_, i) => {
      const row = new Float64Array(n);
      row[i] = i === 0 ? 1e-9 : ridge;
      return row;
    });
    rows.forEach((row, k) => {
      const likely = logistic(dot(weights, row));
      const error = (right[k] ? 1 : 0) - likely;
      const weight = likely * (1 - likely);
      for (let i = 0; i < n; i++) {
        const x = row[i] as number;
        gradient[i] = (gradient[i] as number) + error * x;
        const line = hessian[i] as Float64Array;
        for (let j = 0; j <= i; j++)
          line[j] = (line[j] as number) + weight * x * (row[j] as number);
      }
    });
    solve(hessian, gradient).forEach((change, i) => {
      weights[i] = (weights[i] as number) + change;
    });
  }
  return weights;
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * Solves a symmetric positive definite system, of which the lower half is given, by Cholesky's
 * method.
 */
function solve(lower: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  const at = (i: number, j: number): number => (lower[i] as Float64Array)[j] as number;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(i, j);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      (lower[i] as Float64Array)[j] = i === j ? Math.sqrt(sum) : sum / at(j, j);
    }
  }
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = right[i] as number;
    for (let k = 0; k < i; k++) sum -= at(i, k) * (out[k] as number);
    out[i] = sum / at(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = out[i] as number;
    for (let k = i + 1; k < n; k++) sum -= at(k, i) * (out[k] as number);
    out[i] = sum / at(i, i);
  }
  return out;
}
