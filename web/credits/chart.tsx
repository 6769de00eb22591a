import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { LedgerEntry } from '../api/types.ts';
import { number } from '../ui/format.ts';
import { spentByDay } from './days.ts';

const HEIGHT = 220;
/** Colours that keep apart on a light and on a dark ground. */
const COLOURS = ['#4c6ef5', '#e8833a', '#2f9e6e', '#b55fc8', '#c9a227'];

const DAY_S = 86_400;
const bars = uPlot.paths.bars?.({ size: [0.6, 48] }) ?? (() => null);

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? 'gray';

/** Each with all before it: drawn from the last to the first, every bar shows its own part. */
function stacked(spent: ReturnType<typeof spentByDay>['spent']): number[][] {
  const sums: number[] = [];
  return spent.map(({ credits }) =>
    credits.map((value, day) => {
      sums[day] = (sums[day] ?? 0) + value;
      return sums[day];
    }),
  );
}

/** Credits spent on each day, the operations on top of each other. */
export function Chart({ entries }: { entries: readonly LedgerEntry[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { days, spent } = spentByDay(entries);
  useEffect(() => {
    const element = box.current;
    if (!element || days.length === 0) return;
    const style = getComputedStyle(document.documentElement);
    const axis = {
      stroke: style.getPropertyValue('color'),
      grid: { stroke: 'rgb(128 128 128 / 25%)' },
      ticks: { stroke: 'rgb(128 128 128 / 25%)' },
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        tzDate: (second) => uPlot.tzDate(new Date(second * 1000), 'UTC'),
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { range: (_, first, last) => [first - DAY_S / 2, last + DAY_S / 2] },
          y: { range: (_, _least, most) => [0, Math.max(most * 1.1, 0.1)] },
        },
        axes: [{ ...axis, space: 70, grid: { show: false } }, axis],
        series: [
          {},
          ...spent
            .map(({ kind }, index) => ({
              label: kind,
              fill: colourOf(index),
              paths: bars,
              points: { show: false },
            }))
            .reverse(),
        ],
      },
      [[...days], ...stacked(spent).reverse()],
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [entries]);
  if (days.length === 0) return <p class="faint">Nothing was spent yet.</p>;
  return (
    <figure class="chart">
      <div ref={box} aria-hidden="true" />
      <figcaption>
        Spent in all:
        {spent.map(({ kind, credits }, index) => (
          <span key={kind}>
            <i style={{ background: colourOf(index) }} aria-hidden="true" />
            {kind} {number(credits.reduce((sum, value) => sum + value, 0))}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
