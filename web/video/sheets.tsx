import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { count, secondOf, tilesSpan } from '../ui/format.ts';
import type { PageState } from './page-state.ts';
import { boxOf, placeAt, type ShownSheet } from './shown-sheets.ts';

/** Pixels between sheets, and of the line under each. */
const GAP = 16;
const CAPTION = 30;
const WIDEST_COLUMN = 620;
/** How far beyond what is seen sheets are drawn, in heights of the window. */
const BEYOND = 1;

interface Placed {
  readonly shown: ShownSheet;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Places sheets in rows, left to right. */
function placed(sheets: readonly ShownSheet[], width: number): { all: Placed[]; height: number } {
  const columns = Math.max(1, Math.min(sheets.length, Math.ceil(width / WIDEST_COLUMN)));
  const each = (width - GAP * (columns - 1)) / columns;
  const all: Placed[] = [];
  let top = 0;
  for (let first = 0; first < sheets.length; first += columns) {
    const row = sheets.slice(first, first + columns).map((shown, column) => {
      const height = (each * shown.sheet.height) / shown.sheet.width;
      return { shown, top, left: column * (each + GAP), width: each, height };
    });
    all.push(...row);
    top += Math.max(...row.map(({ height }) => height)) + CAPTION + GAP;
  }
  return { all, height: top };
}

/** All sheets of the level; only those near what is seen are in the document. */
export function Sheets({ state }: { state: PageState }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  const seen = useSignal<readonly [number, number]>([0, 1500]);
  const layout = useComputed(() => placed(state.sheets.value, Math.max(width.value, 200)));
  // Made once for a layout: a figure that is the same as before is not looked at again.
  const figures = useComputed(() =>
    layout.value.all.map((place) => ({
      place,
      figure: <SheetFigure key={place.shown.key} place={place} state={state} />,
    })),
  );
  const near = useComputed(() => {
    const [from, to] = seen.value;
    return figures.value
      .filter(({ place: { top, height } }) => top + height > from && top < to)
      .map(({ figure }) => figure);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const done = new AbortController();
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = -element.getBoundingClientRect().top;
      // In steps, so that scrolling a little changes nothing.
      const step = innerHeight / 4;
      const from = Math.floor(top / step) * step - innerHeight * BEYOND;
      if (seen.value[0] !== from) seen.value = [from, from + innerHeight * (2 * BEYOND + 1.25)];
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    const observer = new ResizeObserver(() => {
      width.value = element.clientWidth;
      later();
    });
    observer.observe(element);
    addEventListener('scroll', later, { passive: true, signal: done.signal });
    return () => {
      done.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  useSignalEffect(() => {
    const tile = state.tile.value;
    const element = box.current;
    const place = layout.value.all.find(({ shown }) => shown === tile?.shown);
    if (!element || !tile || !place || state.at.value === 0) return;
    const scale = place.width / place.shown.sheet.width;
    const { y, height } = boxOf(place.shown, tile.place);
    const top = element.getBoundingClientRect().top + place.top + y * scale;
    const cover = document.querySelector('.axis')?.getBoundingClientRect().bottom ?? 0;
    const isSeen = top >= Math.max(cover, 0) && top + height * scale <= innerHeight;
    if (!isSeen) scrollBy({ top: top - Math.max(cover, 0) - 40 });
  });
  return (
    <div ref={box} class="sheets" style={{ height: `${layout.value.height}px` }}>
      {near.value}
    </div>
  );
}

function SheetFigure({ place, state }: { place: Placed; state: PageState }) {
  const { shown, top, left, width, height } = place;
  const { sheet } = shown;
  const under = useSignal<number | undefined>(undefined);
  const scale = width / sheet.width;
  const current = useComputed(() => {
    const tile = state.tile.value;
    return tile?.shown === shown ? tile.place : undefined;
  });
  const placeOf = (event: MouseEvent) => {
    const { left: x, top: y } = (event.currentTarget as Element).getBoundingClientRect();
    return placeAt(shown, event.clientX - x, event.clientY - y, scale);
  };
  const open = (event: MouseEvent) => {
    // A key presses without a point.
    const at = event.detail === 0 ? (current.value ?? 0) : placeOf(event);
    const second = at === undefined ? undefined : sheet.frame_times[at];
    if (second !== undefined) state.open(second);
  };
  return (
    <figure class="sheet" style={{ top: `${top}px`, left: `${left}px`, width: `${width}px` }}>
      <button
        type="button"
        class="sheet-face"
        style={{ height: `${height}px` }}
        aria-label={`Sheet from ${secondOf(sheet.t0)} to ${secondOf(sheet.t1)}, ${count(sheet.n_frames, 'tile')}: open a tile`}
        onPointerMove={(event) => {
          under.value = placeOf(event);
        }}
        onPointerLeave={() => {
          under.value = undefined;
        }}
        onClick={open}
      >
        <img
          src={sheet.url}
          alt=""
          width={sheet.width}
          height={sheet.height}
          loading="lazy"
          decoding="async"
          onError={() => state.renew(shown.jobId)}
        />
        <TileFrame shown={shown} place={current.value} scale={scale} kind="current" />
        <TileFrame shown={shown} place={under.value} scale={scale} kind="under" />
      </button>
      <figcaption>
        {tilesSpan(sheet)} · {count(sheet.n_frames, 'tile')}
        {sheet.spoken !== '' && <span class="spoken"> · “{sheet.spoken}”</span>}
      </figcaption>
    </figure>
  );
}

interface FrameProps {
  readonly shown: ShownSheet;
  readonly place: number | undefined;
  readonly scale: number;
  readonly kind: 'current' | 'under';
}

/** Marks a tile, and tells its second where the pointer is. */
function TileFrame({ shown, place, scale, kind }: FrameProps) {
  if (place === undefined) return null;
  const { x, y, width, height } = boxOf(shown, place);
  return (
    <span
      class={`tile-frame tile-${kind} ${y === 0 ? 'tile-top' : ''}`}
      style={{
        left: `${x * scale}px`,
        top: `${y * scale}px`,
        width: `${width * scale}px`,
        height: `${height * scale}px`,
      }}
    >
      {kind === 'under' && (
        <span class="tile-second">{secondOf(shown.sheet.frame_times[place] ?? 0)}</span>
      )}
    </span>
  );
}
