import type { FramesResult, JobState } from '../types.ts';

const seconds = (value: number): string => `${value.toFixed(2)} s`;
const listed = (items: readonly string[], none: string): string =>
  items.length > 0 ? items.join(', ') : none;
const spans = (list: readonly { start: number; end: number }[]): string =>
  listed(
    list.map(({ start, end }) => `${start.toFixed(2)}-${end.toFixed(2)}`),
    'none',
  );

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Where a job stands: the stage, and how far it is there. */
export function describeProgress({ status, progress }: JobState): [stage: string, more: string] {
  if (progress === undefined) return [status, ''];
  if (progress.stage !== 'fetching') return [progress.stage, ''];
  const { bytes, of, seconds_left: left } = progress;
  const more = [
    megabytes(bytes),
    ...(of === null ? [] : [`of ${megabytes(of)}`]),
    ...(left === null ? [] : [`(${Math.ceil(left)} s left)`]),
  ];
  return [progress.stage, more.join(' ')];
}

/** What frames found, in lines for a person. `files` are the sheets as they were written. */
export function describeFrames(result: FramesResult, files: readonly string[]): string {
  const { video, coverage, technical, signal, transcript } = result;
  // What a file holds behind its last second is no gap.
  const without = coverage.gaps.length > 0 ? `, without ${spans(coverage.gaps)}` : '';
  const rows: [string, string][] = [
    [
      'video',
      `${video.title ?? video.id}, ${seconds(video.duration)}, ${video.width}x${video.height}, ${video.src_fps} fps`,
    ],
    [
      'sheets',
      `${result.sheets.length} at ${result.detail} with ${result.total_frames} tiles, about ${result.total_estimated_vision_tokens} vision tokens`,
    ],
    ...files.map((file): [string, string] => ['', file]),
    [
      'coverage',
      `${seconds(coverage.covered_seconds)} of ${seconds(coverage.of_total)}${coverage.is_full_video ? ', the whole video' : without}`,
    ],
  ];
  if (technical.skipped) rows.push(['detectors', 'skipped']);
  else
    rows.push(
      [
        'cuts',
        listed(
          technical.scene_cuts.map((cut) => cut.toFixed(2)),
          'none',
        ),
      ],
      ['freezes', spans(technical.freezes)],
      ['blacks', spans(technical.blacks)],
      ['silences', spans(technical.silence_gaps)],
    );
  if (signal) rows.push(['between', between(signal)]);
  if (result.on_screen_text?.length === 0) rows.push(['written', 'nothing']);
  for (const { start, text } of result.on_screen_text ?? [])
    rows.push(['written', `${start.toFixed(2)} ${text.replaceAll('\n', ' / ')}`]);
  if (transcript) rows.push(['said', transcript.text || 'nothing']);
  rows.push([
    'credits',
    `${result.credits_charged ?? 0}${result.cache_hit ? ' (paid for before)' : ''}`,
  ]);
  for (const note of result.notes) rows.push(['note', note]);
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value}`).join('\n');
}

function between(signal: NonNullable<FramesResult['signal']>): string {
  const { mode: _, frames_read, ...kinds } = signal;
  const found = Object.entries(kinds).flatMap(([kind, list]) =>
    list && list.length > 0 ? [counted(list.length, kind.replaceAll('_', ' '))] : [],
  );
  return `${frames_read} frames read: ${listed(found, 'nothing more')}`;
}

const counted = (count: number, many: string): string =>
  `${count} ${count === 1 ? many.replace(/(?<=sh)es$|s$/, '') : many}`;
