import type { Lane } from './lanes.ts';
import type { Span } from './spans.ts';

/** Height of a lane in pixels. */
export const LANE = 15;
const WIDTH = 10_000;

interface Props {
  readonly shown: readonly Lane[];
  readonly covered: readonly Span[];
  readonly view: Span;
}

/** One path for each lane, however many marks it has in the view. */
export function AxisLanes({ shown, covered, view }: Props) {
  const scale = WIDTH / (view.end - view.start);
  const bars = (spans: readonly Span[], row: number, least: number) =>
    spans
      .filter(({ start, end }) => end >= view.start && start <= view.end)
      .map(({ start, end }) => {
        const from = Math.max(start, view.start);
        const width = Math.max((Math.min(end, view.end) - from) * scale, least);
        const x = ((from - view.start) * scale).toFixed(1);
        return `M${x} ${row * LANE + 2}h${width.toFixed(1)}v${LANE - 4}h-${width.toFixed(1)}z`;
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
