import type { PictureStream } from '../../domain/sources/probe.ts';
import { joined } from '../../domain/stretches.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';

/** ffprobe looks for what an edit begins with, and -1 stands for nothing. */
const PAUSE = /\] (?:\[\w+\] )?st: (\d+) edit list: \d+ Missing key frame .* timestamp: -1$/;
/** What it says of each edit where it is asked to tell all. */
const EDIT =
  /\] (?:\[\w+\] )?Processing st: (\d+), edit list \d+ - media time: (-?\d+), duration: (\d+)$/;
const NOTHING = -1;
const MAX_BYTES = 10_000;

interface File {
  readonly binaries: Binaries;
  readonly input: string;
  readonly signal: AbortSignal;
}

/** The stream whose edit list has a pause behind its beginning, from one line; most tell of none. */
export function pausing(line: string): number | undefined {
  const stream = PAUSE.exec(line)?.[1];
  return stream === undefined ? undefined : Number(stream);
}

/**
 * The pauses in the edit list of a picture, in seconds of the file's clock: a player shows nothing
 * new there, ffmpeg the first pictures of the track once more.
 */
export async function pausesOf(
  { binaries, input, signal }: File,
  { index, timeBase: [part, of] }: Pick<PictureStream, 'index' | 'timeBase'>,
): Promise<Window[]> {
  const edits: { readonly isPause: boolean; readonly ticks: number }[] = [];
  const args = [
    ...['-v', 'debug', ...guards(input, binaries)],
    ...['-show_entries', 'format=format_name', inputName(input, binaries)],
  ];
  await runTool(binaries.ffprobe, args, {
    signal,
    maxBytes: MAX_BYTES,
    proxy: binaries.proxy,
    hear: (line) => {
      const [, stream, from, ticks] = EDIT.exec(line) ?? [];
      if (Number(stream) !== index) return;
      edits.push({ isPause: Number(from) === NOTHING, ticks: Number(ticks) });
    },
  });
  const pauses: Window[] = [];
  let at = 0;
  let hasBegun = false;
  for (const { isPause, ticks } of edits) {
    const end = at + (ticks * part) / of;
    // With what is empty at its beginning it comes later.
    if (isPause && hasBegun) pauses.push([at, end]);
    hasBegun ||= !isPause;
    at = end;
  }
  return joined(pauses);
}
