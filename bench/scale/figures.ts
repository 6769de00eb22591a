import { percent, seconds, table } from '../costs/markdown.ts';
import { neighbours, oneFilm, quantile, type Rush, rush } from './scenarios.ts';
import type { Video } from './service.ts';
import { SETTINGS, type Setting } from './setting.ts';

const FILMS = 1_000;
const SHORT_A_SECOND = 3;
const WATCHED_SECONDS = 7_200;
const LARGE: Video = { size: '1080p', hours: 3 };
const SMALL: Video = { size: '240p', hours: 3 };

interface Figures {
  readonly setting: Setting;
  readonly film: Awaited<ReturnType<typeof oneFilm>>;
  readonly large: Rush;
  readonly small: Rush;
  readonly near: Awaited<ReturnType<typeof neighbours>>;
}

const rushOf = (setting: Setting, video: Video) =>
  rush(setting, { films: FILMS, perSecond: SHORT_A_SECOND, seconds: WATCHED_SECONDS, video });

export async function figures(): Promise<Figures[]> {
  const all: Figures[] = [];
  for (const setting of SETTINGS) {
    all.push({
      setting,
      film: await oneFilm(setting),
      near: await neighbours(setting),
      large: await rushOf(setting, LARGE),
      small: await rushOf(setting, SMALL),
    });
  }
  return all;
}

/** The 95th percentile of the calls of each minute, in seconds. */
export const minutely = ({ short }: Rush): readonly (readonly [minute: number, p95: number])[] =>
  [...Map.groupBy(short, ([at]) => Math.floor(at / 60))].map(([minute, calls]) => [
    minute,
    quantile(
      calls.map(([, took]) => took),
      0.95,
    ),
  ]);

const p95 = (calls: Rush) =>
  seconds(
    quantile(
      calls.short.map(([, took]) => took),
      0.95,
    ),
  );
const worst = (calls: Rush) => seconds(Math.max(...minutely(calls).map(([, took]) => took)));

export const alone = (all: readonly Figures[]): string =>
  table(
    ['setting', 'cold, s', 'warm, s', 'GB-seconds of the sequential, cold', 'warm'],
    all.map(({ setting, film: { cold, warm } }) => [
      setting.name,
      seconds(cold.seconds),
      seconds(warm.seconds),
      cold.ofSequential.toFixed(2),
      warm.ofSequential.toFixed(2),
    ]),
  );

export const beside = (all: readonly Figures[]): string =>
  table(
    [
      'setting',
      'p95, s',
      'in the worst minute',
      'last film, min',
      'of 240p: p95, s',
      'in the worst minute',
      'last film, min',
    ],
    all.map(({ setting, large, small }) => [
      setting.name,
      ...[large, small].flatMap((calls) => [
        p95(calls),
        worst(calls),
        Math.round(Math.max(...calls.long) / 60),
      ]),
    ]),
  );

export const fairness = (all: readonly Figures[]): string =>
  table(
    ['setting', 'alone, s', 'beside 64, s', 'more', 'the last of the 64, s'],
    all.map(({ setting, film: { cold }, near }) => [
      setting.name,
      seconds(cold.seconds),
      seconds(near.beside),
      percent(Math.max(0, near.beside / cold.seconds - 1)),
      seconds(near.last),
    ]),
  );
