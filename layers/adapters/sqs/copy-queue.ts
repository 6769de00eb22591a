import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { CopyQueue } from '../../app/ports/working-copies.ts';

export const sqsCopyQueue = (client: SQSClient, url: string): CopyQueue => ({
  async send({ orgId, videoId, step }, delaySeconds) {
    const MessageBody = JSON.stringify({ org_id: orgId, video_id: videoId, step });
    await client.send(
      new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds: delaySeconds }),
    );
  },
});
