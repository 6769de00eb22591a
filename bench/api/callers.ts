import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoKeys } from '../../layers/adapters/dynamo/accounts/key-store.ts';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoWebhookSecrets } from '../../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { newId, systemClock } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { makeAdminister } from '../../layers/app/accounts/administer.ts';
import { toHundredths } from '../../layers/domain/accounts/credits.ts';
import type { EngineAccess } from '../../local/engine-access.ts';
import { TABLE_NAMES } from '../../local/service/environment.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly dynamodb: string;
  readonly access: EngineAccess;
}

export interface Caller {
  readonly headers: Record<string, string>;
  readonly uploadId: string;
}

/** The question that was paid for, and is asked again: one sheet of thirty tiles. */
export const PAID = {
  detail: 'standard',
  start: 0,
  end: 6,
  transcribe: false,
  qa: false,
  signals: false,
};

/** Organizations of the largest plan, each with a video of its own and a window of it paid for. */
export async function callers(
  { baseUrl, dynamodb, access }: Addresses,
  clip: string,
  count: number,
): Promise<Caller[]> {
  const db = documentClient(new DynamoDBClient({ endpoint: dynamodb, ...access }));
  const { createOrg } = makeAdminister({
    accounts: dynamoAccounts(db, TABLE_NAMES.LEDGER_TABLE),
    keys: dynamoKeys(db, TABLE_NAMES.RECORDS_TABLE),
    webhookSecrets: dynamoWebhookSecrets(db, TABLE_NAMES.RECORDS_TABLE),
    digest: sha256,
    random: randomBytes,
    now: systemClock,
    newId,
  });
  const bytes = await readFile(clip);
  const made: Caller[] = [];
  for (let at = 0; at < count; at += 1) {
    const { api_key } = await createOrg('enterprise', toHundredths(100_000));
    const authorization = `Bearer ${api_key}`;
    const post = async (path: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
      const headers = { authorization, 'content-type': type };
      const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as { upload_id: string };
    };
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'video/mp4' }), 'clip.mp4');
    const sent = await fetch(`${baseUrl}/v1/uploads`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    const { upload_id: uploadId } = (await sent.json()) as { upload_id: string };
    await post('/v1/frames', 'application/json', JSON.stringify({ upload_id: uploadId, ...PAID }));
    made.push({ headers: { authorization, 'content-type': 'application/json' }, uploadId });
  }
  db.destroy();
  return made;
}
