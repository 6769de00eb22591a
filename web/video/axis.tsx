import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { clock, secondOf } from '../ui/format.ts';
import { AxisLanes, LANE } from './axis-lanes.tsx';
import type { PageState } from './page-state.ts';
import type { Span } from './spans.ts';

/** Pixels that a pointer moves before it draws a window. */
const DRAGGED = 5;
/** Pixels around a mark in which a click means it. */
const NEAR = 6;
/** A line of a mouse wheel that tells lines, in pixels. */
const LINE = 16;

/** Part of the axis behind which a label has no room to the right of its mark. */
const LAST = 0.88;

/** Seconds between labels. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800];
const HOURS = [1, 2, 4, 8, 24, 48].map((hours) => hours * 3600);
const MOST_LABELS = 8;

/** Seconds between labels, so that they fit. */
const stepOf = (duration: number): number =>
  [...STEPS, ...HOURS].find((step) => duration / step <= MOST_LABELS) ?? duration;

/** Everything that was found under one time axis. A click goes there, a drag chooses a stretch. */
export function Axis({ state }: { state: PageState }) {
  const face = useRef<HTMLDivElement>(null);
  const drag = useRef<{ from: number; x: number } | undefined>(undefined);
  const view = state.view.value;
  const shown = useComputed(() =>
    state.lanes.value.filter(({ marks, isUnmeasured }) => marks.length > 0 || isUnmeasured),
  ).value;
  const unseen = shown.filter(({ isUnmeasured }) => isUnmeasured).map(({ name }) => name);
  const empty = state.lanes.value.filter((lane) => !shown.includes(lane)).map(({ name }) => name);

  const secondAt = (x: number) => {
    const { left, width } = face.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const { start, end } = state.view.value;
    return Math.min(Math.max(start + ((x - left) / width) * (end - start), start), end);
  };
  const markAt = (x: number, y: number) => {
    const { top, width } = face.current?.getBoundingClientRect() ?? { top: 0, width: 1 };
    // The first row tells what was read.
    const lane = shown[Math.floor((y - top) / LANE) - 1];
    const second = secondAt(x);
    const near = (NEAR / width) * (view.end - view.start);
    return lane?.marks.find(({ start, end }) => start - near <= second && second <= end + near);
  };
  const finish = (event: PointerEvent) => {
    const begun = drag.current;
    drag.current = undefined;
    if (!begun || Math.abs(event.clientX - begun.x) > DRAGGED) return;
    const mark = markAt(event.clientX, event.clientY);
    if (mark) state.open(mark.start);
    else state.move(begun.from);
  };
  useEffect(() => {
    const element = face.current;
    if (!element) return;
    // A wheel alone scrolls the page. A pinch arrives as a wheel with Ctrl.
    const wheel = (event: WheelEvent) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const across = (event.shiftKey ? event.deltaX || event.deltaY : event.deltaX) * unit;
      if (event.ctrlKey || event.metaKey) {
        state.zoom(2 ** ((event.deltaY * unit) / 200), secondAt(event.clientX));
      } else if (across !== 0 && state.isZoomed.value) {
        const { start, end } = state.view.value;
        state.pan((across / element.clientWidth) * (end - start));
      } else return;
      event.preventDefault();
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [state]);
  return (
    <div class="axis">
      <div class="axis-names" aria-hidden="true">
        <span>{state.level.value ?? 'no sheets'}</span>
        {shown.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <div
        ref={face}
        class="axis-face"
        role="slider"
        tabIndex={0}
        aria-label="Second of the video"
        aria-valuemin={0}
        aria-valuemax={state.duration.value}
        aria-valuenow={state.at.value}
        aria-valuetext={secondOf(state.at.value)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          face.current?.setPointerCapture(event.pointerId);
          drag.current = { from: secondAt(event.clientX), x: event.clientX };
        }}
        onPointerMove={(event) => {
          const begun = drag.current;
          if (!begun || Math.abs(event.clientX - begun.x) <= DRAGGED) return;
          const second = secondAt(event.clientX);
          state.window.value = {
            start: Math.round(Math.min(begun.from, second) * 100) / 100,
            end: Math.round(Math.max(begun.from, second) * 100) / 100,
          };
        }}
        onPointerUp={finish}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
      >
        <AxisLanes shown={shown} covered={state.covered.value} view={view} />
        <Chosen state={state} view={view} />
        <Cursor state={state} view={view} />
      </div>
      <Seconds view={view} />
      {state.isZoomed.value && <Whole view={view} length={state.duration.value} />}
      {empty.length + unseen.length > 0 && state.frames.value.length > 0 && (
        <p class="faint axis-none">
          {empty.length > 0 && `None found: ${empty.join(', ')}. `}
          {unseen.length > 0 && `Not looked for: ${unseen.join(', ')}.`}
        </p>
      )}
    </div>
  );
}

const percent = (part: number, length: number): string => `${(part / length) * 100}%`;

const leftOf = (second: number, { start, end }: Span): string =>
  percent(second - start, end - start);

function Seconds({ view }: { view: Span }) {
  const step = stepOf(view.end - view.start);
  const first = Math.ceil(view.start / step - 1e-6);
  const last = Math.floor(view.end / step + 1e-6);
  return (
    <div class="axis-seconds" aria-hidden="true">
      {Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => {
        const second = (first + index) * step;
        return (
          <span
            key={second}
            class={second > view.start + (view.end - view.start) * LAST ? 'axis-end' : ''}
            style={{ left: leftOf(second, view) }}
          >
            {clock(second, step < 1 ? 1 : 0)}
          </span>
        );
      })}
    </div>
  );
}

/** Where the view lies in the whole. */
function Whole({ view: { start, end }, length }: { view: Span; length: number }) {
  return (
    <div class="axis-whole" aria-hidden="true">
      <span style={{ left: percent(start, length), width: percent(end - start, length) }} />
    </div>
  );
}

interface Overlaid {
  readonly state: PageState;
  readonly view: Span;
}

function Cursor({ state, view }: Overlaid) {
  const at = state.at.value;
  if (at < view.start || at > view.end) return null;
  return <span class="axis-cursor" style={{ left: leftOf(at, view) }} />;
}

function Chosen({ state, view }: Overlaid) {
  const chosen = state.window.value;
  if (!chosen || chosen.end < view.start || chosen.start > view.end) return null;
  const [start, end] = [Math.max(chosen.start, view.start), Math.min(chosen.end, view.end)];
  return (
    <span
      class="axis-chosen"
      style={{ left: leftOf(start, view), width: percent(end - start, view.end - view.start) }}
    />
  );
}
