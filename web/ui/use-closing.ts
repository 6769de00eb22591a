import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Closes a menu by Escape, and when something else is pressed or focused. */
export function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const done = new AbortController();
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) element.open = false;
    };
    // Of the whole page: a button that is disabled while it works has lost the focus.
    const byEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', leave, { signal: done.signal });
    document.addEventListener('focusin', leave, { signal: done.signal });
    document.addEventListener('keydown', byEscape, { signal: done.signal });
    return () => done.abort();
  }, [menu]);
}
