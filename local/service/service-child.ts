import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ServiceChild {
  readonly baseUrl: string;
  /** The end of what it has printed. */
  readonly said: () => string;
  /**
   * Sends a signal and answers with the exit code once the service has ended; null when the signal
   * ended it.
   */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

const ROOT = join(import.meta.dirname, '../..');
const READY_MS = 60_000;

/**
 * Starts the service as a child process and waits until it answers.
 * @throws Error with what the service said when it ends instead
 */
export async function startServiceChild(env: NodeJS.ProcessEnv): Promise<ServiceChild> {
  const child = spawn(process.execPath, [join(ROOT, 'bin/local.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-20_000);
    const address = /ready at (https?:\S+)/.exec(said)?.[1];
    if (address !== undefined) resolve(address);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(said.trim() || `the service ended with ${code}`)));
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`the service was not ready in ${READY_MS / 1000} s: ${said}`));
  }, READY_MS);
  const baseUrl = await ready.finally(() => clearTimeout(late));
  return {
    baseUrl,
    said: () => said,
    async end(signal) {
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}
