import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from '../../layers/domain/errors.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { JobProgress } from '../../layers/domain/jobs/job.ts';

const Refusal = z.object({ error: ApiError });
const Upload = z.object({ upload_id: z.string() });
const Queued = z.object({ job_id: z.string() });
const Job = z.object({
  status: z.string(),
  progress: JobProgress.optional(),
  error: ApiError.nullable(),
  result: z.unknown().optional(),
});
const Described = z.object({ paths: z.record(z.string(), z.unknown()) });

const POLL_MS = 300;

/** What a video is named by in a call. */
export type Source = { readonly upload_id: string } | { readonly url: string };

export type DemoClient = ReturnType<typeof demoClient>;

/** The few calls of the demonstration, over HTTP like any caller's. */
export function demoClient(baseUrl: string, apiKey: string) {
  const call = async <S extends z.ZodType>(
    schema: S,
    path: string,
    init: RequestInit = {},
  ): Promise<z.output<S>> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${apiKey}`);
    const response = await fetch(baseUrl + path, { ...init, headers });
    const body: unknown = await response.json();
    if (response.ok) return schema.parse(body);
    const refusal = Refusal.safeParse(body).data?.error;
    throw new Error(refusal ? `${refusal.type}: ${refusal.message}` : `HTTP ${response.status}`);
  };
  const post = <S extends z.ZodType>(schema: S, path: string, body: object) =>
    call(schema, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    post,
    paths: async (): Promise<string[]> =>
      Object.keys((await call(Described, '/openapi.json')).paths),
    async upload(file: string): Promise<Source> {
      const form = new FormData();
      // Read from disk as it is sent, however large.
      form.set('file', await openAsBlob(file), basename(file));
      return call(Upload, '/v1/uploads', { method: 'POST', body: form });
    },
    /** Queues an overview and waits for it; `progress` is told of each look at the job. */
    async overview(
      source: Source,
      transcribe: boolean,
      progress: (status: string, seconds: number, of: JobProgress | undefined) => void,
    ): Promise<FramesResult> {
      const asked = { ...source, detail: 'overview', transcribe, sync: false };
      const { job_id } = await post(Queued, '/v1/frames', asked);
      const began = performance.now();
      for (;;) {
        const job = await call(Job, `/v1/jobs/${job_id}`);
        progress(job.status, (performance.now() - began) / 1000, job.progress);
        if (job.status === 'succeeded') return FramesResult.parse(job.result);
        if (job.error) throw new Error(`${job.error.type}: ${job.error.message}`);
        if (job.status === 'cancelled') throw new Error('the job was cancelled');
        await wait(POLL_MS);
      }
    },
  };
}
