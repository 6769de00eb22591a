import { z } from 'zod';
import { findYtDlp } from '../../../layers/adapters/links/yt-dlp/find-binary.ts';
import { tempScratch } from '../../../layers/adapters/system/scratch.ts';
import { FetchOrder } from '../../../layers/app/ports/links/fetch-orders.ts';
import { binariesIn } from '../../compose/binaries.ts';
import { orderHandler } from '../../compose/durable/order-handler.ts';
import { EgressEnv } from '../../compose/env/egress-env.ts';
import { fetchInto } from './fetch-into.ts';
import { linkMedia } from './link-media.ts';

const FetchEnv = EgressEnv.extend({
  /** The downloader; else the first yt-dlp on the PATH. */
  YT_DLP_PATH: z.string().min(1).optional(),
  PATH: z.string().optional(),
});

const env = FetchEnv.parse(process.env);
const scratch = await tempScratch();
const tools = {
  binaries: await binariesIn(process.env),
  binary: await findYtDlp(env.YT_DLP_PATH, env.PATH),
};

/**
 * Does one thing about a link, whose site nobody vouches for. It has no rights: what it writes are
 * addresses that were signed for it.
 */
export const handler = orderHandler(
  FetchOrder,
  async (order, signal) => {
    const { finder, fetcher, close } = await linkMedia(env, tools, order.access);
    try {
      switch (order.kind) {
        case 'lead':
          return { leadsTo: (await finder.leadsTo?.(order.link, signal)) ?? null };
        case 'find':
          return { found: await finder.find(order.link, signal) };
        case 'fetch':
          return await fetchInto({ fetcher, scratch }, order, signal);
      }
    } finally {
      await close();
    }
  },
  // As JSON, one that is undefined is left out.
  ({ detail }) => ({ retryAfterSeconds: detail.retryAfterSeconds }),
);
