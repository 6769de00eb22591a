import type { SQSClient } from '@aws-sdk/client-sqs';
import type { WindowQueue } from '../../app/ports/transcript/window-recogniser.ts';
import { send } from './client.ts';

export const sqsWindowQueue = (client: SQSClient, url: string): WindowQueue => ({
  send: ({ orgId, ...tried }) => send(client, url, { org_id: orgId, ...tried }, { group: orgId }),
});
