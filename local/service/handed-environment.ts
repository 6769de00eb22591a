import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { enterEnvironment } from './environment.ts';

/** What Node, Java and the tools that they start look for themselves. */
const OF_THE_SYSTEM =
  /^(PATH|HOME|USER|SHELL|LANG|LC_\w+|TZ|TMPDIR|TERM|NO_COLOR|NODE_\w+|UV_\w+|JAVA_\w+|SSL_CERT_\w+|LD_LIBRARY_PATH)$/;

const Handed = z.object({ environment: z.record(z.string(), z.string()) });

/**
 * The part of an environment that a process is started with. On Linux every process of the same
 * user can read it in /proc for as long as the process lives, also a decoder that runs foreign
 * bytes: keys and secrets are handed over when the process has started.
 */
export const initialEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => OF_THE_SYSTEM.test(name)));

/** Hands an environment to a child that was forked and waits for it by `takeEnvironment`. */
export const handEnvironment = (child: ChildProcess, environment: NodeJS.ProcessEnv): void => {
  // A child that is gone already is noticed by its exit.
  child.send({ environment }, () => undefined);
};

/** Waits for the environment that the parent hands over, and makes it this process's own. */
export async function takeEnvironment(): Promise<void> {
  const [message]: unknown[] = await once(process, 'message');
  enterEnvironment(Handed.parse(message).environment);
}
