import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { type ApiError, ErrorBody } from '../../layers/domain/errors.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';

export type ApiCaller = ReturnType<typeof apiCaller>;

/** A program with an API key; what it is answered is read by the schemas of the routes. */
export function apiCaller(baseUrl: string, apiKey: string) {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(baseUrl + path, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, ...init.headers },
    });
  const sendJson = (path: string, body?: object) =>
    send(path, {
      method: 'POST',
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });

  return {
    send,
    get: async <S extends z.ZodType>(schema: S, path: string) => answerOf(schema, await send(path)),
    post: async <S extends z.ZodType>(schema: S, path: string, body?: object) =>
      answerOf(schema, await sendJson(path, body)),
    refusedGet: async (path: string) => refusalOf(await send(path)),
    refusedPost: async (path: string, body: object) => refusalOf(await sendJson(path, body)),
    async upload(file: string): Promise<UploadResult> {
      const form = new FormData();
      form.set('file', new Blob([await readFile(file)]), basename(file));
      return answerOf(UploadResult, await send('/v1/uploads', { method: 'POST', body: form }));
    },
  };
}

/** @throws Error for whatever is no 200 of that schema */
async function answerOf<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
  const body: unknown = await response.json();
  if (response.status === 200) return schema.parse(body);
  throw new Error(`${response.url}: ${response.status} ${JSON.stringify(body)}`);
}

/** What a call was refused with; an answer that is no error is a failure of the test. */
async function refusalOf(response: Response): Promise<{ status: number; error: ApiError }> {
  const { error } = ErrorBody.parse(await response.json());
  return { status: response.status, error };
}
