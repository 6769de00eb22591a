import { z } from 'zod';
import { openHandler } from '../../layers/http/http-handler.ts';
import { route } from '../../layers/http/route.ts';
import { makeGateway } from '../../local/gateway/gateway.ts';
import { openFront } from '../../local/http/front.ts';
import { startService } from '../../local/service/service.ts';
import { countRequests } from './count-requests.ts';

// The local service as `npm start` runs it, in a process that counts what it asks of its engines.
// Beside it the same gateway with a route that does nothing: the floor of every call.
export type Ask = 'open' | 'stop workers' | 'take counts';

const nothing = route({
  name: 'nothing',
  method: 'GET',
  path: '/nothing',
  summary: 'Nothing',
  scope: 'none',
  replies: { 200: z.strictObject({}) },
  errors: [],
});
const answerNothing = openHandler(nothing, async () => ({ status: 200, body: {} }));

const dataDir = process.env['DATA_DIR'] ?? '';
const service = await startService({ host: '127.0.0.1', port: 0, dataDir });
const counter = countRequests();
const floor = await openFront({ host: '127.0.0.1', port: 0 });
const onDefect = (error: unknown) => console.error(error);
floor.open(makeGateway({ routes: [nothing], load: async () => answerNothing, onDefect }));

const answers: Record<Ask, () => unknown> = {
  open: () => {
    service.open();
    const { baseUrl, dynamodb, access } = service;
    return { baseUrl, dynamodb, access, floorUrl: floor.baseUrl };
  },
  'stop workers': () => service.stopWorkers(),
  'take counts': () => counter.take(),
};
process.on('message', async (ask: Ask) => {
  process.send?.((await answers[ask]()) ?? null);
});
process.on('disconnect', async () => {
  await floor.close(0);
  await service.stop();
  process.exit(0);
});
