import { join } from 'node:path';
import { beginClosing } from '../layers/adapters/system/closing.ts';
import { writePrivate } from '../local/data-dir/write-private.ts';
import { TABLE_NAMES } from '../local/service/environment.ts';
import { type LocalService, startService } from '../local/service/service.ts';
import { outliveLog } from '../local/service/unread-log.ts';
import { firstOrganization } from './first-organization.ts';

const { PORT = '8787', PUBLIC_URL, DYNAMODB_ENDPOINT } = process.env;
// An empty one is none: as it stands it would mean all addresses, and the folder one is in.
const HOST = process.env['HOST'] || '127.0.0.1';
const DATA_DIR = process.env['DATA_DIR'] || '.local';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

const tables = { records: TABLE_NAMES.RECORDS_TABLE, ledger: TABLE_NAMES.LEDGER_TABLE };

function portNumber(text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT is ${JSON.stringify(text)}; set a number from 0 to 65535.`);
}

/** An address without a path, since signed addresses have to arrive as they were signed. */
function publicAddress(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error(
    `PUBLIC_URL is ${JSON.stringify(text)}; set the address under which callers know this service, without a path, such as https://video.example.`,
  );
}

async function start(): Promise<LocalService> {
  const service = await startService({
    host: HOST,
    port: portNumber(PORT),
    dataDir: DATA_DIR,
    publicUrl: publicAddress(PUBLIC_URL),
    dynamodb: DYNAMODB_ENDPOINT,
  });
  const path = join(DATA_DIR, 'credentials.json');
  const { api_key, email, signInLink } = await firstOrganization(path, service.baseUrl, tables);
  await writePrivate(join(DATA_DIR, 'endpoints.json'), {
    base_url: service.baseUrl,
    dynamodb: service.dynamodb,
    records_table: tables.records,
    ledger_table: tables.ledger,
    region: service.access.region,
    access_key_id: service.access.credentials.accessKeyId,
    secret_access_key: service.access.credentials.secretAccessKey,
  });
  service.open();
  console.log(`Video Reader is ready at ${service.baseUrl}

  Pages    ${service.baseUrl}/app
  API key  ${api_key}
           (kept in ${path})
${signInLink === undefined ? '' : `\n  Sign in  ${signInLink}&return_to=/app\n           (as ${email}, once, within an hour; later at ${service.baseUrl}/signin, with the code in ${join(DATA_DIR, 'mail')})\n`}
  curl -H 'authorization: Bearer ${api_key}' -F file=@video.mp4 ${service.baseUrl}/v1/uploads
${service.baseUrl === service.boundUrl ? '' : `\n  It listens at ${service.boundUrl}.\n`}`);
  if (!PUBLIC_URL && !LOOPBACK.has(HOST))
    console.log('  For callers on other machines, set PUBLIC_URL to the address they use.\n');
  return service;
}

outliveLog();

let service: LocalService | undefined;

async function end(code: number): Promise<never> {
  await service?.stop();
  process.exit(code);
}

/** Ctrl+C comes twice where npm runs the service: from the terminal, and then from npm. */
const ASKED_ONCE_MS = 1000;
let askedAt: number | undefined;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Before the start is through, or asked again: what is tied to this process ends with it.
    if (!service) process.exit(0);
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > ASKED_ONCE_MS) process.exit(1);
      return;
    }
    askedAt = performance.now();
    beginClosing();
    void end(0);
  });
}

try {
  service = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.error(await service.broken);
if (askedAt === undefined) await end(1);
