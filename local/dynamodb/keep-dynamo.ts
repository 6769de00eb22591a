import type { LocalDynamo } from './start-dynamo.ts';

/** An engine that lived this long had a good start. */
const SETTLED_MS = 10_000;

/**
 * Keeps an engine running: when it ends, another one is started on the same files and port, and
 * calls that come meanwhile fail as they would for any lost connection. One that ends soon after
 * its start is not started again, since nothing would be better with the next.
 * @param onDeath is told why an engine ended before another one is started
 * @throws what starting the first one throws
 */
export async function keepDynamo(
  start: () => Promise<LocalDynamo>,
  onDeath: (why: string) => void,
  settledMs = SETTLED_MS,
): Promise<LocalDynamo> {
  let starting = start();
  const { endpoint } = await starting;
  let stopping = false;

  async function lives(): Promise<string> {
    for (;;) {
      const bornAt = Date.now();
      const why = await starting.then(({ died }) => died);
      if (stopping || Date.now() - bornAt < settledMs) return why;
      onDeath(why);
      starting = start();
    }
  }

  const died = lives().catch((error: Error) => error.message);
  return {
    endpoint,
    died: new Promise((settle) => {
      void died.then((why) => {
        if (!stopping) settle(why);
      });
    }),
    async stop() {
      stopping = true;
      await starting.then(
        (engine) => engine.stop(),
        () => undefined,
      );
    },
  };
}
