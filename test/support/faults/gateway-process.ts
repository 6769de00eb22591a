import { ROUTES } from '../../../functions/api/routes.ts';
import { makeGateway } from '../../../local/gateway/gateway.ts';
import { openFront } from '../../../local/http/front.ts';

// The gateway as a process of its own, with the environment that it was started with.
const front = await openFront({ host: '127.0.0.1', port: 0 });
front.open(
  makeGateway({
    routes: ROUTES,
    load: async ({ name }) => {
      const handler = new URL(`../../../functions/api/${name}/handler.ts`, import.meta.url);
      return (await import(handler.href)).handler;
    },
    // What callers see as a bare 500 is told by its log.
    onDefect: (error, { name }) => console.error(`${name}:`, error),
  }),
);
process.on('disconnect', () => process.exit(0));
process.send?.(front.baseUrl);
