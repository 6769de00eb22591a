import { rm } from 'node:fs/promises';
import { SHARED_FOLDER } from './made-once.ts';
import { endStandingService } from './standing-folder.ts';

export default async function tearDown(): Promise<void> {
  globalThis.dynamoLocal?.kill('SIGKILL');
  const shared = process.env[SHARED_FOLDER];
  if (shared === undefined) return;
  await endStandingService();
  await rm(shared, { recursive: true, force: true, maxRetries: 5 });
}
