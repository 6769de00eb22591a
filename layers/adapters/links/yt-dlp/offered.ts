import { z } from 'zod';
import type { Offer, OfferedFormat } from '../../../app/ports/links/links.ts';

const text = z.string().nullish().catch(null);

/** How yt-dlp would fetch what it has chosen, as far as it decides whether we can. */
export const Format = z.object({
  url: text,
  protocol: text,
  /** Of the manifest that names a format, in which it is one of several. */
  manifest_url: text,
  http_headers: z.record(z.string(), z.string()).nullish().catch(null),
  /** Set where the address is sent no media without them. */
  cookies: text,
  has_drm: z.unknown().optional(),
  /** Of a format whose pieces only yt-dlp knows. */
  fragments: z.unknown().optional(),
  extra_param_to_segment_url: z.unknown().optional(),
  hls_aes: z.unknown().optional(),
  downloader_options: z.object({ http_chunk_size: z.unknown().optional() }).nullish().catch(null),
});
type Format = z.infer<typeof Format>;

const KINDS: Readonly<Record<string, OfferedFormat['kind']>> = {
  http: 'file',
  https: 'file',
  m3u8: 'hls',
  m3u8_native: 'hls',
};

/** Headers that say who asks, and from where; with any other the downloader is left to it. */
const HEADERS = /^(user-agent|accept|accept-language|referer|origin|sec-fetch-mode)$/;

/**
 * The addresses of the media that yt-dlp has chosen, where fetching them is all that it would do.
 * @param formats picture and sound, or what holds both
 */
export function offeredBy(formats: readonly Format[]): Offer | undefined {
  const [first, second, ...more] = formats.map(offered);
  const headers = formats.map(headersOf);
  const [named] = headers;
  const isPlain = formats.every(({ cookies, has_drm, extra_param_to_segment_url, hls_aes }) =>
    [cookies, has_drm, extra_param_to_segment_url, hls_aes].every((one) => !one),
  );
  if (!isPlain || !named) return undefined;
  if (!headers.every((other) => JSON.stringify(other) === JSON.stringify(named))) return undefined;
  const manifest = manifestOf(formats);
  if (manifest) return { formats: [manifest], headers: named };
  if (!first || more.length > 0 || formats.some(({ fragments }) => fragments)) return undefined;
  if (formats.length === 1) {
    // Sites that send a file at full speed only in parts say so.
    const isThrottled = formats[0]?.downloader_options?.http_chunk_size != null;
    return first.kind === 'file' && isThrottled ? undefined : { formats: [first], headers: named };
  }
  return second && { formats: [first, second], headers: named };
}

function offered({ url, protocol }: Format): OfferedFormat | undefined {
  const kind = KINDS[protocol ?? ''];
  return kind && isAddress(url) ? { kind, address: url } : undefined;
}

/** The one manifest that all are of: its pieces are read here. */
function manifestOf(formats: readonly Format[]): OfferedFormat | undefined {
  const address = formats[0]?.manifest_url;
  const areOfIt = formats.every(
    ({ protocol, manifest_url }) => protocol === DASH && manifest_url === address,
  );
  return areOfIt && isAddress(address) ? { kind: 'dash', address } : undefined;
}
const DASH = 'http_dash_segments';

export const isAddress = (url: string | null | undefined): url is string =>
  typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url);

/** Undefined where one is among them that is not passed on. */
function headersOf({ http_headers }: Format): Readonly<Record<string, string>> | undefined {
  const named = Object.entries(http_headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const arePlain = named.every(
    ([name, value]) => HEADERS.test(name) && /^[\x20-\x7e]*$/.test(value),
  );
  return arePlain ? Object.fromEntries(named) : undefined;
}
