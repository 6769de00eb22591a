import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * When what has the focus is taken away, such as a row that was removed, the focus goes to what is
 * left around it: a browser leaves it nowhere, and a screen reader begins at the top of the page.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = within.current;
    if (!root) return;
    let around: readonly HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      around = target instanceof HTMLElement ? [target, ...parentsOf(target, root)] : [];
    };
    const keep = new MutationObserver(() => {
      if (around[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const left = around.find(({ isConnected }) => isConnected);
      if (left && !left.hasAttribute('tabindex')) left.tabIndex = -1;
      left?.focus({ preventScroll: true });
    });
    root.addEventListener('focusin', note);
    keep.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', note);
      keep.disconnect();
    };
  }, [within]);
}

function parentsOf(element: HTMLElement, root: HTMLElement): HTMLElement[] {
  const parent = element === root ? null : element.parentElement;
  return parent ? [parent, ...parentsOf(parent, root)] : [];
}
