import { toNumber } from '../domain/fraction.ts';
import type { FramesPlan } from '../domain/frames-plan.ts';
import { visionTokens } from '../domain/geometry.ts';
import { qaFlags } from '../domain/qa-flags.ts';
import type { StoredFrames } from '../domain/stored-frames.ts';
import { toMillisecond } from '../domain/timestamp.ts';
import { type VideoRecord, videoOf } from '../domain/video-record.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { DrawnSheet, Engine, Measured } from './ports/engine.ts';

interface Drawing {
  readonly video: VideoRecord;
  readonly plan: FramesPlan;
  /** Where the sheets go. */
  readonly folder: string;
  readonly transcribe: boolean;
}

export type DrawFrames = (drawing: Drawing, signal: AbortSignal) => Promise<StoredFrames>;

/** Seconds for which the engine may open the source; longer than any worker lives. */
const SOURCE_LINK_SECONDS = 3600;

/** Draws a plan's sheets, stores each as it comes, and puts the result together. */
export const makeDrawFrames =
  ({ artifacts, engine }: { artifacts: ArtifactStore; engine: Pick<Engine, 'draw'> }): DrawFrames =>
  async ({ video, plan, folder, transcribe }, signal) => {
    const source = await artifacts.signedUrl(video.source_key, SOURCE_LINK_SECONDS);
    let measured: Measured | undefined;
    const drawing = async function* () {
      measured = yield* engine.draw(source, video.probe, plan, signal);
    };
    const drawn: (Omit<DrawnSheet, 'jpeg'> & { key: string; bytes: number })[] = [];
    for await (const { jpeg, ...sheet } of drawing()) {
      const key = `${folder}/sheet-${sheet.page}.jpg`;
      await artifacts.put(key, jpeg, 'image/jpeg');
      drawn.push({ ...sheet, key, bytes: jpeg.byteLength });
    }
    if (!measured) throw new Error('the engine ended without measurements');
    const { technical, signal: found, notes } = measured;
    const seconds = ({ frameTimes }: { frameTimes: readonly number[] }) =>
      frameTimes.map(toMillisecond);

    const sheets = drawn.map((sheet, at): StoredFrames['sheets'][number] => {
      const times = seconds(sheet);
      const t0 = times.at(0) ?? 0;
      const next = drawn[at + 1]?.frameTimes.at(0) ?? plan.covered[1];
      return {
        page: sheet.page,
        t0,
        t1: times.at(-1) ?? t0,
        n_frames: times.length,
        frame_times: times,
        width: sheet.width,
        height: sheet.height,
        bytes: sheet.bytes,
        estimated_vision_tokens: visionTokens([sheet.width, sheet.height]),
        spoken: '',
        qa_flags: qaFlags(technical, [t0, next]),
        key: sheet.key,
      };
    });
    return {
      video: videoOf(video),
      detail: plan.level,
      fps: toMillisecond(toNumber(plan.rate)),
      fps_capped_to_source: plan.fpsCappedToSource,
      window: [toMillisecond(plan.window[0]), toMillisecond(plan.window[1])],
      coverage: plan.coverage,
      geometry: plan.geometry,
      total_frames: sheets.reduce((sum, sheet) => sum + sheet.n_frames, 0),
      total_estimated_vision_tokens: sheets.reduce(
        (sum, sheet) => sum + sheet.estimated_vision_tokens,
        0,
      ),
      sheets,
      transcript: null,
      technical,
      ...(found === undefined ? {} : { signal: found }),
      notes: [
        ...plan.notes,
        ...notes,
        ...(transcribe && video.probe.audio.length > 0
          ? ['The sound was not transcribed: no transcriber is set up.']
          : []),
      ],
    };
  };
