import { useEffect } from 'preact/hooks';
import type { Loaded } from './loaded.tsx';

const FIRST_MS = 2000;
const LONGEST_MS = 15_000;

/**
 * Loads a list again while some of it is under way: two seconds after it has changed how many are,
 * then more seldom, and not while nobody looks at the page.
 */
export function useLive<Item>(
  { value, reload }: Loaded<readonly Item[]>,
  isUnderWay: (item: Item) => boolean,
): void {
  const underWay = value?.filter(isUnderWay).length ?? 0;
  useEffect(() => {
    if (underWay === 0) return;
    let wait = FIRST_MS;
    let timer = 0;
    const later = () => {
      timer = window.setTimeout(() => {
        if (!document.hidden) reload();
        wait = Math.min(wait * 1.5, LONGEST_MS);
        later();
      }, wait);
    };
    later();
    return () => clearTimeout(timer);
  }, [underWay, reload]);
}
