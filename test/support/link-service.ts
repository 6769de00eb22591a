import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { makeEraseVideo } from '../../layers/app/videos/erase-video.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import { testService } from './service.ts';
import { testTables } from './tables.ts';

export const LINK = 'https://media.example/talk.mp4';

/** The use cases on tables of their own, and what tests about links ask of them. */
export async function linkService() {
  const tables = await testTables();
  const service = testService(tables);
  const now = () => service.clock.now;
  return {
    tables,
    service,
    now,
    later(seconds: number) {
      service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
    },
    balance: async (principal: Principal) => (await service.getCredits(principal, 0)).topup_balance,
    erase: makeEraseVideo(service.erasing),
    /** Rows and objects, as text, but what every organization has. */
    async everything(): Promise<string> {
      const { Items = [] } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
      return JSON.stringify([...Items, ...service.artifacts.objects.keys()]);
    },
    async queued(principal: Principal, more: object = {}) {
      const { body } = await service.frames(principal, { url: LINK, sync: false, ...more });
      const message = service.messages.pop();
      if (!message) throw new Error('nothing was queued');
      return { message, job: () => service.getJob(principal.orgId, body.job_id) };
    },
  };
}
