import { waitsForOthers } from '../../layers/adapters/system/waiting.ts';
import type { LinkFinder } from '../../layers/app/ports/links/links.ts';
import type { Answerer } from '../../layers/app/ports/questions/answerer.ts';

/** A finder that leaves the cores to other jobs: sites may be slow. */
export const waitingFinder = (finder: LinkFinder): LinkFinder => ({
  ...finder,
  find: waitsForOthers((link, signal) => finder.find(link, signal)),
});

/** An answerer likewise: a model may think for minutes. */
export const waitingAnswerer = (answerer: Answerer): Answerer => ({
  name: answerer.name,
  get picturesPerCall() {
    return answerer.picturesPerCall;
  },
  ask: waitsForOthers((asked, signal) => answerer.ask(asked, signal)),
});
