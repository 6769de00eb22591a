import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { QueueVariable } from '../../functions/workers/workers.ts';
import type { Access } from '../access.ts';
import { bindLinkAccess } from './link-access.ts';
import { bindMailSender } from './mail-sender.ts';
import { bindOpenidProvider } from './openid-provider.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Tables } from './table.ts';
import type { WorkQueue } from './work-queue.ts';

/** What the functions of the service may be given the name of. */
export interface Bindable {
  readonly tables: Tables;
  readonly bucket: Bucket;
  readonly queues: ReadonlyMap<QueueVariable, WorkQueue>;
  readonly ticketSecret: Secret;
  readonly oauthSecret: Secret;
  /** The id of a model, or of an inference profile, on Amazon Bedrock. */
  readonly answererModel: string;
}

/** Gives a function the names, and the rights to what they name, that its grants list. */
export function bindAccess(
  made: ServiceFunction,
  access: Partial<Access>,
  { tables, bucket, queues, ...rest }: Bindable,
): void {
  if (access.RECORDS_TABLE) made.bindRecords(tables.RECORDS_TABLE, access.RECORDS_TABLE);
  if (access.LEDGER_TABLE) made.bindLedger(tables.LEDGER_TABLE, access.LEDGER_TABLE);
  if (access.BUCKET) made.bindBucket(bucket, access.BUCKET);
  for (const [variable, { queue }] of queues) {
    const uses = access[variable];
    if (uses) made.bindQueue(variable, queue, uses);
  }
  if (access.TRANSCRIBER) made.bindTranscriber(bucket, access.TRANSCRIBER);
  if (access.TEXT_READER) made.bindTextReader();
  if (access.UPLOAD_SIGNER_ROLE) made.bindUploadSigner(bucket, access.UPLOAD_SIGNER_ROLE);
  if (access.MAIL_SENDER) bindMailSender(made);
  if (access.LINK_PROXY) bindLinkAccess(made);
  if (access.OPENID_ISSUER) bindOpenidProvider(made);
  if (access.ANSWERER) made.bindAnswerer(rest.answererModel, access.ANSWERER);
  if (access.TICKET_SECRET) made.bindSecret('TICKET_SECRET', rest.ticketSecret);
  if (access.OAUTH_SECRET) made.bindSecret('OAUTH_SECRET', rest.oauthSecret);
}
