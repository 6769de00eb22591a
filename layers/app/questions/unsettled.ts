import { eventSeconds, type Opening, unclearStretches } from '../../domain/questions/events.ts';
import { NameableSeconds, type SentTile } from '../../domain/questions/nameable-seconds.ts';
import type { Claim, Unresolved } from '../../domain/questions/settle-answer.ts';
import type { Window } from '../../domain/window.ts';
import type { Material } from './material.ts';
import type { Surveyed } from './survey-pass.ts';

/** Below this a passage was heard unsurely. */
const SURE = 0.5;

interface Left {
  readonly tiles: readonly SentTile[];
  readonly claims: readonly Claim[];
  readonly left: readonly Opening[];
  readonly failed: Surveyed['failed'];
}

/** What code knows to be open, whatever the model says. */
export function unsettled(
  { events, transcript }: Material,
  { tiles, claims, left, failed }: Left,
): Unresolved[] {
  const segments = transcript?.segments ?? [];
  const seconds = new NameableSeconds(tiles, [
    ...segments.map(({ start }) => start),
    ...eventSeconds(events),
  ]);
  const entry = (stretch: Window, reason: string): Unresolved[] => {
    const span = seconds.spanOf(stretch);
    return span ? [{ from: span[0], to: span[1], reason, region: null }] : [];
  };
  const cited = claims.flatMap((claim) => claim.seconds);
  return [
    ...failed.map(({ window: [from, to], reason }) => ({ from, to, reason, region: null })),
    ...left.flatMap(({ window: [from, to], why }) =>
      entry([from, to], `A short event (${why}) was measured here and not looked at closely.`),
    ),
    ...unclearStretches(events)
      .filter(({ window: [from, to] }) => cited.some((second) => second >= from && second < to))
      .flatMap(({ window, kind }) =>
        entry(
          window,
          `A tile that is cited lies in a ${kind}, where a single picture tells little.`,
        ),
      ),
    ...segments
      .filter(({ start, confidence }) => confidence < SURE && cited.includes(start))
      .flatMap(({ start, end }) => entry([start, end], 'What is said here was heard unsurely.')),
  ];
}
