import { appendFileSync } from 'node:fs';
import type { LocalFunction } from '../../../local/durable/local-function.ts';
import { durable, ordinary, start, startDurable } from '../durable/local-backend.ts';

// A process that carries one execution to its end, notes each step as it begins, and kills itself
// at one of them.
const [table = '', notes = '', killedAt = ''] = process.argv.slice(2);

const note = (step: string): void => {
  appendFileSync(notes, `${step}\n`);
  if (step === killedAt) process.kill(process.pid, 'SIGKILL');
};

const functions = (client: Parameters<typeof durable>[1]): LocalFunction[] => [
  durable('job', client, async (_input, context) => {
    const plan = await context.step('plan', async () => {
      note('plan');
      return [1, 2, 3];
    });
    const parts = await context.map(
      'parts',
      plan,
      (item, part) => item.invoke<number, number>(`part ${part}`, 'part', part),
      { maxConcurrency: 2 },
    );
    await context.wait('pause', { seconds: 1 });
    return context.step('merge', async () => {
      note('merge');
      return parts.getResults();
    });
  }),
  ordinary('part', async (part) => {
    note(`part ${part}`);
    return 10 * Number(part);
  }),
];

const backend = await startDurable(table, functions, { secondMs: 50 });
const arn = await start(backend.client, 'job_1', {});
const { result = '' } = await (await backend.executions.find(arn)).ended;
appendFileSync(notes, `end ${result}\n`);
await backend.close();
process.exit(0);
