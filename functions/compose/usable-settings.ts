import { access, constants } from 'node:fs/promises';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { upstreamAt } from '../../layers/adapters/egress/upstream.ts';
import { requireCookieText } from '../../layers/adapters/links/yt-dlp/cookies.ts';
import { binariesIn } from './binaries.ts';
import { AnswererEnv } from './env/answerer-env.ts';
import { TranscriberEnv } from './env/transcriber-env.ts';

/**
 * Reads settings as functions do, without calling what they name.
 * @throws Error in words for a person, without the value of a secret, where one is of no use
 */
export async function requireUsable(env: NodeJS.ProcessEnv): Promise<void> {
  egress(undefined, env['EGRESS_PORTS']);
  const { LINK_PROXY: proxy, LINK_COOKIES: cookies, YT_DLP_PATH: downloader } = env;
  if (proxy !== undefined && isItself(proxy)) upstreamAt(proxy, env['LINK_PROXY_HOSTS']);
  if (cookies !== undefined && isItself(cookies)) requireCookieText(cookies);
  await binariesIn(env);
  if (downloader !== undefined) {
    await access(downloader, constants.X_OK).catch(() => {
      throw new Error(`YT_DLP_PATH names ${downloader}, which cannot be started`);
    });
  }
  // Their clients take a moment to load, and most services name none.
  if (env['ANSWERER'] !== undefined) {
    const { chooseAnswerer } = await import('../../layers/adapters/models/find-answerer.ts');
    chooseAnswerer(AnswererEnv.parse(env));
  }
  if (env['TRANSCRIBER'] !== undefined) {
    const { chooseTranscriber } = await import('../../layers/adapters/speech/find-transcriber.ts');
    await chooseTranscriber(TranscriberEnv.parse(env));
  }
}

/** A value that is no name of a secret elsewhere. */
const isItself = (secret: string): boolean => !secret.startsWith('arn:');
