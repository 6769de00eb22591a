import type { Technical } from '../../domain/technical.ts';

interface Flag {
  at: number;
  text: string;
}

/**
 * The detectors' findings inside a stretch of seconds, in order of time, as a sheet carries them:
 * `cut:12.40`, `freeze:3.00-5.20`, `black:…`, `silence:…`. A span that reaches into it counts.
 */
export function qaFlags(technical: Technical, start: number, end: number): string[] {
  const reaches = (span: { start: number; end: number }): boolean =>
    span.start < end && span.end > start;
  const flag =
    (name: string) =>
    (span: { start: number; end: number }): Flag => ({
      at: span.start,
      text: `${name}:${span.start.toFixed(2)}-${span.end.toFixed(2)}`,
    });
  const flags: Flag[] = [
    ...technical.scene_cuts
      .filter((cut) => cut >= start && cut < end)
      .map((cut) => ({ at: cut, text: `cut:${cut.toFixed(2)}` })),
    ...technical.freezes.filter(reaches).map(flag('freeze')),
    ...technical.blacks.filter(reaches).map(flag('black')),
    ...technical.silence_gaps.filter(reaches).map(flag('silence')),
  ];
  return flags.sort((a, b) => a.at - b.at).map(({ text }) => text);
}
