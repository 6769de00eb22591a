import { readFile } from 'node:fs/promises';
import { Answer } from '../../layers/domain/questions/question.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { runningService } from '../../test/support/running-service.ts';
import { testService } from '../../test/support/service.ts';
import type { TestTables } from '../../test/support/tables.ts';

/** A service that answers as the environment says, and a caller who can pay. */
export async function questionBench(tables: TestTables) {
  const { administer } = testService(tables);
  const { api_key: apiKey } = await administer.createOrg('studio', 100_000_000 as never);
  const service = await runningService(tables, {});
  const send = async (path: string, body: string | FormData): Promise<unknown> => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: `Bearer ${apiKey}`, ...type };
    const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    async upload(path: string): Promise<string> {
      const form = new FormData();
      form.set('file', new Blob([await readFile(path)]), path.split('/').at(-1));
      return UploadResult.parse(await send('/v1/uploads', form)).upload_id;
    },
    ask: async (body: object): Promise<Answer> =>
      Answer.parse(await send('/v1/watch_video', JSON.stringify(body))),
    stop: () => service.stop(),
  };
}

export type QuestionBench = Awaited<ReturnType<typeof questionBench>>;
