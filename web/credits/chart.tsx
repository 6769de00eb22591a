import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { LedgerEntry } from '../api/types.ts';
import { number } from '../ui/format.ts';
import { spentByDay } from './days.ts';

const HEIGHT = 220;
/** Colours that keep apart on a light and on a dark ground. */
const COLOURS = ['#4c6ef5', '#e8833a', '#2f9e6e', '#b55fc8', '#c9a227'];

/** Credits spent on each day, a line for each operation. */
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
        scales: { y: { range: (_, _least, most) => [0, Math.max(most * 1.1, 0.1)] } },
        axes: [{ ...axis, space: 70 }, axis],
        series: [
          { value: '{YYYY}-{MM}-{DD}' },
          ...spent.map(({ kind }, index) => ({
            label: kind,
            stroke: COLOURS[index % COLOURS.length] ?? 'gray',
            width: 2,
            points: { show: true, size: 7 },
          })),
        ],
      },
      [[...days], ...spent.map(({ credits }) => [...credits])],
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
  const sums = spent.map(
    ({ kind, credits }) => `${kind} ${number(credits.reduce((sum, value) => sum + value, 0))}`,
  );
  if (days.length === 0) return <p class="faint">Nothing was spent yet.</p>;
  return (
    <figure class="chart">
      <div ref={box} aria-hidden="true" />
      <figcaption class="faint">Spent in all: {sums.join(', ')}.</figcaption>
    </figure>
  );
}
