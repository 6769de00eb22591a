type Cell = string | number;

export const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Dollars with two digits that say something, and never fewer than cents. */
export function dollars(amount: number): string {
  const digits =
    amount >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(Math.max(1e-6, amount))));
  return amount.toFixed(digits);
}

/** Whole numbers, and small ones with one decimal. */
export const seconds = (amount: number): string =>
  amount >= 10 ? String(Math.round(amount)) : amount.toFixed(1);

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
