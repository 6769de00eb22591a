import { setTimeout as wait } from 'node:timers/promises';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { findObjects } from '../../bin/find-objects.ts';
import { CreditsResult } from '../../layers/domain/accounts/credits-result.ts';
import { Job } from '../../layers/domain/jobs/job.ts';
import type { ServiceProcess } from './service-process.ts';

/** Before the next look: calls of an organization are counted. */
export const pause = (): Promise<void> => wait(250);

/**
 * Calls a service with the key of its first organization.
 * @param serviceNow tells of the one that runs: it may be started again
 */
export function serviceCaller(serviceNow: () => ServiceProcess) {
  async function call(path: string, body?: FormData | object, method = body ? 'POST' : 'GET') {
    const { baseUrl, apiKey } = serviceNow();
    const isForm = body instanceof FormData;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as unknown };
  }

  return {
    call,
    async balance(): Promise<number> {
      const { json } = await call('/v1/credits');
      const { credits_balance, topup_balance } = CreditsResult.parse(json);
      return credits_balance + topup_balance;
    },
    /** Looks at a job until it is as it should be. */
    async until(jobId: string, is: (job: Job) => boolean): Promise<Job> {
      for (;;) {
        const job = Job.parse((await call(`/v1/jobs/${jobId}`)).json);
        if (is(job)) return job;
        await pause();
      }
    },
    /** Keys of the store with a part between slashes. */
    async keysWith(part: string): Promise<string[]> {
      const { client, bucket } = await findObjects({ DATA_DIR: serviceNow().dataDir });
      const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      client.destroy();
      const keys = (listed.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      return keys.filter((key) => key.includes(`/${part}/`));
    },
  };
}

export const ended = ({ status }: Job): boolean => !['queued', 'running'].includes(status);
