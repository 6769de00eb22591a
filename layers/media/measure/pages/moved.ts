import { at, FINE } from '../pictures/grey.ts';
import type { OneGround } from './ground.ts';
import {
  PAGE_MOVED,
  PAGE_MOVED_BETTER,
  PAGE_MOVED_LEAST,
  PAGE_MOVED_MOST,
  PAGE_MOVED_SEEN,
  PAGE_MOVED_STEP,
  PAGE_MOVED_TRIES,
} from './thresholds.ts';

const { abs, floor, min } = Math;

/** How much is drawn in each column, or in each row. */
type Profile = Float64Array;

/**
 * Whether the later page is the earlier one, scrolled, or with the same thing in another place:
 * moved, its drawing lies there. Distances are tried by which columns and rows would do.
 */
export function isMoved(pages: OneGround): boolean {
  const unmoved = apart(pages, 0, 0);
  if (unmoved.share < PAGE_MOVED_LEAST) return false;
  const most = min(PAGE_MOVED, PAGE_MOVED_BETTER * unmoved.share);
  const before = profilesOf(pages, pages.before);
  const after = profilesOf(pages, pages.after);
  const ways = distances(before.across, after.across);
  for (const down of distances(before.down, after.down)) {
    for (const across of ways) {
      const moved = apart(pages, across, down);
      if (moved.share < most && moved.drawn > PAGE_MOVED_SEEN * unmoved.drawn) return true;
    }
  }
  return false;
}

function profilesOf(
  pages: OneGround,
  fine: Uint8Array,
): { readonly across: Profile; readonly down: Profile } {
  const [across, down] = [new Float64Array(FINE), new Float64Array(FINE)];
  for (const cell of pages) {
    const drawn = abs(pages.above(fine, cell));
    (across[cell % FINE] as number) += drawn;
    (down[(cell / FINE) | 0] as number) += drawn;
  }
  return { across, down };
}

/** No distance, and those by which one profile is most like the other, in cells. */
function distances(before: Profile, after: Profile): number[] {
  const found: { by: number; share: number }[] = [];
  for (let by = -PAGE_MOVED_MOST; by <= PAGE_MOVED_MOST; by += PAGE_MOVED_STEP)
    found.push({ by, share: profilesApart(before, after, by) });
  const best = found
    .filter(
      ({ share }, i) => share < (found[i - 1]?.share ?? 2) && share <= (found[i + 1]?.share ?? 2),
    )
    .toSorted((a, b) => a.share - b.share);
  return [0, ...best.slice(0, PAGE_MOVED_TRIES).map(({ by }) => by)];
}

function profilesApart(before: Profile, after: Profile, by: number): number {
  const whole = floor(by);
  const part = by - whole;
  let [sum, drawn] = [0, 0];
  for (let i = 0; i < FINE; i++) {
    const j = i - whole;
    if (j < (part > 0 ? 1 : 0) || j >= FINE) continue;
    const from = part * (before[j - 1] ?? 0) + (1 - part) * (before[j] as number);
    const to = after[i] as number;
    sum += abs(from - to);
    drawn += from + to;
  }
  return sum / (drawn + 1);
}

/** How much is drawn where both pages are seen, one of them moved, and the share that differs. */
function apart(pages: OneGround, columns: number, rows: number): { share: number; drawn: number } {
  const { before, after, lives } = pages;
  const [left, up] = [floor(columns), floor(rows)];
  const [beside, below] = [columns - left, rows - up];
  // A moved cell lies between two, neither of which is beyond the picture.
  const [nearest, highest] = [left + (beside > 0 ? 1 : 0), up + (below > 0 ? 1 : 0)];
  let [sum, drawn] = [0, 0];
  for (let y = Math.max(0, highest); y < min(FINE, FINE + up); y++) {
    const [above, under] = [(y - highest) * FINE, (y - up) * FINE];
    for (let x = Math.max(0, nearest); x < min(FINE, FINE + left); x++) {
      const cell = y * FINE + x;
      if (at(lives, cell) === 1) continue;
      const [near, far] = [x - nearest, x - left];
      const upper =
        beside * pages.above(before, above + near) +
        (1 - beside) * pages.above(before, above + far);
      const lower =
        beside * pages.above(before, under + near) +
        (1 - beside) * pages.above(before, under + far);
      const from = below * upper + (1 - below) * lower;
      const to = pages.above(after, cell);
      sum += abs(from - to);
      drawn += abs(from) + abs(to);
    }
  }
  return { share: sum / drawn, drawn };
}
