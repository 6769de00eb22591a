import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { makeAdvanceWaiting } from '../../../layers/app/batches/advance-waiting.ts';
import { folderArtifacts } from '../fakes/folder-artifacts.ts';
import { questionService } from '../question-service.ts';
import type { KilledQuestion } from './killed-question.ts';

// A process that works on questions, tells each step as it is taken, and kills itself at one of
// them. A step is a call to the tables or to the store, whoever makes it.
const { records, ledger, folder, model, now, principal, message, batch, kill }: KilledQuestion =
  JSON.parse(process.argv[2] ?? '');
const die = () => process.kill(process.pid, 'SIGKILL');
let steps = 0;

const stepping = <P extends object>(
  port: P,
  nameOf: (method: string, first: unknown) => string | undefined,
): P =>
  new Proxy(port, {
    get(target, method, receiver) {
      const call: unknown = Reflect.get(target, method, receiver);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        const name = nameOf(String(method), args[0]);
        const result: unknown = Reflect.apply(call, target, args);
        if (name === undefined) return result;
        const step = steps;
        steps += 1;
        process.stdout.write(`${name}\n`);
        if (step !== kill?.step) return result;
        if (kill.when === 'during') setTimeout(die, 1);
        return Promise.resolve(result).finally(die);
      };
    },
  });

const client = documentClient(
  new DynamoDBClient({ endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '' }),
);
const db = stepping(client, (method, command) =>
  method === 'send' ? `tables.${(command as object).constructor.name}` : undefined,
);
const artifacts = stepping(folderArtifacts(folder), (method) => `store.${method}`);
const service = questionService({ db, records, ledger }, { artifacts, model });
service.clock.now = new Date(now);
const advanceWaiting = makeAdvanceWaiting(service);

if (message) service.messages.push(message);
if (batch) await service.createBatch(principal, batch);
for (let next = service.messages.shift(); next; next = service.messages.shift()) {
  await service.deliver(next);
  await advanceWaiting(next.orgId);
}
