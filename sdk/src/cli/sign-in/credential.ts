import { VideoReaderError } from '../../errors.ts';
import { discover, refresh } from './authorization.ts';
import { alone, signIns } from './store.ts';

/** A token is not sent in its last minute: it would end on its way. */
const EARLY_MS = 60_000;

/**
 * The access token of whoever is signed in to a service, made anew where it has ended.
 * @throws VideoReaderError unauthorized
 */
export async function accessToken(service: string): Promise<string> {
  const isGood = (expiresAt: number) => expiresAt > Date.now() + EARLY_MS;
  const known = await signIns.find(service);
  if (known === undefined) throw notSignedIn(service);
  if (isGood(known.expires_at)) return known.access_token;
  return alone(async () => {
    // Another process may have made one in the meantime.
    const latest = await signIns.find(service);
    if (latest === undefined) throw notSignedIn(service);
    if (isGood(latest.expires_at)) return latest.access_token;
    const renewed = await refresh(await discover(service), latest);
    if (renewed === undefined) {
      await signIns.forget(service);
      throw notSignedIn(service);
    }
    await signIns.keep(service, renewed);
    return renewed.access_token;
  });
}

const notSignedIn = (service: string) =>
  new VideoReaderError(
    'unauthorized',
    `Not signed in to ${service}. Sign in: video-reader login ${service}, or set VIDEO_READER_API_KEY.`,
  );
