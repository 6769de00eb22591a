import { useEffect } from 'preact/hooks';
import type { VideoModel } from './model.ts';

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['← →', 'tile before, after'],
  ['[ ]', 'cut before, after'],
  [', .', 'a second back, on'],
  ['Home End', 'start, end'],
  ['+ − 0', 'zoom the axis in, out, all of it'],
  ['Enter', 'open the second'],
  ['Esc', 'close it'],
];

const actions = (model: VideoModel): Readonly<Record<string, () => void>> => ({
  ArrowLeft: () => model.stepTile(-1),
  ArrowRight: () => model.stepTile(1),
  '[': () => model.stepCut(-1),
  ']': () => model.stepCut(1),
  ',': () => model.move(model.at.value - 1),
  '.': () => model.move(model.at.value + 1),
  Home: () => model.move(0),
  End: () => model.move(model.duration.value),
  '+': () => model.zoom(1 / 2),
  '=': () => model.zoom(1 / 2),
  '-': () => model.zoom(2),
  '0': () => model.zoom(Infinity),
  Enter: () => model.open(model.at.value),
});

/** Elements that have keys of their own. */
const OWN_KEYS = 'input, textarea, select, summary, [contenteditable]';

/** Steps through the video by keys, wherever on the page nothing else takes them. */
export function useKeys(model: VideoModel): void {
  useEffect(() => {
    const known = actions(model);
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
  }, [model]);
}
