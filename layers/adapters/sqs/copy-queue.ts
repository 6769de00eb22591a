import type { SQSClient } from '@aws-sdk/client-sqs';
import type { CopyQueue } from '../../app/ports/videos/working-copies.ts';
import { send } from './client.ts';

export const sqsCopyQueue = (client: SQSClient, url: string): CopyQueue => ({
  send: ({ orgId, videoId, step }, delaySeconds) =>
    send(client, url, { org_id: orgId, video_id: videoId, step }, { delaySeconds, group: orgId }),
});
