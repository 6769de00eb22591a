import { MEDIA } from '../../lib/function-sizes.ts';
import { gigabytesOf } from '../costs/function-cost.ts';
import { mediaOf, sequentialSeconds } from '../costs/segmented-cost.ts';
import { Luck } from './luck.ts';
import { Service, type Video } from './service.ts';
import type { Setting } from './setting.ts';
import { Timeline } from './timeline.ts';

const SEED = 16;
const FILM = { size: '1080p', hours: 3 } as const;
const LONG_ENOUGH = 48 * 3600;
/** Plans allow an organization so many jobs at once. */
const MOST_OF_ONE = 64;

function started(setting: Setting, seed = SEED) {
  const timeline = new Timeline();
  const luck = new Luck(seed);
  return { timeline, luck, service: new Service(setting, timeline, luck) };
}

/** The value below which a share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Times of single jobs are medians of runs with so many seeds. */
const SEEDS = Array.from({ length: 21 }, (_, i) => i + 1);

/** One job of three hours alone, with no instance there yet; and right after it, with all of them. */
export async function oneFilm(setting: Setting) {
  const size = mediaOf(MEDIA.memoryMb);
  const sequential = sequentialSeconds(size, FILM.size, FILM.hours) * gigabytesOf(size);
  const runs: { readonly seconds: number; readonly gbSeconds: number }[][] = [];
  for (const seed of SEEDS) {
    const { timeline, service } = started(setting, seed);
    const both: { seconds: number; gbSeconds: number }[] = [];
    void (async () => {
      for (let round = 0; round < 2; round++) {
        const before = service.gbSeconds;
        const seconds = await service.film('films', FILM);
        both.push({ seconds, gbSeconds: service.gbSeconds - before });
      }
    })();
    await timeline.run(LONG_ENOUGH);
    runs.push(both);
  }
  const of = (round: number, figure: 'seconds' | 'gbSeconds') =>
    quantile(
      runs.map((both) => both[round]?.[figure] ?? Number.NaN),
      0.5,
    );
  const [cold, warm] = [0, 1].map((round) => ({
    seconds: of(round, 'seconds'),
    ofSequential: of(round, 'gbSeconds') / sequential,
  })) as [Film, Film];
  return { cold, warm };
}

interface Film {
  readonly seconds: number;
  /** Of the GB-seconds of one function that reads all. */
  readonly ofSequential: number;
}

export interface Rush {
  /** When short calls came, and how long each took, in seconds. */
  readonly short: readonly (readonly [at: number, seconds: number])[];
  readonly long: readonly number[];
  /** Instances that run, looked at every few seconds. */
  readonly running: readonly (readonly [at: number, counts: Readonly<Record<string, number>>])[];
}

/** Jobs of three hours that come at once, and short calls of others that go on coming. */
export async function rush(
  setting: Setting,
  {
    films,
    perSecond,
    seconds,
    video = FILM,
  }: { films: number; perSecond: number; seconds: number; video?: Video },
): Promise<Rush> {
  const { timeline, luck, service } = started(setting);
  const short: [number, number][] = [];
  const long: number[] = [];
  const running: [number, Record<string, number>][] = [];
  const quiet = 30;
  const calls = async () => {
    while (timeline.now < seconds) {
      await timeline.sleep(luck.untilNext(perSecond));
      const at = timeline.now;
      const organization = `caller-${luck.oneOf(200)}`;
      void service.short(organization, 10, '1080p').then((took) => short.push([at, took]));
    }
  };
  const watch = async () => {
    while (timeline.now < seconds) {
      const counts = service.account.functions.map((one): [string, number] => [
        one.shape.name,
        one.running,
      ]);
      running.push([timeline.now, Object.fromEntries(counts)]);
      await timeline.sleep(20);
    }
  };
  void calls();
  void watch();
  timeline.at(quiet, () => {
    for (let film = 0; film < films; film++) {
      const organization = `films-${Math.floor(film / MOST_OF_ONE)}`;
      void service.film(organization, video).then((took) => long.push(took));
    }
  });
  await timeline.run(LONG_ENOUGH);
  // What came before the rush tells nothing of it.
  return { short: short.filter(([at]) => at >= quiet), long, running };
}

/** How long the one job of an organization takes that comes 10 s after 64 of another one. */
export async function neighbours(setting: Setting) {
  const runs: { readonly beside: number; readonly last: number }[] = [];
  for (const seed of SEEDS.slice(0, 5)) {
    const { timeline, service } = started(setting, seed);
    let beside = Number.NaN;
    const theirs: number[] = [];
    for (let film = 0; film < MOST_OF_ONE; film++) {
      void service.film('many', FILM).then((took) => theirs.push(took));
    }
    timeline.at(10, () => {
      void service.film('one', FILM).then((took) => {
        beside = took;
      });
    });
    await timeline.run(LONG_ENOUGH);
    runs.push({ beside, last: Math.max(...theirs) });
  }
  const of = (figure: 'beside' | 'last') =>
    quantile(
      runs.map((run) => run[figure]),
      0.5,
    );
  return { beside: of('beside'), last: of('last') };
}
