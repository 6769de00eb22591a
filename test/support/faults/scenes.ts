import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Job } from '../../../layers/domain/jobs/job.ts';
import { PutTarget, UploadResult } from '../../../layers/domain/uploads/upload.ts';
import { testService } from '../service.ts';
import { call, until } from './caller.ts';
import type { Caller, FaultyService } from './faulty-service.ts';
import type { Media } from './media.ts';

/** A way of using the service, from its first call to what is left of it. */
export interface Scene {
  /** Set where the source is a file that the service joins, whose bytes differ each time. */
  readonly joins?: boolean;
  /** What is done before anything is broken; what it gives is handed to `act`. */
  prepare(on: Staged): Promise<string>;
  /** What is disturbed: what the caller has in the end. @throws Refused */
  act(on: Staged, prepared: string): Promise<Had>;
}

export interface Staged {
  readonly service: FaultyService;
  readonly media: Media;
  readonly caller: Caller;
}

/** What a caller has of its call. */
export interface Had {
  readonly job?: Job;
  readonly upload?: UploadResult;
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Longer than a job that was lost takes to be looked for. */
const JOB_MS = 300_000;
/** Longer than a message that was lost stays hidden. */
const SETTLED_MS = 150_000;

async function upload({ service, caller }: Staged, bytes: Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  return UploadResult.parse(await call(service, caller, '/v1/uploads', form));
}

const Queued = z.object({ job_id: z.string() });

/** Queues a call and waits for the end of its job. */
async function job({ service, caller }: Staged, path: string, about: object): Promise<Had> {
  const body = {
    ...about,
    sync: false,
    idempotency_key: randomUUID(),
    webhook_url: caller.webhookUrl,
  };
  const { job_id } = Queued.parse(await call(service, caller, path, body));
  const ended = await until(async () => {
    const found = Job.parse(await call(service, caller, `/v1/jobs/${job_id}`));
    return found.finished_at === null ? undefined : found;
  }, JOB_MS);
  return ended ? { job: ended } : {};
}

const CLIP = { detail: 'standard', transcribe: false, signals: 'off' };
const nothing = async () => '';

export const SCENES = {
  frames: {
    prepare: async (on) => (await upload(on, on.media.clip, 'clip.mp4')).upload_id,
    act: (on, upload_id) => job(on, '/v1/frames', { ...CLIP, upload_id }),
  },
  /** Long enough that its decoder is still reading when it is looked for. */
  'long frames': {
    prepare: async (on) => (await upload(on, await on.media.long(), 'long.mp4')).upload_id,
    act: (on, upload_id) => job(on, '/v1/frames', { ...CLIP, detail: 'overview', upload_id }),
  },
  transcript: {
    prepare: async (on) => (await upload(on, on.media.speech, 'speech.wav')).upload_id,
    act: (on, upload_id) => job(on, '/v1/transcript', { upload_id }),
  },
  link: {
    prepare: async ({ service }) => service.fileAt('clip.mp4'),
    act: (on, url) => job(on, '/v1/frames', { ...CLIP, url }),
  },
  stream: {
    joins: true,
    prepare: async ({ service }) => service.fileAt('index.m3u8'),
    act: (on, url) => job(on, '/v1/frames', { ...CLIP, url }),
  },
  upload: {
    prepare: nothing,
    act: async (on) => ({ upload: await upload(on, on.media.clip, 'clip.mp4') }),
  },
  'direct upload': {
    prepare: async (on) => {
      const { clip } = on.media;
      const asked = { bytes: clip.length, content_type: 'video/mp4', filename: 'clip.mp4' };
      return JSON.stringify(await call(on.service, on.caller, '/v1/uploads/direct', asked));
    },
    async act({ service, caller, media }, prepared) {
      const { put, complete_url, upload_id } = PutTarget.parse(JSON.parse(prepared));
      const { status } = await fetch(put.url, { ...put, body: media.clip });
      if (status !== 200) throw new Error(`the upload was answered ${status}`);
      const { uploads } = testService(service.tables);
      // The worker hears of it from the store.
      await until(async () => {
        const found = await uploads.find(caller.orgId, upload_id);
        return found?.video_id ?? found?.refusal;
      }, SETTLED_MS);
      return { upload: UploadResult.parse(await call(service, caller, complete_url, {})) };
    },
  },
  'working copy': {
    prepare: nothing,
    async act(on) {
      const { service, caller, media } = on;
      const done = await upload(on, media.master, 'master.mov');
      const { videos } = testService(service.tables);
      await until(async () => {
        const found = await videos.find(caller.orgId, done.video.id);
        return found?.master_key;
      }, SETTLED_MS);
      return { upload: done };
    },
  },
} satisfies Readonly<Record<string, Scene>>;
export type SceneName = keyof typeof SCENES;
