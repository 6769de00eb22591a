/**
 * Codecs that FFmpeg does not decode, by their names in RFC 6381: VVC, AV2, EVC; Dolby Vision in
 * colours of its own, which it shows green and purple; AC-4, MPEG-H, IAMF, APAC.
 */
const UNREAD = /^(vvc1|vvi1|av02|evc1|dvh[1e]\.05|dav1|ac-4|mh[am][12]|iamf|apac)\b/i;

/** Whether all codecs of a variant are read here, as far as its playlist or manifest names any. */
const areRead = (codecs: string): boolean =>
  !codecs.split(',').some((codec) => UNREAD.test(codec.trim()));

/** Those whose codecs are read here; all of them where there are none. */
export function readOf<Of>(offers: readonly Of[], codecs: (offer: Of) => string): readonly Of[] {
  const read = offers.filter((offer) => areRead(codecs(offer)));
  return read.length > 0 ? read : offers;
}
