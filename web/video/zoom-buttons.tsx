import type { VideoModel } from './model.ts';

/** Shows less or more of the axis, around the second that is looked at. */
export function ZoomButtons({ model }: { model: VideoModel }) {
  const isWhole = !model.isZoomed.value;
  return (
    <fieldset class="zoom" aria-label="Axis">
      <button
        type="button"
        class="small"
        aria-label="Zoom out"
        disabled={isWhole}
        onClick={() => model.zoom(2)}
      >
        −
      </button>
      <button type="button" class="small" aria-label="Zoom in" onClick={() => model.zoom(1 / 2)}>
        +
      </button>
      <button type="button" class="small" disabled={isWhole} onClick={() => model.zoom(Infinity)}>
        Whole axis
      </button>
    </fieldset>
  );
}
