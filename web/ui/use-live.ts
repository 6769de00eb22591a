import { useEffect } from 'preact/hooks';

const FIRST_MS = 2000;
const LONGEST_MS = 15_000;

/**
 * Loads again while something is under way: after two seconds, then more seldom, and not while
 * nobody looks at the page.
 */
export function useLive(isUnderWay: boolean, reload: () => void, state: unknown): void {
  useEffect(() => {
    if (!isUnderWay) return;
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
  }, [isUnderWay, reload, state]);
}
