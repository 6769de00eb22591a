import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calledFunction } from '../../../local/durable/called-function.ts';
import { takeEnvironment } from '../../../local/service/handed-environment.ts';
import { lambdaContext } from '../../../local/workers/lambda-context.ts';

// A worker process that was handed secrets, and calls a function that looks for them.
await takeEnvironment();
const shape = { name: 'called', timeoutSeconds: 60, concurrency: 1, runtime: 'node' } as const;
const path = join(import.meta.dirname, '../durable/handlers/called.ts');
const called = calledFunction(shape, pathToFileURL(path));
const look = Object.values(process.env).filter((value) => value?.startsWith('secret-'));
const found = await called.invoke(
  { look },
  lambdaContext('called', 60_000),
  new AbortController().signal,
);
called.close();
process.send?.({ looked: look.length, found }, () => process.exit(0));
