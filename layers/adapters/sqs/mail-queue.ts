import type { SQSClient } from '@aws-sdk/client-sqs';
import type { MailQueue } from '../../app/ports/identity/mail.ts';
import { send } from './client.ts';

export const sqsMailQueue = (client: SQSClient, url: string): MailQueue => ({
  send: (message) => send(client, url, message),
});
