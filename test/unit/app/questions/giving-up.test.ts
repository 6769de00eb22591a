import {
  type Answerer,
  ModelSilent,
  type Told,
} from '../../../../layers/app/ports/questions/answerer.ts';
import { givingUp } from '../../../../layers/app/questions/giving-up.ts';
import { asked } from '../../../support/models/asked.ts';

const TOLD: Told = { json: {}, tokens: { input: 1, output: 1 } };
const SILENT = new ModelSilent('some', 240_000);

/** A model that each question waits for until it is settled by its place. */
function waitingModel() {
  const waiting: PromiseWithResolvers<Told>[] = [];
  const answerer: Answerer = {
    name: 'some',
    picturesPerCall: 20,
    ask: () => {
      const one = Promise.withResolvers<Told>();
      waiting.push(one);
      return one.promise;
    },
  };
  const bounded = givingUp(answerer);
  return { waiting, ask: () => bounded.ask(asked(), new AbortController().signal) };
}

test('a model that was silent towards all is asked no more', async () => {
  const { waiting, ask } = waitingModel();
  const both = [ask(), ask()];
  for (const { reject } of waiting) reject(SILENT);
  for (const one of both) await expect(one).rejects.toBe(SILENT);
  await expect(ask()).rejects.toBe(SILENT);
  expect(waiting).toHaveLength(2);
});

test('one that answered another question meanwhile is asked on', async () => {
  const { waiting, ask } = waitingModel();
  const [silent, answered] = [ask(), ask()];
  waiting[1]?.resolve(TOLD);
  await answered;
  waiting[0]?.reject(SILENT);
  await expect(silent).rejects.toBe(SILENT);
  const next = ask();
  waiting[2]?.resolve(TOLD);
  expect(await next).toBe(TOLD);
});
