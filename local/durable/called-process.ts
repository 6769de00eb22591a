import type { Context } from 'aws-lambda';
import { z } from 'zod';
import { endWithParent } from '../service/end-with-parent.ts';
import { outliveLog } from '../service/unread-log.ts';
import { lambdaContext } from '../workers/lambda-context.ts';
import { errorObject } from './invoke.ts';

// A process of a function that others call, for one invocation after another. Its handler is imported
// ahead of its first event; nothing but events tells it of anything.
const Call = z.object({ name: z.string(), timeoutMs: z.number(), event: z.unknown() });

const [, , handlerUrl = ''] = process.argv;

outliveLog();
endWithParent();
const handler = import(handlerUrl).then(
  (module: { handler: (event: unknown, context: Context) => Promise<unknown> }) => module.handler,
);
// Told to whoever calls.
handler.catch(() => undefined);

process.on('message', async (message) => {
  const { name, timeoutMs, event } = Call.parse(message);
  const answer = await handler
    .then((work) => work(event, lambdaContext(name, timeoutMs)))
    .then(
      (result) => ({ result: result ?? null }),
      (error: unknown) => ({ error: errorObject(error) }),
    );
  process.send?.(answer);
});
