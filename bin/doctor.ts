import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../layers/media/ffmpeg/binaries.ts';
import { VideoReader } from '../sdk/src/index.ts';

const run = promisify(execFile);
const CLIP = 'testsrc2=duration=3:size=320x180:rate=25';

/** What the doctor calls with: an organization of its own, made once and used again. */
export interface Patient {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface Step {
  readonly step: string;
  readonly ok: boolean;
  readonly ms: number;
  /** What was seen, or what went wrong. */
  readonly told: string;
}

const seen = (what: boolean, told: string): string => {
  if (!what) throw new Error(told);
  return told;
};

/**
 * Goes the way of a caller once, from a file to its sheets, the transcript, the bill and the
 * erasure. After a step that fails the later ones are left out, but not the erasure.
 */
export async function examine({ baseUrl, apiKey }: Patient): Promise<{
  readonly healthy: boolean;
  readonly steps: readonly Step[];
}> {
  const client = new VideoReader({ baseUrl, apiKey });
  const dir = await mkdtemp(join(tmpdir(), 'doctor-'));
  const steps: Step[] = [];
  const step = async (name: string, take: () => Promise<string>): Promise<boolean> => {
    const began = performance.now();
    const ended = await take().then(
      (told) => ({ ok: true, told }),
      (error: unknown) => ({ ok: false, told: error instanceof Error ? error.message : 'failed' }),
    );
    steps.push({ step: name, ...ended, ms: Math.round(performance.now() - began) });
    return ended.ok;
  };
  const file = join(dir, 'doctor.mp4');
  let videoId: string | undefined;
  let uploadId = '';

  const well =
    (await step('health', async () => {
      const answer = await fetch(`${baseUrl}/healthz`);
      const health = await answer.json();
      const { notes = [] } = health as { readonly notes?: readonly string[] };
      const told = [`${answer.status}`, ...notes].join('; ');
      return seen(answer.ok && (health as { status?: string }).status === 'ok', told);
    })) &&
    (await step('refusal', async () => {
      // A credential that has expired must lead to a new one, also past a gateway and an edge.
      const headers = { authorization: 'Bearer sk_live_expired' };
      const { status, headers: told } = await fetch(`${baseUrl}/v1/credits`, { headers });
      const challenge = told.get('www-authenticate') ?? 'no challenge';
      return seen(
        status === 401 && challenge.includes('resource_metadata='),
        `${status}; ${challenge}`,
      );
    })) &&
    (await step('upload', async () => {
      const { ffmpeg } = await findBinaries({
        ffmpeg: process.env['FFMPEG_PATH'],
        ffprobe: process.env['FFPROBE_PATH'],
      });
      await run(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', CLIP, file]);
      const { upload_id, video } = await client.upload(file);
      [uploadId, videoId] = [upload_id, video.id];
      return seen(video.duration === 3, `${video.duration} s of video`);
    })) &&
    (await step('frames', async () => {
      const job = await client.frames({ upload_id: uploadId, detail: 'overview', sync: false });
      const { sheets, credits_charged } = await job.wait();
      const [sheet] = sheets;
      const picture = await fetch(sheet?.url ?? '');
      const bytes = (await picture.arrayBuffer()).byteLength;
      const told = `${sheets.length} sheet of ${bytes} bytes for ${credits_charged} credits`;
      return seen(picture.ok && bytes === sheet?.bytes, told);
    })) &&
    (await step('transcript', async () => {
      const { source } = await client.transcript({ upload_id: uploadId });
      return `words of ${source}`;
    }));
  const erased =
    videoId === undefined ||
    (await step('erase', async () => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${baseUrl}/v1/videos/${videoId}`, { method: 'DELETE', headers });
      return seen(answer.ok, `${answer.status}`);
    }));
  await rm(dir, { recursive: true });
  return { healthy: well && erased, steps };
}
