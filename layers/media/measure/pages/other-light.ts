import type { OneGround } from './ground.ts';
import { PAGE_INK, PAGE_LIT, PAGE_LIT_LEAST, PAGE_LIT_OFF, PAGE_STILL } from './thresholds.ts';

const { abs, max } = Math;

/**
 * Whether the later page may be the older one in another light: a good part of what is drawn stands
 * out from the ground by one and the same share of what it did. A window may cover the rest.
 */
export function isInOtherLight(pages: OneGround): boolean {
  const drawn = [...pages].filter((cell) => abs(pages.above(pages.before, cell)) >= PAGE_INK);
  const ratios = drawn.map(
    (cell) => pages.above(pages.after, cell) / pages.above(pages.before, cell),
  );
  const lit = ratios.filter((ratio) => ratio >= PAGE_LIT_LEAST).sort((a, b) => a - b);
  const usual = lit[lit.length >> 1];
  if (usual === undefined) return false;
  const stays = drawn.filter((cell) => {
    const was = usual * pages.above(pages.before, cell);
    return abs(pages.above(pages.after, cell) - was) <= max(PAGE_STILL, PAGE_LIT_OFF * abs(was));
  });
  return stays.length >= PAGE_LIT * drawn.length;
}
