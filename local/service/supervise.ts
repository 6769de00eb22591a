import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { handEnvironment, initialEnvironment } from './handed-environment.ts';
import { killGroup } from './kill-group.ts';
import { endpointOf } from './told-endpoint.ts';

export interface Supervised {
  /** Where the child that runs listens, or the next one when none does. */
  readonly endpoint: () => Promise<URL>;
  /** Asks the child to end, ends it after `graceMs`, and starts no other. */
  stop(graceMs: number): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** A child that lived this long had a good start. */
const SETTLED_MS = 10_000;

/**
 * Keeps a Node child running: when it dies, another one is started, each time after a longer pause.
 * The child takes its environment by `takeEnvironment`.
 */
export function supervise(
  entry: string,
  env: NodeJS.ProcessEnv,
  onDeath: (why: string) => void,
): Supervised {
  const ending = new AbortController();
  let child: ChildProcess | undefined;
  let listening = Promise.withResolvers<URL>();

  const life = async (): Promise<void> => {
    // A group of its own: what the child starts can be ended with it, and Ctrl-C reaches the parent
    // only.
    const born = fork(entry, { detached: true, env: initialEnvironment(env) });
    handEnvironment(born, env);
    child = born;
    const told = listening;
    // One that cannot be started tells nothing.
    void endpointOf(born).then(told.resolve, () => undefined);
    const why = await new Promise<string>((resolve) => {
      born.once('error', (error) => resolve(error.message));
      born.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    killGroup(born);
    listening = Promise.withResolvers();
    void listening.promise.then(told.resolve);
    if (!ending.signal.aborted) onDeath(why);
  };

  const lives = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!ending.signal.aborted) {
      const bornAt = Date.now();
      await life();
      pauseMs =
        Date.now() - bornAt > SETTLED_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      await wait(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };

  const over = lives();
  return {
    endpoint: () => listening.promise,
    async stop(graceMs) {
      ending.abort();
      if (child?.connected) child.send('stop', () => undefined);
      const late = setTimeout(() => child && killGroup(child), graceMs);
      await over;
      clearTimeout(late);
    },
  };
}
