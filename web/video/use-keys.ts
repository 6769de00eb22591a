import { useEffect } from 'preact/hooks';
import type { PageState } from './page-state.ts';

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['← →', 'tile before, after'],
  ['[ ]', 'cut before, after'],
  [', .', 'a second back, on'],
  ['Home End', 'start, end'],
  ['+ − 0', 'zoom the axis in, out, all of it'],
  ['Enter', 'open the second'],
  ['Esc', 'close it'],
];

const actions = (state: PageState): Readonly<Record<string, () => void>> => ({
  ArrowLeft: () => state.stepTile(-1),
  ArrowRight: () => state.stepTile(1),
  '[': () => state.stepCut(-1),
  ']': () => state.stepCut(1),
  ',': () => state.move(state.at.value - 1),
  '.': () => state.move(state.at.value + 1),
  Home: () => state.move(0),
  End: () => state.move(state.duration.value),
  '+': () => state.zoom(1 / 2),
  '=': () => state.zoom(1 / 2),
  '-': () => state.zoom(2),
  '0': () => state.zoom(Infinity),
  Enter: () => state.open(state.at.value),
});

/** Elements that have keys of their own. */
const OWN_KEYS = 'input, textarea, select, summary, [contenteditable]';

/** Steps through the video by keys, wherever on the page nothing else takes them. */
export function useKeys(state: PageState): void {
  useEffect(() => {
    const known = actions(state);
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const action = known[event.key];
      if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest(OWN_KEYS)) return;
      if (event.key === 'Enter' && target.closest('a, button')) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [state]);
}
