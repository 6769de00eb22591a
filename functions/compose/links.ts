import { crc32 } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import type { z } from 'zod';
import { upstreamAt } from '../../layers/adapters/egress/upstream.ts';
import { lambdaCall } from '../../layers/adapters/lambda/call.ts';
import { lambdaClient } from '../../layers/adapters/lambda/client.ts';
import { requireCookieText } from '../../layers/adapters/links/yt-dlp/cookies.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { systemClock, wait } from '../../layers/adapters/system/clock.ts';
import { followingElsewhere } from '../../layers/app/links/follow-elsewhere.ts';
import { countedFetcher, countedFinder } from './counted-links.ts';
import type { LinkEnv } from './env/link-env.ts';
import { newestSecretIn } from './secrets.ts';
import { waitingFinder } from './waiting.ts';

type Env = z.infer<typeof LinkEnv> & { readonly BUCKET: string };

/** Longest that an answer is waited for: all of the function's time, and a minute for its start. */
const ANSWER_MS = 960_000;

/** A secret that another service gave: its newest value is the one that counts. */
const given = async (variable: string | undefined): Promise<string | undefined> =>
  variable === undefined ? undefined : newestSecretIn(variable);

/** Follows links in the function without rights, which is handed what the operator has for them. */
export async function linksIn(env: Env, objects: S3Client) {
  const [proxy, text] = await Promise.all([given(env.LINK_PROXY), given(env.LINK_COOKIES)]);
  const upstream = proxy === undefined ? undefined : upstreamAt(proxy, env.LINK_PROXY_HOSTS);
  const cookies = text === undefined ? undefined : requireCookieText(text);
  const elsewhere = followingElsewhere({
    call: lambdaCall(lambdaClient(ANSWER_MS), env.FETCH_FUNCTION),
    access: { proxy, proxyHosts: env.LINK_PROXY_HOSTS, cookies },
    artifacts: s3Artifacts(objects, env.BUCKET),
    direct: s3DirectStore(objects, env.BUCKET),
    crc32,
    wait,
    now: systemClock,
    roundSeconds: env.FETCH_ROUND_SECONDS,
  });
  return {
    /** Whether an address is followed through the operator's proxy, which no decoder is told of. */
    isCarried: (address: string) => upstream?.carries(new URL(address).hostname) ?? false,
    finder: waitingFinder(countedFinder(elsewhere)),
    fetcher: countedFetcher(elsewhere),
  };
}
