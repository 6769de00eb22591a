import type { PageState } from './page-state.ts';

/** Shows less or more of the axis, around the second that is looked at. */
export function ZoomButtons({ state }: { state: PageState }) {
  const isWhole = !state.isZoomed.value;
  return (
    <fieldset class="zoom" aria-label="Axis">
      <button
        type="button"
        class="small"
        aria-label="Zoom out"
        disabled={isWhole}
        onClick={() => state.zoom(2)}
      >
        −
      </button>
      <button type="button" class="small" aria-label="Zoom in" onClick={() => state.zoom(1 / 2)}>
        +
      </button>
      <button type="button" class="small" disabled={isWhole} onClick={() => state.zoom(Infinity)}>
        Whole axis
      </button>
    </fieldset>
  );
}
