import type { MediaPlace, OfferedFormat } from '../../../app/ports/links/links.ts';

/** What is fetched here by its address: whatever a page does not keep to itself. */
export type OwnPlace =
  | Exclude<MediaPlace, { readonly kind: 'page' | 'stream' }>
  | {
      readonly kind: 'stream';
      /** Of a playlist or manifest, or of each of its tracks. */
      readonly at: string | readonly OfferedFormat[];
    };

/** How media is fetched without the downloader; undefined where that alone reaches it. */
export function ownWay(place: MediaPlace): OwnPlace | undefined {
  if (place.kind === 'stream') return { kind: 'stream', at: place.address };
  if (place.kind !== 'page') return place;
  const { formats = [] } = place.offered ?? {};
  const [first] = formats;
  if (!first) return undefined;
  if (formats.length > 1) return { kind: 'stream', at: formats };
  const { kind, address } = first;
  return kind === 'file'
    ? { kind: 'file', address, bytes: null, ranges: false }
    : { kind: 'stream', at: address };
}
