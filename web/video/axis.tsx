import { useRef } from 'preact/hooks';
import { clock, secondOf } from '../ui/format.ts';
import type { Lane } from './lanes.ts';
import type { VideoModel } from './model.ts';
import type { Span } from './spans.ts';

/** Height of a lane in pixels. */
const LANE = 15;
/** Pixels that a pointer moves before it draws a window. */
const DRAGGED = 5;
/** Pixels around a mark in which a click means it. */
const NEAR = 6;
const WIDTH = 10_000;

/** Seconds between labels, so that about ten fit. */
function stepOf(duration: number): number {
  const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
  return steps.find((step) => duration / step <= 8) ?? 7200;
}

/** Everything that was found under one time axis. A click goes there, a drag chooses a stretch. */
export function Axis({ model }: { model: VideoModel }) {
  const face = useRef<HTMLDivElement>(null);
  const drag = useRef<{ from: number; x: number } | undefined>(undefined);
  const { duration, lanes } = model;
  const length = Math.max(duration.value, 0.001);
  const shown = lanes.value.filter(({ marks, isUnmeasured }) => marks.length > 0 || isUnmeasured);
  const empty = lanes.value.filter((lane) => !shown.includes(lane)).map(({ name }) => name);

  const secondAt = (x: number) => {
    const { left, width } = face.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(Math.max(((x - left) / width) * length, 0), length);
  };
  const markAt = (x: number, y: number) => {
    const { top, width } = face.current?.getBoundingClientRect() ?? { top: 0, width: 1 };
    // The first row tells what was read.
    const lane = shown[Math.floor((y - top) / LANE) - 1];
    const second = secondAt(x);
    const near = (NEAR / width) * length;
    return lane?.marks.find(({ start, end }) => start - near <= second && second <= end + near);
  };
  const finish = (event: PointerEvent) => {
    const begun = drag.current;
    drag.current = undefined;
    if (!begun || Math.abs(event.clientX - begun.x) > DRAGGED) return;
    const mark = markAt(event.clientX, event.clientY);
    if (mark) model.open(mark.start);
    else model.move(begun.from);
  };
  return (
    <div class="axis">
      <div class="axis-names" aria-hidden="true">
        <span>{model.level.value ?? 'not read'}</span>
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
        aria-valuemax={length}
        aria-valuenow={model.at.value}
        aria-valuetext={secondOf(model.at.value)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          face.current?.setPointerCapture(event.pointerId);
          drag.current = { from: secondAt(event.clientX), x: event.clientX };
        }}
        onPointerMove={(event) => {
          const begun = drag.current;
          if (!begun || Math.abs(event.clientX - begun.x) <= DRAGGED) return;
          const second = secondAt(event.clientX);
          model.window.value = {
            start: Math.round(Math.min(begun.from, second) * 100) / 100,
            end: Math.round(Math.max(begun.from, second) * 100) / 100,
          };
        }}
        onPointerUp={finish}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
      >
        <Lanes shown={shown} covered={model.covered.value} length={length} />
        <Chosen model={model} length={length} />
        <Cursor model={model} length={length} />
      </div>
      <div class="axis-seconds" aria-hidden="true">
        {Array.from({ length: Math.floor(length / stepOf(length)) + 1 }, (_, index) => {
          const second = index * stepOf(length);
          return (
            <span key={second} style={{ left: `${(second / length) * 100}%` }}>
              {clock(second, stepOf(length) < 1 ? 1 : 0)}
            </span>
          );
        })}
      </div>
      {empty.length > 0 && model.frames.value.length > 0 && (
        <p class="faint axis-none">None found: {empty.join(', ')}.</p>
      )}
    </div>
  );
}

interface LanesProps {
  readonly shown: readonly Lane[];
  readonly covered: readonly Span[];
  readonly length: number;
}

/** One path for each lane, however many marks it has. */
function Lanes({ shown, covered, length }: LanesProps) {
  const scale = WIDTH / length;
  const bars = (spans: readonly Span[], row: number, least: number) =>
    spans
      .map(({ start, end }) => {
        const width = Math.max((end - start) * scale, least);
        return `M${(start * scale).toFixed(1)} ${row * LANE + 2}h${width.toFixed(1)}v${LANE - 4}h-${width.toFixed(1)}z`;
      })
      .join('');
  const height = (shown.length + 1) * LANE;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      style={{ height: `${height}px` }}
      aria-hidden="true"
    >
      <rect class="gap" width={WIDTH} height={LANE - 4} y={2} />
      <path class="lane-read" d={bars(covered, 0, 20)} />
      {shown.map(({ name, marks, isUnmeasured }, index) => (
        <g key={name}>
          <rect
            class={isUnmeasured ? 'gap' : 'lane-ground'}
            width={WIDTH}
            height={LANE - 4}
            y={(index + 1) * LANE + 2}
          />
          <path class={`lane lane-${name}`} d={bars(marks, index + 1, 18)} />
        </g>
      ))}
    </svg>
  );
}

interface Overlaid {
  readonly model: VideoModel;
  readonly length: number;
}

const percent = (part: number, length: number): string => `${(part / length) * 100}%`;

function Cursor({ model, length }: Overlaid) {
  return <span class="axis-cursor" style={{ left: percent(model.at.value, length) }} />;
}

function Chosen({ model, length }: Overlaid) {
  const chosen = model.window.value;
  if (!chosen) return null;
  const { start, end } = chosen;
  return (
    <span
      class="axis-chosen"
      style={{ left: percent(start, length), width: percent(end - start, length) }}
    />
  );
}
