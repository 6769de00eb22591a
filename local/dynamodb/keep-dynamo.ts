import type { LocalDynamo } from './start-dynamo.ts';

/** An engine that lived this long had a good start. */
const SETTLED_MS = 10_000;
/** So many bad starts in a row, and nothing would be better with the next. */
const BAD_STARTS = 5;

/**
 * Keeps an engine running: when it ends, another one is started on the same files and port, and
 * calls that come meanwhile fail as they would for any lost connection. No other is started after
 * several in a row that did not start, or ended soon after it.
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
    for (let bad = 0; ; ) {
      const bornAt = Date.now();
      const [why, started] = await starting.then(
        async ({ died }) => [await died, true] as const,
        ({ message }: Error) => [message, false] as const,
      );
      bad = started && Date.now() - bornAt >= settledMs ? 0 : bad + 1;
      if (stopping || bad === BAD_STARTS) return why;
      onDeath(why);
      starting = start();
    }
  }

  const died = lives();
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
